// A placeholder for your engine: whole turns of King of Tokyo, with six cards it knows.
//
// Replace the inside of Game by calls to your own engine, and keep its five methods: start,
// setup, pending, answer, state. What cannot be done yet throws NotYet: it is then skipped,
// not failed.

// Every card known: its price and what it gives when bought; then it is discarded.
const CARDS = {
  "corner-store": { cost: 3, stars: 1 },
  "commuter-train": { cost: 4, stars: 2 },
  "apartment-building": { cost: 5, stars: 3 },
  skyscraper: { cost: 6, stars: 4 },
  heal: { cost: 3, hearts: 2 },
  energize: { cost: 8, energy: 9 },
};
const OPTIONS = {}; // your answers where books leave a choice; what is left out is the default
export const PLAYS = {
  "tokyo/current": {
    features: Object.keys(CARDS).map((card) => `card:${card}`), // leave it out: all are known
    options: OPTIONS,
    players: [2, 4], // the fewest and the most; leave it out once you know Tokyo Bay
  },
};
export const OPS = ["setup", "state"]; // to come: view, snapshot, replay, perft, card, options

const SEATS = ["p1", "p2", "p3", "p4", "p5", "p6"];
const FACES = ["one", "two", "three", "energy", "heart", "claw"];
const NUMBERS = { one: 1, two: 2, three: 3 };
const [DICE, REROLLS, ROW, SWEEP, STARS, HEARTS] = [6, 2, 3, 2, 20, 10];
const [OUTSIDE, CITY] = [0, 1];

// Something the rules allow and this engine cannot do yet.
export class NotYet extends Error {}

// One game: it always waits for exactly one thing.
export class Game {
  players = {};
  cards = {};
  deck = [];
  row = [];
  discard = [];
  bought = null;
  turn = "p1";
  over = null;
  flow = this.turns();
  waitsFor = {};

  // A game from its beginning: the kit owns chance, we say what can come.
  static start(pool, players) {
    const game = new Game();
    for (const seat of SEATS.slice(0, players)) game.players[seat] = newPlayer();
    game.deck = pool.map((card) => game.named(card));
    return game.begun(game.fromTheStart());
  }

  // A position as the kit describes it, at the beginning of the turn of `turn`.
  static setup(setup) {
    const game = new Game();
    game.turn = setup.turn;
    for (const seat of Object.keys(setup.players).sort()) {
      const given = setup.players[seat];
      if (given.area?.length || given.poison || given.shrink) {
        throw new NotYet("a position with cards or tokens of a monster");
      }
      game.players[seat] = { ...newPlayer(), ...given };
    }
    game.deck = (setup.deck ?? []).map((card) => game.named(card));
    game.row = (setup.row ?? []).map((card) => game.known(card));
    game.discard = (setup.discard ?? []).map((card) => game.named(card));
    return game.begun(game.turns());
  }

  named(card) {
    this.cards[card.h] = card.card;
    return card.h;
  }

  known(card) {
    if (!(card.card in CARDS)) throw new NotYet(`a position with ${card.card}`);
    return this.named(card);
  }

  // ---- what the game waits for

  begun(flow) {
    this.flow = flow;
    this.waitsFor = flow.next({}).value;
    return this;
  }

  // Who must answer, and every answer that is legal; or how the game ended.
  pending() {
    return this.over ? { over: this.over } : this.waitsFor;
  }

  // Go on to the next thing the game waits for; the answer is legal.
  answer(answer) {
    this.waitsFor = this.flow.next(answer).value;
  }

  // ---- the rules known so far

  // kt.setup.row: three cards lie open beside the deck; then it is seen who begins.
  *fromTheStart() {
    for (let card = 0; card < ROW; card += 1) yield* this.turnUp();
    this.turn = yield* this.firstPlayer();
    yield* this.turns();
  }

  *turnUp() {
    if (!this.deck.length) throw new NotYet("an empty deck");
    const legal = inOrder(this.deck).map((card) => ({ "turn-up": card }));
    const answer = yield { who: "nature", kind: "turn-up", legal };
    remove(this.deck, answer["turn-up"]);
    this.row.push(answer["turn-up"]);
  }

  // kt.setup.first-roll, kt.setup.first-tie: the most claws begin; those who tie roll again.
  *firstPlayer() {
    let candidates = Object.keys(this.players);
    while (candidates.length > 1) {
      const claws = {};
      for (const seat of candidates) {
        claws[seat] = count(yield* this.rolled(DICE, "first-roll"), "claw");
      }
      const most = Math.max(...Object.values(claws));
      candidates = candidates.filter((seat) => claws[seat] === most);
    }
    return candidates[0];
  }

  *rolled(dice, kind) {
    const faces = [];
    while (faces.length < dice) {
      const legal = FACES.map((face) => ({ face }));
      faces.push((yield { who: "nature", kind, legal }).face);
    }
    return faces;
  }

  // kt.turn.phases: roll, resolve, enter Tokyo, buy; then the next monster.
  *turns() {
    while (true) {
      const me = this.players[this.turn];
      if (me.place !== OUTSIDE) me.stars += 2; // kt.tokyo.start
      const dice = yield* this.roll();
      yield* this.resolve(dice);
      if (this.over) return;
      this.enter(me);
      yield* this.buy(me);
      this.endTurn();
      if (this.over) return;
    }
  }

  // kt.roll.rerolls, kt.roll.stop: twice again, whichever dice it likes, or stop.
  *roll() {
    const dice = yield* this.rolled(DICE, "roll");
    for (let reroll = 0; reroll < REROLLS; reroll += 1) {
      sort(dice);
      const choose = { from: [...dice], min: 0, max: dice.length };
      const { choose: chosen } = yield { who: this.turn, kind: "reroll", choose };
      if (!chosen.length) break;
      for (const face of chosen) remove(dice, face);
      dice.push(...(yield* this.rolled(chosen.length, "roll")));
    }
    return dice;
  }

  // kt.resolve.order: the active monster says which result is next; the last needs no word.
  *resolve(dice) {
    const left = FACES.filter((face) => dice.includes(face));
    while (left.length && !this.over) {
      let result = left[0];
      if (left.length > 1) {
        const legal = left.map((face) => ({ result: face }));
        result = (yield { who: this.turn, kind: "resolve", legal }).result;
      }
      remove(left, result);
      yield* this.resolveOne(result, count(dice, result));
    }
  }

  *resolveOne(result, times) {
    const me = this.players[this.turn];
    if (result === "energy") me.energy += times;
    else if (result === "claw") yield* this.attack(times);
    else if (result === "heart") {
      if (me.place === OUTSIDE) me.hearts = Math.min(HEARTS, me.hearts + times);
    } else if (times >= 3) me.stars += NUMBERS[result] + times - 3; // kt.star.three, kt.star.more
  }

  // kt.attack.places: claws hit everybody who is not in the same place.
  *attack(claws) {
    const isInside = (seat) => this.players[seat].place !== OUTSIDE;
    const hit = this.others().filter((seat) => isInside(seat) !== isInside(this.turn));
    for (const seat of hit) {
      const player = this.players[seat];
      player.hearts = Math.max(0, player.hearts - claws);
      if (!player.hearts) Object.assign(player, { energy: 0, place: OUTSIDE }); // it is out
    }
    if (!this.others().length) {
      this.over = { winner: this.turn, reason: "last" };
      return;
    }
    for (const seat of hit.filter(isInside)) {
      const legal = [{ yield: true }, { stay: true }];
      const answer = yield { who: seat, kind: "yield", legal };
      if ("yield" in answer) this.players[seat].place = OUTSIDE;
    }
  }

  // kt.tokyo.enter, kt.tokyo.star: into an empty Tokyo, for one star.
  enter(me) {
    if (Object.values(this.players).some((player) => player.place !== OUTSIDE)) return;
    me.place = CITY;
    me.stars += 1;
  }

  // kt.buy.may: cards of the row and sweeping it, one after another, until it declines.
  *buy(me) {
    while (true) {
      const legal = this.row
        .filter((card) => this.price(card, me) <= me.energy)
        .map((card) => ({ buy: card }));
      const canSweep = this.row.length || this.deck.length || this.discard.length;
      if (me.energy >= SWEEP && canSweep) legal.push({ sweep: true });
      if (!legal.length) return;
      legal.push({ decline: true });
      const answer = yield { who: this.turn, kind: "buy", legal };
      if ("decline" in answer) return;
      if ("sweep" in answer) {
        me.energy -= SWEEP;
        this.discard.push(...this.row.splice(0));
      } else yield* this.take(answer.buy, me);
      while (this.row.length < ROW) yield* this.turnUp();
    }
  }

  // What a card costs; with too little for any card it need not be known.
  price(card, me) {
    if (me.energy < SWEEP) return SWEEP;
    const known = CARDS[this.cards[card]];
    if (!known) throw new NotYet(`the price of ${this.cards[card]}`);
    return known.cost;
  }

  // kt.buy.steps: pay, refill the row, then the card takes effect and is discarded.
  *take(card, me) {
    const known = CARDS[this.cards[card]];
    me.energy -= known.cost;
    remove(this.row, card);
    this.bought = card;
    yield* this.turnUp();
    this.bought = null;
    me.stars += known.stars ?? 0;
    me.energy += known.energy ?? 0;
    me.hearts = Math.min(HEARTS, me.hearts + (known.hearts ?? 0));
    this.discard.push(card);
  }

  // kt.victory.stars, kt.victory.several: 20 stars win at the end of a turn.
  endTurn() {
    const rich = [this.turn, ...this.others()].find((seat) => this.players[seat].stars >= STARS);
    if (rich) this.over = { winner: rich, reason: "stars" };
    else this.turn = this.others()[0];
  }

  // The other monsters left, clockwise.
  others() {
    const seats = Object.keys(this.players);
    const at = seats.indexOf(this.turn);
    const around = [...seats.slice(at + 1), ...seats.slice(0, at)];
    return around.filter((seat) => this.players[seat].hearts > 0);
  }

  // ---- what the kit compares

  // The whole position, as the rules see it.
  state() {
    return {
      turn: this.turn,
      players: this.players,
      deck: inOrder(this.deck),
      top: null,
      row: inOrder(this.row),
      discard: inOrder(this.discard),
      bought: this.bought,
      over: this.over,
    };
  }
}

function newPlayer() {
  const counters = { hearts: HEARTS, stars: 0, energy: 0, poison: 0, shrink: 0 };
  return { ...counters, place: OUTSIDE, area: [] };
}

// Handles by their numbers: #2 before #10.
function inOrder(handles) {
  return [...handles].sort((one, two) => Number(one.slice(1)) - Number(two.slice(1)));
}

function sort(dice) {
  dice.sort((one, two) => FACES.indexOf(one) - FACES.indexOf(two));
}

function count(dice, face) {
  return dice.filter((one) => one === face).length;
}

function remove(things, thing) {
  things.splice(things.indexOf(thing), 1);
}
