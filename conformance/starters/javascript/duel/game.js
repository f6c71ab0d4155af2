// A placeholder for your engine: whole turns of Duel, with the power of one monster.
//
// Replace the inside of Game by calls to your own engine, and keep its five methods: start,
// setup, pending, answer, state. What cannot be done yet throws NotYet: it is then skipped,
// not failed.

const HEARTS = {
  gigazaur: 14,
  alienoid: 14,
  "space-penguin": 13,
  "meka-dragon": 12,
  "cyber-kitty": 13,
  "the-king": 15,
};
// The others are power cards.
const NOISE = [
  ...["cat", "panda", "fish", "tiger", "lizard", "anubis"],
  ...["dragon", "pumpkin", "alien", "phantom", "penguin", "king"],
];
const CARDS = Object.keys(HEARTS); // every card whose text is obeyed; what is not yet throws NotYet
const OPTIONS = {}; // your answers where books leave a choice; what is left out is the default
export const PLAYS = {
  "duel/standard": {
    features: CARDS.map((card) => `card:${card}`), // leave it out once you know them all
    options: OPTIONS,
  },
};
export const OPS = ["setup", "state"]; // to come: view, snapshot, replay, perft, card, options

const FACES = ["claw", "heart", "energy", "fame", "destruction", "power"];
const MARKERS = ["fame", "destruction"];
const [DICE, REROLLS, ROW, MOST_EXTRA] = [6, 2, 3, 2];
const [SPOTLIGHT, SPOTLIGHT_END, VICTORY] = [6, 10, 14]; // half cells from the middle, p1's positive

// Something the rules allow and this engine cannot do yet.
export class NotYet extends Error {}

// One game: it always waits for exactly one thing.
export class Game {
  players = { p1: newPlayer(), p2: newPlayer() };
  cards = {};
  monsters = [];
  noise = [];
  deck = [];
  row = [];
  discard = [];
  markers = { fame: 0, destruction: 0 };
  turn = "p1";
  over = null;
  flow = this.turns(DICE);
  waitsFor = {};

  // A game from its beginning: the kit owns chance, we say what can come.
  static start(pool, players) {
    const game = new Game();
    for (const card of pool) {
      if (card.card in HEARTS) game.monsters.push(game.named(card));
      else if (NOISE.includes(card.card)) game.noise.push(game.named(card));
      else game.deck.push(game.named(card));
    }
    return game.begun(game.fromTheStart());
  }

  // A position as the kit describes it, at the beginning of the turn of `turn`.
  static setup(setup) {
    const game = new Game();
    if (setup.board?.length) throw new NotYet("noise tokens on the tracks");
    const named = (cards) => (cards ?? []).map((card) => game.named(card));
    game.turn = setup.turn;
    for (const seat of seats()) {
      const { area, monster, hearts, energy, dice } = setup.players[seat];
      if (area?.length) throw new NotYet("a position with cards of a monster");
      game.players[seat] = {
        hearts: hearts ?? HEARTS[monster.card],
        energy: energy ?? 0,
        dice: dice ?? 0,
        area: [],
        monster: game.named(monster),
      };
    }
    for (const marker of MARKERS) game.markers[marker] = setup[marker] ?? 0;
    game.monsters = named(setup.monsters);
    game.noise = named(setup.noise);
    game.deck = named(setup.deck);
    game.row = named(setup.row);
    game.discard = named(setup.discard);
    return game.begun(game.turns(DICE));
  }

  named(card) {
    this.cards[card.h] = card.card;
    return card.h;
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

  // kd.setup.monsters, kd.setup.row, kd.setup.second-energy.
  *fromTheStart() {
    for (const seat of seats()) yield* this.be(seat);
    for (let card = 0; card < ROW; card += 1) yield* this.turnUp();
    this.turn = yield* this.firstPlayer();
    this.players[other(this.turn)].energy = 1;
    yield* this.turns(DICE - 1);
  }

  // kd.setup.hearts: a monster that nobody is yet, with the hearts of its board.
  *be(seat) {
    const legal = inOrder(this.monsters).map((card) => ({ be: this.cards[card] }));
    const answer = yield { who: seat, kind: "be", legal };
    const monster = this.monsters.find((card) => this.cards[card] === answer.be) ?? "";
    remove(this.monsters, monster);
    Object.assign(this.players[seat], { monster, hearts: HEARTS[answer.be] });
  }

  // kd.setup.row: the first card lies rightmost, the last one next to the deck.
  *turnUp() {
    if (!this.deck.length) throw new NotYet("an empty deck");
    const legal = inOrder(this.deck).map((card) => ({ "turn-up": card }));
    const answer = yield { who: "nature", kind: "turn-up", legal };
    remove(this.deck, answer["turn-up"]);
    this.row.unshift(answer["turn-up"]);
  }

  // kd.setup.first-roll, kd.setup.first-tie: more claws begin; a tie rolls again.
  *firstPlayer() {
    const claws = { p1: 0, p2: 0 };
    while (claws.p1 === claws.p2) {
      for (const seat of seats()) {
        claws[seat] = count(yield* this.rolled(DICE, "first-roll"), "claw");
      }
    }
    return claws.p1 > claws.p2 ? "p1" : "p2";
  }

  *rolled(dice, kind) {
    const faces = [];
    while (faces.length < dice) {
      const legal = FACES.map((face) => ({ face }));
      faces.push((yield { who: "nature", kind, legal }).face);
    }
    return faces;
  }

  // kd.turn.phases: roll, resolve, buy; the very first turn has one die fewer.
  *turns(dice) {
    while (true) {
      const me = this.players[this.turn];
      yield* this.resolve(me, yield* this.roll(me, dice));
      if (this.over) return;
      this.buy(me);
      this.turn = other(this.turn);
      dice = DICE;
    }
  }

  // kd.dice.token-spend, kd.roll.three: three rolls, whichever dice it likes, or stop.
  *roll(me, dice) {
    if (me.dice) {
      const amounts = [...Array(Math.min(me.dice, MOST_EXTRA) + 1).keys()];
      const legal = amounts.map((amount) => ({ amount }));
      const { amount } = yield { who: this.turn, kind: "tokens", legal };
      me.dice -= amount;
      dice += amount;
    }
    const faces = yield* this.rolled(dice, "roll");
    for (let reroll = 0; reroll < REROLLS; reroll += 1) {
      sort(faces);
      const choose = { from: [...faces], min: 0, max: faces.length };
      const { choose: chosen } = yield { who: this.turn, kind: "reroll", choose };
      if (!chosen.length) break;
      for (const face of chosen) remove(faces, face);
      faces.push(...(yield* this.rolled(chosen.length, "roll")));
    }
    return faces;
  }

  // kd.resolve.order, kd.power.when: results and powers in any order, results all.
  *resolve(me, dice) {
    const monster = this.cards[me.monster ?? ""];
    let power = count(dice, "power");
    if (power && monster !== "gigazaur") throw new NotYet(`the special power of ${monster}`);
    const left = FACES.filter((face) => isResult(face, count(dice, face)));
    while (!this.over) {
      const legal = left.map((face) => ({ result: face }));
      if (power >= 2) legal.push({ use: me.monster, ability: "using-power" });
      if (!left.length) legal.push({ decline: true });
      let answer = legal[0]; // what has one answer only need not be asked
      if (legal.length > 1) answer = yield { who: this.turn, kind: "resolve", legal };
      if ("decline" in answer) return;
      if ("result" in answer) {
        remove(left, answer.result);
        this.resolveOne(me, answer.result, count(dice, answer.result));
      } else {
        power -= 2;
        yield* this.useGigazaur();
      }
    }
  }

  resolveOne(me, result, times) {
    const most = HEARTS[this.cards[me.monster ?? ""]];
    if (result === "claw") this.hit(other(this.turn), times);
    else if (result === "heart") me.hearts = Math.min(most, me.hearts + times);
    else if (result === "energy") me.energy += times;
    else this.pull(result, times - 2); // kd.pull.three, kd.pull.further
  }

  // For two power it pulls one of the markers one cell.
  *useGigazaur() {
    const legal = [{ mode: 1 }, { mode: 2 }];
    const answer = yield { who: this.turn, kind: "mode", legal };
    this.pull(MARKERS[answer.mode - 1], 1);
  }

  // kd.hit.heart, kd.victory.hearts: each hit costs a heart, the last one the game.
  hit(seat, hits) {
    const player = this.players[seat];
    player.hearts = Math.max(0, player.hearts - hits);
    if (!player.hearts) this.over = { winner: other(seat), reason: "hearts" };
  }

  // kd.pull.step: cell by cell toward the puller, and after each who has won.
  pull(marker, cells) {
    for (let step = 0; step < cells && !this.over; step += 1) {
      this.markers[marker] += this.turn === "p1" ? 2 : -2;
      for (const seat of seats()) this.win(seat, marker);
    }
  }

  // kd.victory.cell, kd.victory.spotlights: on the side of the seat.
  win(seat, marker) {
    const at = (one) => this.markers[one] * (seat === "p1" ? 1 : -1);
    if (at(marker) === VICTORY) this.over = { winner: seat, reason: "victory-cell" };
    else if (MARKERS.every((one) => at(one) >= SPOTLIGHT && at(one) <= SPOTLIGHT_END)) {
      this.over = { winner: seat, reason: "spotlights" };
    }
  }

  // kd.buy.may, kd.buy.none: nobody is asked without energy or cards; 1 energy follows.
  buy(me) {
    if (me.energy && this.row.length) throw new NotYet("the prices of cards");
    me.energy += 1;
  }

  // ---- what the kit compares

  // The whole position, as the rules see it.
  state() {
    return {
      turn: this.turn,
      players: this.players,
      ...this.markers,
      deck: inOrder(this.deck),
      monsters: inOrder(this.monsters),
      row: this.row,
      discard: inOrder(this.discard),
      bought: null,
      noise: inOrder(this.noise),
      board: [],
      over: this.over,
    };
  }
}

// kd.resolve.results: hearts at full health are one, two of a marker's symbols are none.
function isResult(face, times) {
  return face !== "power" && times >= (MARKERS.includes(face) ? 3 : 1);
}

function seats() {
  return ["p1", "p2"];
}

function newPlayer() {
  return { hearts: 0, energy: 0, dice: 0, area: [], monster: null };
}

function other(seat) {
  return seat === "p1" ? "p2" : "p1";
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
