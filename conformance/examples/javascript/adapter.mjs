/**
 * The engine on stdin and stdout: the Kaiju protocol, version 1, one JSON object a line.
 * Run it with `node adapter.mjs`; conformance/schema/protocol-1.json describes every message.
 */

import { createHash } from 'node:crypto';

import { CARDS } from './cards.mjs';
import { Match } from './engine.mjs';
import { Game, SEATS } from './table.mjs';

const GAME = 'mindbug/first-contact';

/** How this engine answers the questions that the books leave open. */
const OPTIONS = {
  'mb.option.mindbug-follow-up': 'same-turn-action',
  'mb.option.hunter-choice': 'block-step',
  'mb.option.first-player-cards': 'public',
  'mb.option.simultaneous-zero': 'draw',
  'mb.option.mindbug-payment': 'spend-first',
  'mb.option.discard-refill': 'after-instruction',
  'mb.option.waiting-effects': 'join',
};

/** A request that cannot be carried out; the game is what it was. */
class Refusal extends Error {
  constructor(message, reply = { error: { message } }) {
    super(message);
    this.reply = reply;
  }
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// ---- the operations

/** The match that is played, with what it began with. */
let table = null;

const operations = {
  hello({ protocol }) {
    if (!Array.isArray(protocol) || !protocol.includes(1)) {
      throw new Refusal('this engine speaks protocol 1 only');
    }
    return {
      protocol: 1,
      engine: { name: 'kaiju example', version: '1.0.0', language: 'javascript' },
      games: { [GAME]: { options: OPTIONS } },
      ops: ['setup', 'view', 'state', 'snapshot', 'replay', 'perft'],
      chance: 'suspend',
    };
  },

  start: (request) => ({ frame: frame(beginGame(request, { pool: request.pool ?? wholePool() })) }),

  setup: (request) => ({ frame: frame(beginGame(request, { setup: request.setup })) }),

  apply({ decision, do: answer }) {
    const { match } = current();
    const refusal = refusalOf(match, answer, decision);
    if (refusal) return { rejected: refusal };
    match.apply(answer);
    return { frame: frame(match) };
  },

  view({ seat }) {
    if (!SEATS.includes(seat)) throw new Refusal(`\`seat\` is one of ${SEATS.join(', ')}`);
    return { view: view(current().match, seat) };
  },

  state: () => ({ state: state(current().match.game) }),

  snapshot: () => ({ snapshot: { begin: current().begin, answers: current().match.answers } }),

  restore({ snapshot }) {
    if (!isObject(snapshot) || !isObject(snapshot.begin) || !Array.isArray(snapshot.answers)) {
      throw new Refusal('`snapshot` is not one that this engine made');
    }
    const { begin, answers } = snapshot;
    table = { begin, match: matchOf(begin, answers) };
    return { frame: frame(table.match) };
  },

  replay(request) {
    if (!Array.isArray(request.script)) throw new Refusal('`script` is a list of answers');
    const { setup, pool = wholePool(), script } = request;
    const match = beginGame(request, setup ? { setup } : { pool });
    const digests = [];
    match.applyForced();
    for (const [at, answer] of script.entries()) {
      const refusal = refusalOf(match, answer);
      if (refusal) {
        return { replay: { digests, frame: frame(match), rejected: { at, ...refusal } } };
      }
      match.apply(answer);
      match.applyForced();
      digests.push(digestOf(match));
    }
    return { replay: { digests, frame: frame(match) } };
  },

  perft({ depth }) {
    if (!Number.isInteger(depth) || depth < 0) throw new Refusal('`depth` is a whole number');
    const { begin, match } = current();
    const counts = Array.from({ length: depth + 1 }, () => ({ players: 0, chance: 0, over: 0 }));
    countFrom(begin, match.answers, counts, 0);
    return { perft: { counts } };
  },

  bye: () => ({ bye: true }),
};

function current() {
  if (!table) throw new Refusal('no game is running: start or setup comes first');
  return table;
}

/** Begins a game; the one that was running is given up only once the new one stands. */
function beginGame({ game, options = {}, cards = [] }, begin) {
  if (game !== GAME) throw new Refusal(`this engine plays ${GAME} only`);
  if (cards.length > 0) throw new Refusal('no cards from texts', { unsupported: true });
  for (const [id, answer] of Object.entries(options)) {
    if (OPTIONS[id] !== answer) {
      const reason = `this engine plays ${id} = ${OPTIONS[id]}, not ${answer}`;
      throw new Refusal(reason, { skip: { reason } });
    }
  }
  table = { begin, match: matchOf(begin, []) };
  return table.match;
}

/** The match that began so and was given these answers. */
function matchOf(begin, answers) {
  const game = begin.setup ? positionOf(begin.setup) : newGame(begin.pool);
  const match = new Match(game, Boolean(begin.setup));
  for (const answer of answers) {
    if (refusalOf(match, answer)) throw new Refusal('the snapshot does not replay');
    match.apply(answer);
  }
  return match;
}

/** Why an answer is refused, or null if it is legal. */
function refusalOf(match, answer, decision = decisionId(match)) {
  if (!match.pending) return { code: 'game-over', message: 'the game is over' };
  if (!isObject(answer) || Object.keys(answer).length === 0) {
    return { code: 'malformed', message: 'an answer is an object such as {"play": "#3"}' };
  }
  if (decision !== decisionId(match)) {
    return { code: 'wrong-decision', message: `the game waits for ${decisionId(match)}` };
  }
  if (match.isLegal(answer)) return null;
  return { code: 'not-legal', message: 'that is not among the options' };
}

/** Counts what follows these answers, by how many more lead there; forced ones are no step. */
function countFrom(begin, answers, counts, depth) {
  const match = matchOf(begin, answers);
  match.applyForced();
  const who = match.pending?.who;
  counts[depth][who === undefined ? 'over' : who === 'nature' ? 'chance' : 'players']++;
  if (!match.pending || depth + 1 === counts.length) return;
  for (const answer of match.options()) {
    countFrom(begin, [...match.answers, answer], counts, depth + 1);
  }
}

// ---- reading what the kit lays out

/** The 48 cards, named by this engine when the kit does not name them. */
function wholePool() {
  const designs = Object.entries(CARDS).flatMap(([id, { copies }]) => Array(copies).fill(id));
  return designs.map((card, index) => ({ h: `#${index + 1}`, card }));
}

/** Cards of one game: known designs under different names. */
function cardReader() {
  const names = new Set();
  return (placed = []) => {
    if (!Array.isArray(placed)) throw new Refusal('cards are given as a list');
    return placed.map((one) => {
      const { h, card: design } = one ?? {};
      if (!Object.hasOwn(CARDS, design)) throw new Refusal(`no card is called ${design}`);
      if (typeof h !== 'string' || names.has(h)) throw new Refusal(`${h} is not a new name`);
      names.add(h);
      return { h, design };
    });
  };
}

function newGame(pool) {
  const game = new Game();
  game.unused = cardReader()(pool);
  if (game.unused.length < 20) throw new Refusal('a game takes at least 20 cards');
  return game;
}

function positionOf(setup) {
  if (!isObject(setup) || !isObject(setup.players) || !SEATS.includes(setup.turn)) {
    throw new Refusal('`setup` has `players` and `turn`');
  }
  const game = new Game();
  const read = cardReader();
  for (const seat of SEATS) {
    const { hand, deck, discard, play = [], life, mindbugs } = setup.players[seat] ?? {};
    const player = game.players[seat];
    player.life = count(life, player.life);
    player.mindbugs = count(mindbugs, player.mindbugs);
    Object.assign(player, { hand: read(hand), deck: read(deck), discard: read(discard) });
    const creatures = read(play).map((card, index) => ({
      ...card, controller: seat, exhausted: play[index].exhausted === true,
    }));
    game.inPlay.push(...creatures);
  }
  game.unused = read(setup.unused);
  game.aside = read(setup.aside);
  game.turn = setup.turn;
  return game;
}

function count(given, usual) {
  const value = given ?? usual;
  if (!Number.isInteger(value) || value < 0) throw new Refusal(`${value} is not a number of them`);
  return value;
}

// ---- saying where the game stands

const decisionId = (match) => `d${match.answers.length}`;

const frame = (match) => ({
  n: match.answers.length, next: next(match), digest: digestOf(match),
});

function digestOf({ game }) {
  const text = JSON.stringify(sortKeys(state(game)));
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function next(match) {
  if (!match.pending) return { over: match.game.over };
  const { who, ...rest } = match.pending;
  return who === 'nature'
    ? { chance: decisionId(match), ...rest }
    : { decision: decisionId(match), who, ...rest };
}

/** Handles in the order of their numbers: in every zone but a deck the order means nothing. */
const byNumber = (one, other) => Number(one.slice(1)) - Number(other.slice(1));
const handles = (cards) => cards.map(({ h }) => h).sort(byNumber);
const counted = (cards) => ({ count: cards.length });

/** The whole position, for the referee. */
function state(game) {
  return project(game, {
    hand: (seat) => handles(game.players[seat].hand),
    deck: (seat) => game.players[seat].deck.map(({ h }) => h),
    unused: handles(game.unused),
  });
}

/** What a seat may know: its own hand, and of all that is hidden only the number. */
function view({ game, pending }, seat) {
  const isOwn = (other) => other === seat;
  const seen = [
    ...SEATS.flatMap((other) => game.players[other].discard),
    ...game.players[seat].hand,
    ...game.inPlay,
    ...game.aside,
    ...(game.played ? [game.played] : []),
  ];
  return {
    seat,
    ...project(game, {
      hand: (other) => (isOwn(other) ? handles : counted)(game.players[other].hand),
      deck: (other) => counted(game.players[other].deck),
      unused: counted(game.unused),
    }),
    cards: Object.fromEntries(seen.map(({ h, design }) => [h, design])),
    decision: pending && isOwn(pending.who) ? pending : openPartOf(pending),
  };
}

/** Of a decision of somebody else a seat knows that it is due, not what may be answered. */
const openPartOf = (pending) => pending && { who: pending.who, kind: pending.kind };

function project(game, { hand, deck, unused }) {
  const keywords = game.allKeywords();
  const creature = (it) => ({
    h: it.h, exhausted: it.exhausted, power: game.power(it), keywords: [...keywords.get(it)].sort(),
  });
  const player = (seat) => ({
    life: game.players[seat].life,
    mindbugs: game.players[seat].mindbugs,
    hand: hand(seat),
    deck: deck(seat),
    discard: handles(game.players[seat].discard),
    play: game.allies(seat).sort((one, other) => byNumber(one.h, other.h)).map(creature),
  });
  return {
    turn: game.turn,
    players: { p1: player('p1'), p2: player('p2') },
    unused,
    aside: handles(game.aside),
    played: game.played?.h ?? null,
    over: game.over,
  };
}

/** Canonical JSON has its keys sorted, so that equal positions have equal digests everywhere. */
function sortKeys(value) {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, sortKeys(value[key])]));
}

// ---- lines

/** One reply to one line; a line that is no request is answered too, with `id` null. */
function answerTo(line) {
  let request;
  try {
    request = JSON.parse(line);
  } catch {
    return { id: null, error: { message: 'the line is not JSON' } };
  }
  if (!isObject(request) || !Number.isInteger(request.id) || typeof request.op !== 'string') {
    const id = Number.isInteger(request?.id) ? request.id : null;
    return { id, error: { message: 'a request is an object with a whole `id` and an `op`' } };
  }
  const { id, op } = request;
  if (!Object.hasOwn(operations, op)) return { id, unsupported: true };
  try {
    return { id, ...operations[op](request) };
  } catch (error) {
    if (error instanceof Refusal) return { id, ...error.reply };
    return { id, error: { message: error.message, trace: error.stack } };
  }
}

/** Lines end with \n alone; node's readline would also break them at U+2028 inside a string. */
async function* linesOf(stream) {
  let rest = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest) yield rest;
}

for await (const line of linesOf(process.stdin)) {
  if (line.trim() === '') continue;
  const reply = answerTo(line);
  process.stdout.write(`${JSON.stringify(reply)}\n`);
  if (reply.bye) break;
}
