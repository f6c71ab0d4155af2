using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using Map = System.Collections.Generic.Dictionary<string, object>;

/// Speaks Kaiju protocol 1 on stdin and stdout.
///
/// The game itself is in Game.cs; this file need not change until you offer more operations.
/// stdout carries the answers and nothing else: print what you want to see to Console.Error.
public sealed class Adapter
{
    static readonly Map Engine = new Map { { "name", "my-engine" }, { "version", "0.1.0" }, { "language", "csharp" } };

    /// A request that makes no sense here; it is answered with an error, and the talk goes on.
    sealed class Mistake : Exception
    {
        public Mistake(string message) : base(message) { }
    }

    Game game = null;
    int number = 0; // of answers taken: it names the pending decision

    public static void Main()
    {
        var adapter = new Adapter();
        var utf8 = new UTF8Encoding(false);
        using (var lines = new StreamReader(Console.OpenStandardInput(), utf8))
        using (var answers = new StreamWriter(Console.OpenStandardOutput(), utf8))
        {
            for (var line = lines.ReadLine(); line != null; line = lines.ReadLine())
            {
                var reply = adapter.AnswerLine(line);
                answers.Write(Json.Write(reply) + "\n");
                answers.Flush();
                if (reply.ContainsKey("bye")) return;
            }
        }
    }

    /// One line in, one line out.
    Map AnswerLine(string line)
    {
        Map ask;
        try
        {
            ask = Json.Read(line) as Map;
            if (ask == null) throw new FormatException("a request is a JSON object");
        }
        catch (FormatException error)
        {
            return new Map { { "id", null }, { "error", Message("this line is no request: " + error.Message, "") } };
        }
        var reply = Reply(ask);
        reply["id"] = Get(ask, "id");
        return reply;
    }

    /// The answer to a request, without its id.
    Map Reply(Map ask)
    {
        try
        {
            switch (Get(ask, "op") as string)
            {
                case null: throw new Mistake("`op` is missing");
                case "hello": return Hello(ask);
                case "start":
                    MustKnow(ask);
                    return Begin(Game.Start((List<object>)Get(ask, "pool")));
                case "setup":
                    MustKnow(ask);
                    return Begin(Game.Setup((Map)Get(ask, "setup")));
                case "apply": return Apply(ask);
                case "state": return new Map { { "state", Playing().State() } };
                case "bye": return new Map { { "bye", true } };
                default: return new Map { { "unsupported", true } };
            }
        }
        catch (NotYet wish)
        {
            return new Map { { "skip", new Map { { "reason", wish.Message } } } };
        }
        catch (Mistake mistake)
        {
            return new Map { { "error", Message(mistake.Message, "") } };
        }
        catch (Exception bug) // in the engine: tell it and go on
        {
            return new Map { { "error", Message(bug.Message, bug.ToString()) } };
        }
    }

    // ---- one method for each operation

    Map Hello(Map ask)
    {
        var spoken = Get(ask, "protocol") as List<object>;
        if (spoken == null || !spoken.Contains(1L)) throw new Mistake("this engine speaks protocol 1");
        return new Map { { "protocol", 1 }, { "engine", Engine }, { "games", Game.Plays }, { "ops", Game.Ops } };
    }

    Map Apply(Map ask)
    {
        var pending = Playing().Pending();
        var decision = Get(ask, "decision") as string;
        var answer = Get(ask, "do") as Map;
        if (decision == null || answer == null) return Rejected("malformed");
        if (pending.ContainsKey("over")) return Rejected("game-over");
        if (decision != Name()) return Rejected("wrong-decision");
        var isFactored = pending.ContainsKey("choose") && answer.ContainsKey("choose");
        if (isFactored && !(answer["choose"] is List<object>)) return Rejected("malformed");
        if (!IsLegal(answer, pending)) return Rejected("not-legal");
        Playing().Answer(answer);
        number += 1;
        return Frame();
    }

    // ---- where the game stands

    void MustKnow(Map ask)
    {
        var played = Get(Game.Plays, Get(ask, "game") as string ?? "") as Map;
        if (played == null)
        {
            var known = string.Join(", ", Game.Plays.Keys);
            throw new Mistake("this engine plays " + known + ", not " + Get(ask, "game"));
        }
        var cards = Get(ask, "cards") as List<object>;
        if (cards != null && cards.Count > 0) throw new NotYet("cards given as text");
        var declared = (Map)played["options"];
        var options = Get(ask, "options") as Map ?? new Map();
        if (options.Any(option => !Equals(Get(declared, option.Key), option.Value)))
        {
            throw new NotYet("answers to options other than those of its hello");
        }
    }

    Map Begin(Game begun)
    {
        game = begun;
        number = 0;
        return Frame();
    }

    Game Playing()
    {
        if (game == null) throw new Mistake("no game is being played: send start or setup first");
        return game;
    }

    string Name()
    {
        return "d" + number;
    }

    /// What the game waits for: exactly one of a decision, chance and the end.
    Map Frame()
    {
        var next = new Map(Playing().Pending());
        if (!next.ContainsKey("over"))
        {
            var isChance = Equals(next["who"], "nature");
            if (isChance) next.Remove("who");
            next[isChance ? "chance" : "decision"] = Name();
        }
        var digest = Fingerprint(Playing().State());
        return new Map { { "frame", new Map { { "n", number }, { "next", next }, { "digest", digest } } } };
    }

    /// Whether an answer is one of those offered, listed or as a choice of several things.
    static bool IsLegal(Map answer, Map pending)
    {
        if (pending.ContainsKey("legal"))
        {
            var said = Json.Write(answer);
            return ((List<object>)pending["legal"]).Any(one => Json.Write(one) == said);
        }
        if (!answer.ContainsKey("choose") || answer.Count != 1) return false;
        var choose = (Map)pending["choose"];
        var chosen = (List<object>)answer["choose"];
        var left = new List<object>((IEnumerable<object>)choose["from"]); // as often as they are listed
        return chosen.All(one => left.Remove(one))
            && (int)choose["min"] <= chosen.Count
            && chosen.Count <= (int)choose["max"];
    }

    /// Equal for equal positions, in every language: it spares the kit to ask for the state.
    static string Fingerprint(object state)
    {
        using (var hash = SHA256.Create())
        {
            var bytes = hash.ComputeHash(Encoding.UTF8.GetBytes(Json.Write(state)));
            return string.Concat(bytes.Take(8).Select(one => one.ToString("x2")));
        }
    }

    static Map Rejected(string code)
    {
        return new Map { { "rejected", new Map { { "code", code } } } };
    }

    static Map Message(string message, string trace)
    {
        return new Map { { "message", message }, { "trace", trace } };
    }

    /// What a dictionary has under a key, or null.
    public static object Get(Map map, string key)
    {
        object found;
        return map.TryGetValue(key, out found) ? found : null;
    }
}
