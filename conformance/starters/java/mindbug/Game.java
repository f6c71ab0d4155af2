import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A placeholder for your engine: whole turns of Mindbug, with two cards it knows.
 *
 * Replace the inside of Game by calls to your own engine, and keep its five methods: start,
 * setup, pending, answer, state. What cannot be done yet throws NotYet: it is then skipped, not
 * failed.
 */
final class Game {
    /** Every card known; the others have text to obey. */
    private static final Map<String, Card> CARDS =
            Map.of(
                    "gorillion", new Card(10, List.of()),
                    "spider-owl", new Card(3, List.of("poisonous", "sneaky")));

    /** Leave features out once you know all cards and keywords. */
    private static final List<String> FEATURES =
            List.of("card:gorillion", "card:spider-owl", "keyword:poisonous", "keyword:sneaky");

    /** Your answers where books leave a choice; what is left out is the default. */
    private static final Map<String, Object> OPTIONS = Map.of();

    static final Map<String, Map<String, Object>> PLAYS =
            Map.of("mindbug/first-contact", Map.of("features", FEATURES, "options", OPTIONS));

    /** To come: view, snapshot, replay, perft, card, options. */
    static final List<String> OPS = List.of("setup", "state");

    private static final int HAND = 5;

    /** Something the rules allow and this engine cannot do yet. */
    static final class NotYet extends RuntimeException {
        NotYet(String message) {
            super(message);
        }
    }

    private record Card(int power, List<String> keywords) {}

    private static final class Player {
        int life = 3;
        int mindbugs = 2;
        List<String> hand = new ArrayList<>();
        List<String> deck = new ArrayList<>();
        List<String> play = new ArrayList<>();
        List<String> discard = new ArrayList<>();
    }

    private final Map<String, Player> players = new LinkedHashMap<>();
    private final Map<String, String> cards = new LinkedHashMap<>(); // by their handles, such as "#7"
    private List<String> unused = new ArrayList<>();
    private List<String> aside = new ArrayList<>();
    private String turn = "p1";
    private String attacker = null;
    private String played = null; // a card laid open, which a Mindbug may take
    private int undealt = 0; // cards the players still get
    private int unrevealed = 0; // cards that still decide who plays first
    private Map<String, Object> over = null;

    private Game() {
        players.put("p1", new Player());
        players.put("p2", new Player());
    }

    /** A game from its beginning: the kit deals, we say what can be dealt. */
    static Game start(List<Object> pool) {
        var game = new Game();
        for (var each : pool) {
            var card = Adapter.map(each);
            game.cards.put((String) card.get("h"), (String) card.get("card"));
            game.unused.add((String) card.get("h"));
        }
        game.undealt = 20;
        game.unrevealed = 2;
        return game;
    }

    /** A position as the kit describes it, at the turn action of `turn`. */
    static Game setup(Map<String, Object> setup) {
        var game = new Game();
        game.turn = (String) setup.get("turn");
        for (var seat : game.players.keySet()) {
            var given = Adapter.map(Adapter.map(setup.get("players")).getOrDefault(seat, Map.of()));
            var player = game.players.get(seat);
            player.life = ((Number) given.getOrDefault("life", 3)).intValue();
            player.mindbugs = ((Number) given.getOrDefault("mindbugs", 2)).intValue();
            player.hand = game.take(given.get("hand"));
            player.deck = game.take(given.get("deck"));
            player.play = game.take(given.get("play"));
            player.discard = game.take(given.get("discard"));
            game.draw(player);
        }
        game.unused = game.take(setup.get("unused"));
        game.aside = game.take(setup.get("aside"));
        game.loseWithoutAction();
        return game;
    }

    private List<String> take(Object given) {
        List<String> taken = new ArrayList<>();
        for (var each : Adapter.list(given)) {
            var card = Adapter.map(each);
            var name = (String) card.get("card");
            if (!CARDS.containsKey(name) || Boolean.TRUE.equals(card.get("exhausted"))) {
                throw new NotYet("a position with " + name);
            }
            cards.put((String) card.get("h"), name);
            taken.add((String) card.get("h"));
        }
        return taken;
    }

    // ---- what the game waits for

    /** Who must answer, and every answer that is legal; or how the game ended. */
    Map<String, Object> pending() {
        if (over != null) return Map.of("over", over);
        if (undealt > 0) return wait("nature", "deal", offers("deal", unused));
        if (unrevealed > 0) return wait("nature", "reveal", offers("reveal", unused));
        if (played != null) {
            return wait(other(turn), "mindbug", List.of(Map.of("mindbug", true), Map.of("decline", true)));
        }
        if (attacker != null) {
            var blockers = players.get(other(turn)).play.stream().filter(this::mayBlock).toList();
            var legal = offers("block", blockers);
            legal.add(Map.of("decline", true));
            return wait(other(turn), "block", legal);
        }
        var legal = offers("play", players.get(turn).hand);
        legal.addAll(offers("attack", players.get(turn).play));
        return wait(turn, "turn", legal);
    }

    private static Map<String, Object> wait(String who, String kind, List<?> legal) {
        return Map.of("who", who, "kind", kind, "legal", legal);
    }

    private static List<Object> offers(String verb, List<String> cards) {
        List<Object> offered = new ArrayList<>();
        for (var card : inOrder(cards)) offered.add(Map.of(verb, card));
        return offered;
    }

    /** Go on to the next thing the game waits for; the answer is legal. */
    void answer(Map<String, Object> answer) {
        if (answer.containsKey("deal")) deal((String) answer.get("deal"));
        else if (answer.containsKey("attack")) attacker = (String) answer.get("attack");
        else if (answer.containsKey("block")) fight((String) answer.get("block"));
        else if (answer.containsKey("play")) play((String) answer.get("play"));
        else if (answer.containsKey("mindbug")) takeOver();
        else if (played != null) keep();
        else if (answer.containsKey("decline")) unblocked();
        else throw new NotYet("revealing cards to see who plays first");
    }

    // ---- the rules known so far

    /** mb.setup.deal, mb.setup.hand: ten cards each, then the first five are the hand. */
    private void deal(String card) {
        unused.remove(card);
        players.get(undealt > 10 ? "p1" : "p2").deck.add(card);
        undealt -= 1;
        if (undealt == 0) players.values().forEach(this::draw);
    }

    /** mb.draw.refill: a hand of fewer than five cards is filled up from the deck. */
    private void draw(Player player) {
        while (player.hand.size() < HAND && !player.deck.isEmpty()) {
            player.hand.add(player.deck.remove(0));
        }
    }

    /** mb.play.show, mb.mindbug.offer: the card is laid open, and the other may take it. */
    private void play(String card) {
        if (!CARDS.containsKey(cards.get(card))) throw new NotYet("playing " + cards.get(card));
        players.get(turn).hand.remove(card);
        draw(players.get(turn));
        played = card;
        if (players.get(other(turn)).mindbugs == 0) keep();
    }

    /** mb.play.enter: nobody takes it, so it enters play for who played it. */
    private void keep() {
        enter(turn);
        endTurn();
    }

    /**
     * mb.mindbug.take, mb.mindbug.follow-up: who uses a Mindbug gets the creature, and the active
     * player acts again.
     */
    private void takeOver() {
        players.get(other(turn)).mindbugs -= 1;
        enter(other(turn));
        loseWithoutAction();
    }

    private void enter(String seat) {
        players.get(seat).play.add(played);
        played = null;
    }

    /** mb.keyword.sneaky: only sneaky creatures block a sneaky one. */
    private boolean mayBlock(String card) {
        return is(card, "sneaky") || !is(attacker, "sneaky");
    }

    /**
     * mb.attack.lower-power, mb.attack.tie, mb.keyword.poisonous: who has no more power is
     * defeated, and who fights a poisonous creature is.
     */
    private void fight(String blocker) {
        var fighting = attacker;
        var difference = card(fighting).power() - card(blocker).power();
        if (difference <= 0 || is(blocker, "poisonous")) defeat(turn, fighting);
        if (difference >= 0 || is(fighting, "poisonous")) defeat(other(turn), blocker);
        endTurn();
    }

    /** mb.attack.defeated-pile: it goes to the discard pile of its controller. */
    private void defeat(String seat, String card) {
        players.get(seat).play.remove(card);
        players.get(seat).discard.add(card);
    }

    /** mb.attack.unblocked: an attack that nobody blocks costs one life. */
    private void unblocked() {
        // GAP: nothing happens to the life of the defender yet; the tutorial fills this.
        endTurn();
    }

    private void endTurn() {
        attacker = null;
        turn = other(turn);
        loseWithoutAction();
    }

    /** mb.turn.no-action: who can neither play nor attack loses. */
    private void loseWithoutAction() {
        var player = players.get(turn);
        if (player.hand.isEmpty() && player.play.isEmpty()) {
            over = Map.of("winner", other(turn), "reason", "no-action");
        }
    }

    // ---- what the kit compares

    /** The whole position, as the rules see it. */
    Map<String, Object> state() {
        Map<String, Object> shown = new LinkedHashMap<>();
        shown.put("turn", turn);
        shown.put("players", Map.of("p1", shown("p1"), "p2", shown("p2")));
        shown.put("unused", inOrder(unused));
        shown.put("aside", inOrder(aside));
        shown.put("played", played);
        shown.put("over", over);
        return shown;
    }

    private Map<String, Object> shown(String seat) {
        var player = players.get(seat);
        return Map.of(
                "life", player.life,
                "mindbugs", player.mindbugs,
                "hand", inOrder(player.hand),
                "deck", player.deck,
                "play", inOrder(player.play).stream().map(this::creature).toList(),
                "discard", inOrder(player.discard));
    }

    private Map<String, Object> creature(String card) {
        var known = card(card);
        return Map.of(
                "h", card, "exhausted", false, "power", known.power(), "keywords", known.keywords());
    }

    private Card card(String card) {
        return CARDS.get(cards.get(card));
    }

    private boolean is(String card, String keyword) {
        return card(card).keywords().contains(keyword);
    }

    private static String other(String seat) {
        return seat.equals("p1") ? "p2" : "p1";
    }

    /** Handles by their numbers: #2 before #10. */
    private static List<String> inOrder(List<String> handles) {
        var number = Comparator.comparingInt((String handle) -> Integer.parseInt(handle.substring(1)));
        return handles.stream().sorted(number).toList();
    }
}
