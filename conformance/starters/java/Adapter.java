import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Speaks Kaiju protocol 1 on stdin and stdout.
 *
 * The game itself is in Game.java; this file need not change until you offer more operations.
 * stdout carries the answers and nothing else: print what you want to see to System.err.
 */
public final class Adapter {
    private static final Map<String, Object> ENGINE =
            Map.of("name", "my-engine", "version", "0.1.0", "language", "java");

    /** A request that makes no sense here; it is answered with an error, and the talk goes on. */
    private static final class Mistake extends RuntimeException {
        Mistake(String message) {
            super(message);
        }
    }

    private Game game = null;
    private int number = 0; // of answers taken: it names the pending decision

    public static void main(String[] arguments) throws IOException {
        var adapter = new Adapter();
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var out = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var reply = adapter.answerLine(line);
            out.print(Json.write(reply) + "\n");
            out.flush();
            if (reply.containsKey("bye")) return;
        }
    }

    /** One line in, one line out. */
    private Map<String, Object> answerLine(String line) {
        Map<String, Object> said = new LinkedHashMap<>();
        said.put("id", null);
        try {
            var ask = map(Json.read(line));
            said.put("id", ask.get("id"));
            said.putAll(reply(ask));
        } catch (IllegalArgumentException | ClassCastException error) {
            said.put("error", Map.of("message", "this line is no request: " + error.getMessage()));
        }
        return said;
    }

    /** The answer to a request, without its id. */
    private Map<String, Object> reply(Map<String, Object> ask) {
        if (!(ask.get("op") instanceof String op)) return error("`op` is missing", "");
        try {
            switch (op) {
                case "hello":
                    return hello(ask);
                case "start":
                    mustKnow(ask);
                    return begin(Game.start(list(ask.get("pool"))));
                case "setup":
                    mustKnow(ask);
                    return begin(Game.setup(map(ask.get("setup"))));
                case "apply":
                    return apply(ask);
                case "state":
                    return Map.of("state", playing().state());
                case "bye":
                    return Map.of("bye", true);
                default:
                    return Map.of("unsupported", true);
            }
        } catch (Game.NotYet wish) {
            return Map.of("skip", Map.of("reason", wish.getMessage()));
        } catch (Mistake mistake) {
            return error(mistake.getMessage(), "");
        } catch (RuntimeException bug) { // in the engine: tell it and go on
            var trace = new StringWriter();
            bug.printStackTrace(new PrintWriter(trace));
            return error(bug.toString(), trace.toString());
        }
    }

    // ---- one method for each operation

    private Map<String, Object> hello(Map<String, Object> ask) {
        if (!list(ask.get("protocol")).contains(1L)) throw new Mistake("this engine speaks protocol 1");
        return Map.of("protocol", 1, "engine", ENGINE, "games", Game.PLAYS, "ops", Game.OPS);
    }

    private Map<String, Object> apply(Map<String, Object> ask) {
        var pending = playing().pending();
        if (!(ask.get("decision") instanceof String) || !(ask.get("do") instanceof Map)) {
            return rejected("malformed");
        }
        var answer = map(ask.get("do"));
        if (pending.containsKey("over")) return rejected("game-over");
        if (!ask.get("decision").equals(name())) return rejected("wrong-decision");
        var isFactored = pending.containsKey("choose") && answer.containsKey("choose");
        if (isFactored && !(answer.get("choose") instanceof List)) return rejected("malformed");
        if (!isLegal(answer, pending)) return rejected("not-legal");
        playing().answer(answer);
        number += 1;
        return frame();
    }

    // ---- where the game stands

    private void mustKnow(Map<String, Object> ask) {
        var played = Game.PLAYS.get(String.valueOf(ask.get("game")));
        if (played == null) {
            throw new Mistake("this engine plays " + Game.PLAYS.keySet() + ", not " + ask.get("game"));
        }
        if (ask.get("cards") instanceof List<?> cards && !cards.isEmpty()) {
            throw new Game.NotYet("cards given as text");
        }
        if (ask.get("options") instanceof Map<?, ?> options
                && !map(played.get("options")).entrySet().containsAll(options.entrySet())) {
            throw new Game.NotYet("answers to options other than those of its hello");
        }
    }

    private Map<String, Object> begin(Game begun) {
        game = begun;
        number = 0;
        return frame();
    }

    private Game playing() {
        if (game == null) throw new Mistake("no game is being played: send start or setup first");
        return game;
    }

    private String name() {
        return "d" + number;
    }

    /** What the game waits for: exactly one of a decision, chance and the end. */
    private Map<String, Object> frame() {
        Map<String, Object> next = new LinkedHashMap<>(playing().pending());
        if (!next.containsKey("over")) {
            var isChance = "nature".equals(next.get("who"));
            if (isChance) next.remove("who");
            next.put(isChance ? "chance" : "decision", name());
        }
        var digest = fingerprint(playing().state());
        return Map.of("frame", Map.of("n", number, "next", next, "digest", digest));
    }

    /** Whether an answer is one of those offered, listed or as a choice of several things. */
    private static boolean isLegal(Map<String, Object> answer, Map<String, Object> pending) {
        if (pending.containsKey("legal")) {
            var said = Json.write(answer);
            return list(pending.get("legal")).stream().anyMatch(one -> Json.write(one).equals(said));
        }
        if (!answer.containsKey("choose") || answer.size() != 1) return false;
        var choose = map(pending.get("choose"));
        List<Object> left = new ArrayList<>(list(choose.get("from"))); // as often as they are listed
        for (var one : list(answer.get("choose"))) {
            if (!left.remove(one)) return false;
        }
        var chosen = list(answer.get("choose")).size();
        return (int) choose.get("min") <= chosen && chosen <= (int) choose.get("max");
    }

    /** Equal for equal positions, in every language: it spares the kit to ask for the state. */
    private static String fingerprint(Object state) {
        try {
            var bytes = Json.write(state).getBytes(StandardCharsets.UTF_8);
            var hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(hash).substring(0, 16);
        } catch (NoSuchAlgorithmException error) {
            throw new IllegalStateException(error); // every Java has it
        }
    }

    private static Map<String, Object> rejected(String code) {
        return Map.of("rejected", Map.of("code", code));
    }

    private static Map<String, Object> error(String message, String trace) {
        return Map.of("error", Map.of("message", message, "trace", trace));
    }

    @SuppressWarnings("unchecked") // what comes as JSON has texts as keys
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return value == null ? List.of() : (List<Object>) value;
    }
}
