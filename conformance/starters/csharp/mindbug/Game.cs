using System;
using System.Collections.Generic;
using System.Linq;
using Map = System.Collections.Generic.Dictionary<string, object>;

/// Something the rules allow and this engine cannot do yet.
public sealed class NotYet : Exception
{
    public NotYet(string message) : base(message) { }
}

/// A placeholder for your engine: whole turns of Mindbug, with two cards it knows.
///
/// Replace the inside of Game by calls to your own engine, and keep its five methods: Start,
/// Setup, Pending, Answer, State. What cannot be done yet throws NotYet: it is then skipped, not
/// failed.
public sealed class Game
{
    /// Every card known; the others have text to obey.
    static readonly Dictionary<string, Card> Cards = new Dictionary<string, Card>
    {
        { "gorillion", new Card(10) },
        { "spider-owl", new Card(3, "poisonous", "sneaky") },
    };

    static readonly string[] Keywords = { "poisonous", "sneaky" }; // the keywords obeyed

    /// Leave features out once you know all cards and keywords.
    static readonly List<string> Features = Cards.Keys.Select(card => "card:" + card)
        .Concat(Keywords.Select(keyword => "keyword:" + keyword)).ToList();

    /// Your answers where books leave a choice; what is left out is the default.
    static readonly Map Options = new Map();

    public static readonly Map Plays = new Map
    {
        { "mindbug/first-contact", new Map { { "features", Features }, { "options", Options } } },
    };

    /// To come: view, snapshot, replay, perft, card, options.
    public static readonly string[] Ops = { "setup", "state" };

    const int Hand = 5;

    sealed class Card
    {
        public readonly int Power;
        public readonly string[] Keywords;

        public Card(int power, params string[] keywords)
        {
            Power = power;
            Keywords = keywords;
        }
    }

    sealed class Player
    {
        public int Life = 3;
        public int Mindbugs = 2;
        public List<string> Hand = new List<string>();
        public List<string> Deck = new List<string>();
        public List<string> Play = new List<string>();
        public List<string> Discard = new List<string>();
    }

    readonly Dictionary<string, Player> players = new Dictionary<string, Player>
    {
        { "p1", new Player() },
        { "p2", new Player() },
    };
    readonly Dictionary<string, string> cards = new Dictionary<string, string>(); // by handle: "#7"
    List<string> unused = new List<string>();
    List<string> aside = new List<string>();
    string turn = "p1";
    string attacker = null;
    string played = null; // a card laid open, which a Mindbug may take
    int undealt = 0; // cards the players still get
    int unrevealed = 0; // cards that still decide who plays first
    Map over = null;

    /// A game from its beginning: the kit deals, we say what can be dealt.
    public static Game Start(List<object> pool)
    {
        var game = new Game();
        foreach (Map card in pool)
        {
            game.cards[(string)card["h"]] = (string)card["card"];
            game.unused.Add((string)card["h"]);
        }
        game.undealt = 20;
        game.unrevealed = 2;
        return game;
    }

    /// A position as the kit describes it, at the turn action of `turn`.
    public static Game Setup(Map setup)
    {
        var game = new Game { turn = (string)setup["turn"] };
        foreach (var seat in game.players.Keys)
        {
            var given = Adapter.Get((Map)setup["players"], seat) as Map ?? new Map();
            var player = game.players[seat];
            player.Life = Convert.ToInt32(Adapter.Get(given, "life") ?? 3);
            player.Mindbugs = Convert.ToInt32(Adapter.Get(given, "mindbugs") ?? 2);
            player.Hand = game.Take(given, "hand");
            player.Deck = game.Take(given, "deck");
            player.Play = game.Take(given, "play");
            player.Discard = game.Take(given, "discard");
            Draw(player);
        }
        game.unused = game.Take(setup, "unused");
        game.aside = game.Take(setup, "aside");
        game.LoseWithoutAction();
        return game;
    }

    List<string> Take(Map given, string zone)
    {
        var taken = new List<string>();
        foreach (Map card in Adapter.Get(given, zone) as List<object> ?? new List<object>())
        {
            var name = (string)card["card"];
            if (!Cards.ContainsKey(name) || Equals(Adapter.Get(card, "exhausted"), true))
            {
                throw new NotYet("a position with " + name);
            }
            cards[(string)card["h"]] = name;
            taken.Add((string)card["h"]);
        }
        return taken;
    }

    // ---- what the game waits for

    /// Who must answer, and every answer that is legal; or how the game ended.
    public Map Pending()
    {
        if (over != null) return new Map { { "over", over } };
        if (undealt > 0) return Wait("nature", "deal", Offers("deal", unused));
        if (unrevealed > 0) return Wait("nature", "reveal", Offers("reveal", unused));
        var decline = new Map { { "decline", true } };
        if (played != null)
        {
            return Wait(Other(turn), "mindbug", new List<object> { new Map { { "mindbug", true } }, decline });
        }
        if (attacker != null)
        {
            var blocks = Offers("block", players[Other(turn)].Play.Where(MayBlock));
            blocks.Add(decline);
            return Wait(Other(turn), "block", blocks);
        }
        var legal = Offers("play", players[turn].Hand);
        legal.AddRange(Offers("attack", players[turn].Play));
        return Wait(turn, "turn", legal);
    }

    static Map Wait(string who, string kind, List<object> legal)
    {
        return new Map { { "who", who }, { "kind", kind }, { "legal", legal } };
    }

    static List<object> Offers(string verb, IEnumerable<string> cards)
    {
        return InOrder(cards).Select(card => (object)new Map { { verb, card } }).ToList();
    }

    /// Go on to the next thing the game waits for; the answer is legal.
    public void Answer(Map answer)
    {
        if (answer.ContainsKey("deal")) Deal((string)answer["deal"]);
        else if (answer.ContainsKey("attack")) attacker = (string)answer["attack"];
        else if (answer.ContainsKey("block")) Fight((string)answer["block"]);
        else if (answer.ContainsKey("play")) Play((string)answer["play"]);
        else if (answer.ContainsKey("mindbug")) TakeOver();
        else if (played != null) Keep();
        else if (answer.ContainsKey("decline")) Unblocked();
        else throw new NotYet("revealing cards to see who plays first");
    }

    // ---- the rules known so far

    /// mb.setup.deal, mb.setup.hand: ten cards each, then the first five are the hand.
    void Deal(string card)
    {
        unused.Remove(card);
        players[undealt > 10 ? "p1" : "p2"].Deck.Add(card);
        undealt -= 1;
        if (undealt > 0) return;
        foreach (var player in players.Values) Draw(player);
    }

    /// mb.draw.refill: a hand of fewer than five cards is filled up from the deck.
    static void Draw(Player player)
    {
        while (player.Hand.Count < Hand && player.Deck.Count > 0)
        {
            player.Hand.Add(player.Deck[0]);
            player.Deck.RemoveAt(0);
        }
    }

    /// mb.play.show, mb.mindbug.offer: the card is laid open, and the other may take it.
    void Play(string card)
    {
        if (!Cards.ContainsKey(cards[card])) throw new NotYet("playing " + cards[card]);
        players[turn].Hand.Remove(card);
        Draw(players[turn]);
        played = card;
        if (players[Other(turn)].Mindbugs == 0) Keep();
    }

    /// mb.play.enter: nobody takes it, so it enters play for who played it.
    void Keep()
    {
        Enter(turn);
        EndTurn();
    }

    /// mb.mindbug.take, mb.mindbug.follow-up: who uses a Mindbug gets the creature, and the active
    /// player acts again.
    void TakeOver()
    {
        players[Other(turn)].Mindbugs -= 1;
        Enter(Other(turn));
        LoseWithoutAction();
    }

    void Enter(string seat)
    {
        players[seat].Play.Add(played);
        played = null;
    }

    /// mb.keyword.sneaky: only sneaky creatures block a sneaky one.
    bool MayBlock(string card)
    {
        return Is(card, "sneaky") || !Is(attacker, "sneaky");
    }

    /// mb.attack.lower-power, mb.attack.tie, mb.keyword.poisonous: who has no more power is
    /// defeated, and who fights a poisonous creature is.
    void Fight(string blocker)
    {
        var fighting = attacker;
        var difference = Known(fighting).Power - Known(blocker).Power;
        if (difference <= 0 || Is(blocker, "poisonous")) Defeat(turn, fighting);
        if (difference >= 0 || Is(fighting, "poisonous")) Defeat(Other(turn), blocker);
        EndTurn();
    }

    /// mb.attack.defeated-pile: it goes to the discard pile of its controller.
    void Defeat(string seat, string card)
    {
        players[seat].Play.Remove(card);
        players[seat].Discard.Add(card);
    }

    /// mb.attack.unblocked: an attack that nobody blocks costs one life.
    void Unblocked()
    {
        // GAP: nothing happens to the life of the defender yet; the tutorial fills this.
        EndTurn();
    }

    void EndTurn()
    {
        attacker = null;
        turn = Other(turn);
        LoseWithoutAction();
    }

    /// mb.turn.no-action: who can neither play nor attack loses.
    void LoseWithoutAction()
    {
        var player = players[turn];
        if (player.Hand.Count == 0 && player.Play.Count == 0)
        {
            over = new Map { { "winner", Other(turn) }, { "reason", "no-action" } };
        }
    }

    // ---- what the kit compares

    /// The whole position, as the rules see it.
    public Map State()
    {
        return new Map
        {
            { "turn", turn },
            { "players", new Map { { "p1", Shown("p1") }, { "p2", Shown("p2") } } },
            { "unused", InOrder(unused) },
            { "aside", InOrder(aside) },
            { "played", played },
            { "over", over },
        };
    }

    Map Shown(string seat)
    {
        var player = players[seat];
        return new Map
        {
            { "life", player.Life },
            { "mindbugs", player.Mindbugs },
            { "hand", InOrder(player.Hand) },
            { "deck", player.Deck },
            { "play", InOrder(player.Play).Select(Creature).ToList() },
            { "discard", InOrder(player.Discard) },
        };
    }

    Map Creature(string card)
    {
        return new Map
        {
            { "h", card },
            { "exhausted", false },
            { "power", Known(card).Power },
            { "keywords", Known(card).Keywords },
        };
    }

    Card Known(string card)
    {
        return Cards[cards[card]];
    }

    bool Is(string card, string keyword)
    {
        return Known(card).Keywords.Contains(keyword);
    }

    static string Other(string seat)
    {
        return seat == "p1" ? "p2" : "p1";
    }

    /// Handles by their numbers: #2 before #10.
    static List<string> InOrder(IEnumerable<string> handles)
    {
        return handles.OrderBy(handle => int.Parse(handle.Substring(1))).ToList();
    }
}
