<?php
// A placeholder for your engine: whole turns of Mindbug, with two cards it knows.
//
// Replace the inside of Game by calls to your own engine, and keep its five methods: start,
// setup, pending, answer, state. What cannot be done yet throws NotYet: it is then skipped,
// not failed.

declare(strict_types=1);

const CARDS = [ // every card known; the others have text to obey
    'gorillion' => ['power' => 10, 'keywords' => []],
    'spider-owl' => ['power' => 3, 'keywords' => ['poisonous', 'sneaky']],
];
const KEYWORDS = ['poisonous', 'sneaky']; // the keywords obeyed
const OPTIONS = []; // your answers where books leave a choice; what is left out is the default
const OPS = ['setup', 'state']; // to come: view, snapshot, replay, perft, card, options
const SEATS = ['p1', 'p2'];
const HAND = 5;

// What is played; leave features out once you know all cards and keywords.
function plays(): array
{
    $features = array_merge(
        array_map(fn (string $card) => "card:$card", array_keys(CARDS)),
        array_map(fn (string $keyword) => "keyword:$keyword", KEYWORDS),
    );
    return ['mindbug/first-contact' => ['features' => $features, 'options' => (object) OPTIONS]];
}

// Something the rules allow and this engine cannot do yet.
class NotYet extends Exception
{
}

class Player
{
    public int $life = 3;
    public int $mindbugs = 2;
    public array $hand = [];
    public array $deck = [];
    public array $play = [];
    public array $discard = [];
}

// One game: it always waits for exactly one thing.
class Game
{
    private array $players;
    private array $cards = []; // handle => card: the kit names every card, such as "#7"
    private array $unused = [];
    private array $aside = [];
    private string $turn = 'p1';
    private ?string $attacker = null;
    private ?string $played = null; // a card laid open, which a Mindbug may take
    private int $undealt = 0; // cards the players still get
    private int $unrevealed = 0; // cards that still decide who plays first
    private ?array $over = null;

    private function __construct()
    {
        $this->players = ['p1' => new Player(), 'p2' => new Player()];
    }

    // A game from its beginning: the kit deals, we say what can be dealt.
    public static function start(array $pool): Game
    {
        $game = new Game();
        foreach ($pool as $card) {
            $game->cards[$card->h] = $card->card;
            $game->unused[] = $card->h;
        }
        $game->undealt = 20;
        $game->unrevealed = 2;
        return $game;
    }

    // A position as the kit describes it, at the turn action of `turn`.
    public static function setup(stdClass $setup): Game
    {
        $game = new Game();
        $game->turn = $setup->turn;
        foreach (SEATS as $seat) {
            $given = $setup->players->$seat ?? new stdClass();
            $player = $game->players[$seat];
            $player->life = $given->life ?? 3;
            $player->mindbugs = $given->mindbugs ?? 2;
            foreach (['hand', 'deck', 'play', 'discard'] as $zone) {
                $player->$zone = $game->take($given->$zone ?? []);
            }
            $game->draw($player);
        }
        $game->unused = $game->take($setup->unused ?? []);
        $game->aside = $game->take($setup->aside ?? []);
        $game->loseWithoutAction();
        return $game;
    }

    private function take(array $cards): array
    {
        foreach ($cards as $card) {
            if (!isset(CARDS[$card->card]) || ($card->exhausted ?? false)) {
                throw new NotYet("a position with {$card->card}");
            }
            $this->cards[$card->h] = $card->card;
        }
        return array_column($cards, 'h');
    }

    // ---- what the game waits for

    // Who must answer, and every answer that is legal; or how the game ended.
    public function pending(): array
    {
        if ($this->over) {
            return ['over' => $this->over];
        }
        if ($this->undealt) {
            return waits('nature', 'deal', offers('deal', $this->unused));
        }
        if ($this->unrevealed) {
            return waits('nature', 'reveal', offers('reveal', $this->unused));
        }
        $rival = other($this->turn);
        if ($this->played) {
            return waits($rival, 'mindbug', [['mindbug' => true], ['decline' => true]]);
        }
        if ($this->attacker) {
            $blockers = array_filter($this->players[$rival]->play, $this->mayBlock(...));
            return waits($rival, 'block', [...offers('block', $blockers), ['decline' => true]]);
        }
        $player = $this->players[$this->turn];
        $legal = [...offers('play', $player->hand), ...offers('attack', $player->play)];
        return waits($this->turn, 'turn', $legal);
    }

    // Go on to the next thing the game waits for; the answer is legal.
    public function answer(array $answer): void
    {
        match (true) {
            isset($answer['deal']) => $this->deal($answer['deal']),
            isset($answer['attack']) => $this->attacker = $answer['attack'],
            isset($answer['block']) => $this->fight($answer['block']),
            isset($answer['play']) => $this->play($answer['play']),
            isset($answer['mindbug']) => $this->takeOver(),
            $this->played !== null => $this->keep(),
            isset($answer['decline']) => $this->unblocked(),
            default => throw new NotYet('revealing cards to see who plays first'),
        };
    }

    // ---- the rules known so far

    // mb.setup.deal, mb.setup.hand: ten cards each, then the first five are the hand.
    private function deal(string $card): void
    {
        $this->unused = without($this->unused, $card);
        $this->players[$this->undealt > 10 ? 'p1' : 'p2']->deck[] = $card;
        $this->undealt -= 1;
        if ($this->undealt === 0) {
            array_map($this->draw(...), $this->players);
        }
    }

    // mb.draw.refill: a hand of fewer than five cards is filled up from the deck.
    private function draw(Player $player): void
    {
        while (count($player->hand) < HAND && $player->deck) {
            $player->hand[] = array_shift($player->deck);
        }
    }

    // mb.play.show, mb.mindbug.offer: the card is laid open, and the other may take it.
    private function play(string $card): void
    {
        if (!isset(CARDS[$this->cards[$card]])) {
            throw new NotYet("playing {$this->cards[$card]}");
        }
        $player = $this->players[$this->turn];
        $player->hand = without($player->hand, $card);
        $this->draw($player);
        $this->played = $card;
        if ($this->players[other($this->turn)]->mindbugs === 0) {
            $this->keep();
        }
    }

    // mb.play.enter: nobody takes it, so it enters play for who played it.
    private function keep(): void
    {
        $this->enter($this->turn);
        $this->endTurn();
    }

    // mb.mindbug.take, mb.mindbug.follow-up: who uses a Mindbug gets the creature, and the active
    // player acts again.
    private function takeOver(): void
    {
        $this->players[other($this->turn)]->mindbugs -= 1;
        $this->enter(other($this->turn));
        $this->loseWithoutAction();
    }

    private function enter(string $seat): void
    {
        $this->players[$seat]->play[] = $this->played;
        $this->played = null;
    }

    // mb.keyword.sneaky: only sneaky creatures block a sneaky one.
    private function mayBlock(string $card): bool
    {
        return $this->is($card, 'sneaky') || !$this->is($this->attacker, 'sneaky');
    }

    // mb.attack.lower-power, mb.attack.tie, mb.keyword.poisonous: who has no more power is
    // defeated, and who fights a poisonous creature is.
    private function fight(string $blocker): void
    {
        $attacker = $this->attacker;
        $difference = $this->card($attacker)['power'] - $this->card($blocker)['power'];
        if ($difference <= 0 || $this->is($blocker, 'poisonous')) {
            $this->defeat($this->turn, $attacker);
        }
        if ($difference >= 0 || $this->is($attacker, 'poisonous')) {
            $this->defeat(other($this->turn), $blocker);
        }
        $this->endTurn();
    }

    // mb.attack.defeated-pile: it goes to the discard pile of its controller.
    private function defeat(string $seat, string $card): void
    {
        $player = $this->players[$seat];
        $player->play = without($player->play, $card);
        $player->discard[] = $card;
    }

    // mb.attack.unblocked: an attack that nobody blocks costs one life.
    private function unblocked(): void
    {
        // GAP: nothing happens to the life of the defender yet; the tutorial fills this.
        $this->endTurn();
    }

    private function endTurn(): void
    {
        $this->attacker = null;
        $this->turn = other($this->turn);
        $this->loseWithoutAction();
    }

    // mb.turn.no-action: who can neither play nor attack loses.
    private function loseWithoutAction(): void
    {
        $player = $this->players[$this->turn];
        if (!$player->hand && !$player->play) {
            $this->over = ['winner' => other($this->turn), 'reason' => 'no-action'];
        }
    }

    // ---- what the kit compares

    // The whole position, as the rules see it.
    public function state(): array
    {
        return [
            'turn' => $this->turn,
            'players' => array_map($this->shown(...), $this->players),
            'unused' => inOrder($this->unused),
            'aside' => inOrder($this->aside),
            'played' => $this->played,
            'over' => $this->over,
        ];
    }

    private function shown(Player $player): array
    {
        return [
            'life' => $player->life,
            'mindbugs' => $player->mindbugs,
            'hand' => inOrder($player->hand),
            'deck' => $player->deck,
            'play' => array_map($this->creature(...), inOrder($player->play)),
            'discard' => inOrder($player->discard),
        ];
    }

    private function creature(string $card): array
    {
        return ['h' => $card, 'exhausted' => false] + $this->card($card);
    }

    private function card(string $card): array
    {
        return CARDS[$this->cards[$card]];
    }

    private function is(string $card, string $keyword): bool
    {
        return in_array($keyword, $this->card($card)['keywords'], true);
    }
}

function waits(string $who, string $kind, array $legal): array
{
    return ['who' => $who, 'kind' => $kind, 'legal' => $legal];
}

function offers(string $verb, array $cards): array
{
    return array_map(fn (string $card) => [$verb => $card], inOrder($cards));
}

function other(string $seat): string
{
    return $seat === 'p1' ? 'p2' : 'p1';
}

function without(array $cards, string $card): array
{
    return array_values(array_diff($cards, [$card]));
}

// Handles by their numbers: #2 before #10.
function inOrder(array $handles): array
{
    usort($handles, fn (string $one, string $two) => (int) substr($one, 1) <=> (int) substr($two, 1));
    return $handles;
}
