import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Reads and writes JSON: maps, lists, text, whole numbers as Long, others as Double. */
final class Json {
    private static final int DEEPEST = 200;

    private final String text;
    private int at = 0;

    private Json(String text) {
        this.text = text;
    }

    /** The value that a text holds, and nothing after it. */
    static Object read(String text) {
        var reader = new Json(text);
        var value = reader.value(0);
        if (reader.peek() != '\0') throw reader.wrong("something follows");
        return value;
    }

    /** One way to write JSON: sorted keys, no spaces, nothing but ASCII. */
    static String write(Object value) {
        var written = new StringBuilder();
        write(value, written);
        return written.toString();
    }

    // ---- reading

    private Object value(int depth) {
        if (depth > DEEPEST) throw wrong("too deep");
        var next = peek();
        switch (next) {
            case '{':
                return object(depth);
            case '[':
                return list(depth);
            case '"':
                return string();
            case 't':
                return word("true", true);
            case 'f':
                return word("false", false);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> found = new LinkedHashMap<>();
        at += 1;
        if (peek() != '}') {
            do {
                if (peek() != '"') throw wrong("a key is expected");
                var key = string();
                expect(':');
                found.put(key, value(depth + 1));
            } while (isNext(','));
        }
        expect('}');
        return found;
    }

    private List<Object> list(int depth) {
        List<Object> found = new ArrayList<>();
        at += 1;
        if (peek() != ']') {
            do {
                found.add(value(depth + 1));
            } while (isNext(','));
        }
        expect(']');
        return found;
    }

    private String string() {
        var found = new StringBuilder();
        at += 1;
        while (at < text.length() && text.charAt(at) != '"') {
            var one = text.charAt(at++);
            found.append(one == '\\' ? escaped() : one);
        }
        expect('"');
        return found.toString();
    }

    private char escaped() {
        if (at >= text.length()) throw wrong("the text ends");
        var one = text.charAt(at++);
        var plain = "\"\\/bfnrt".indexOf(one);
        if (plain >= 0) return "\"\\/\b\f\n\r\t".charAt(plain);
        if (one != 'u' || at + 4 > text.length()) throw wrong("no such escape");
        at += 4;
        return (char) Integer.parseInt(text.substring(at - 4, at), 16);
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) throw wrong("no such word");
        at += word.length();
        return value;
    }

    private Object number() {
        var begun = at;
        while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at += 1;
        var digits = text.substring(begun, at);
        try {
            return digits.matches("-?\\d{1,18}") ? (Object) Long.valueOf(digits) : Double.valueOf(digits);
        } catch (NumberFormatException error) {
            throw wrong("a value is expected");
        }
    }

    private char peek() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at += 1;
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private boolean isNext(char wanted) {
        var is = peek() == wanted;
        if (is) at += 1;
        return is;
    }

    private void expect(char wanted) {
        if (!isNext(wanted)) throw wrong("'" + wanted + "' is expected");
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + " at character " + (at + 1));
    }

    // ---- writing

    private static void write(Object value, StringBuilder written) {
        if (value instanceof Map<?, ?> map) {
            var separator = "{";
            for (var entry : new TreeMap<Object, Object>(map).entrySet()) {
                written.append(separator);
                write(entry.getKey(), written);
                written.append(':');
                write(entry.getValue(), written);
                separator = ",";
            }
            written.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof List<?> list) {
            var separator = "";
            written.append('[');
            for (var one : list) {
                written.append(separator);
                write(one, written);
                separator = ",";
            }
            written.append(']');
        } else if (value instanceof String string) {
            quote(string, written);
        } else {
            written.append(value); // a number, true, false or null
        }
    }

    private static void quote(String string, StringBuilder written) {
        written.append('"');
        for (var one : string.toCharArray()) {
            var plain = "\"\\\b\f\n\r\t".indexOf(one);
            if (plain >= 0) written.append('\\').append("\"\\bfnrt".charAt(plain));
            else if (one >= ' ' && one <= '~') written.append(one);
            else written.append(String.format("\\u%04x", (int) one));
        }
        written.append('"');
    }
}
