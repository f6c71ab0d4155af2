using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Text;

/// Reads and writes JSON: dictionaries, lists, text, whole numbers as long, others as double.
public sealed class Json
{
    const int Deepest = 200;
    const string Escapes = "\"\\/bfnrt";
    const string Escaped = "\"\\/\b\f\n\r\t";

    readonly string text;
    int at = 0;

    Json(string text)
    {
        this.text = text;
    }

    /// The value that a text holds, and nothing after it.
    public static object Read(string text)
    {
        var reader = new Json(text);
        var value = reader.Value(0);
        if (reader.Peek() != '\0') throw reader.Wrong("something follows");
        return value;
    }

    /// One way to write JSON: sorted keys, no spaces, nothing but ASCII.
    public static string Write(object value)
    {
        var written = new StringBuilder();
        Write(value, written);
        return written.ToString();
    }

    // ---- reading

    object Value(int depth)
    {
        if (depth > Deepest) throw Wrong("too deep");
        switch (Peek())
        {
            case '{': return Dictionary(depth);
            case '[': return List(depth);
            case '"': return Text();
            case 't': return Word("true", true);
            case 'f': return Word("false", false);
            case 'n': return Word("null", null);
            default: return Number();
        }
    }

    Dictionary<string, object> Dictionary(int depth)
    {
        var found = new Dictionary<string, object>();
        at += 1;
        if (Peek() != '}')
        {
            do
            {
                if (Peek() != '"') throw Wrong("a key is expected");
                var key = Text();
                Expect(':');
                found[key] = Value(depth + 1);
            } while (IsNext(','));
        }
        Expect('}');
        return found;
    }

    List<object> List(int depth)
    {
        var found = new List<object>();
        at += 1;
        if (Peek() != ']')
        {
            do found.Add(Value(depth + 1)); while (IsNext(','));
        }
        Expect(']');
        return found;
    }

    string Text()
    {
        var found = new StringBuilder();
        at += 1;
        while (at < text.Length && text[at] != '"')
        {
            var one = text[at++];
            found.Append(one == '\\' ? AfterBackslash() : one);
        }
        Expect('"');
        return found.ToString();
    }

    char AfterBackslash()
    {
        if (at >= text.Length) throw Wrong("the text ends");
        var one = text[at++];
        var plain = Escapes.IndexOf(one);
        if (plain >= 0) return Escaped[plain];
        int code;
        var isHex = at + 4 <= text.Length
            & int.TryParse(Cut(4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out code);
        if (one != 'u' || !isHex) throw Wrong("no such escape");
        at += 4;
        return (char)code;
    }

    string Cut(int length)
    {
        return text.Substring(at, Math.Min(length, text.Length - at));
    }

    object Word(string word, object value)
    {
        if (Cut(word.Length) != word) throw Wrong("no such word");
        at += word.Length;
        return value;
    }

    object Number()
    {
        var begun = at;
        while (at < text.Length && "+-.0123456789eE".IndexOf(text[at]) >= 0) at += 1;
        var digits = text.Substring(begun, at - begun);
        long whole;
        double real;
        if (long.TryParse(digits, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out whole)) return whole;
        if (double.TryParse(digits, NumberStyles.Float, CultureInfo.InvariantCulture, out real)) return real;
        throw Wrong("a value is expected");
    }

    char Peek()
    {
        while (at < text.Length && " \t\r\n".IndexOf(text[at]) >= 0) at += 1;
        return at < text.Length ? text[at] : '\0';
    }

    bool IsNext(char wanted)
    {
        var isNext = Peek() == wanted;
        if (isNext) at += 1;
        return isNext;
    }

    void Expect(char wanted)
    {
        if (!IsNext(wanted)) throw Wrong("'" + wanted + "' is expected");
    }

    FormatException Wrong(string what)
    {
        return new FormatException(what + " at character " + (at + 1));
    }

    // ---- writing

    static void Write(object value, StringBuilder written)
    {
        if (value is IDictionary<string, object> map)
        {
            var keys = map.Keys.OrderBy(key => key, StringComparer.Ordinal).ToList();
            written.Append('{');
            foreach (var key in keys)
            {
                if (key != keys[0]) written.Append(',');
                Quote(key, written);
                written.Append(':');
                Write(map[key], written);
            }
            written.Append('}');
        }
        else if (value is string words) Quote(words, written);
        else if (value is System.Collections.IEnumerable list)
        {
            var separator = "[";
            foreach (var one in list)
            {
                written.Append(separator);
                Write(one, written);
                separator = ",";
            }
            written.Append(separator == "[" ? "[]" : "]");
        }
        else if (value == null) written.Append("null");
        else if (value is bool) written.Append((bool)value ? "true" : "false");
        else written.Append(Convert.ToString(value, CultureInfo.InvariantCulture));
    }

    static void Quote(string words, StringBuilder written)
    {
        written.Append('"');
        foreach (var one in words)
        {
            var plain = Escaped.IndexOf(one);
            if (plain >= 0 && one != '/') written.Append('\\').Append(Escapes[plain]);
            else if (one >= ' ' && one <= '~') written.Append(one);
            else written.Append("\\u").Append(((int)one).ToString("x4"));
        }
        written.Append('"');
    }
}
