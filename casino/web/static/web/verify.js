/* A guest's side of fair-1, as docs/fair-1.md has it: deals a round again from its transcript and asks nobody.

   All that can be used from elsewhere is in globalThis.FairDealing. SHA-256 is written out, because browsers lend theirs
   to pages on https alone, and a hall's own network is plain http. What is shown to people comes from the page. */
(function () {
  "use strict";

  const VERSION = "fair-1";
  const WORD = 2 ** 32;
  const LARGEST = 2 ** 22; // bytes of a transcript
  const DEEPEST = 20; // lists and objects inside each other
  const MOST_DOUBTS = 20;
  const MOST_LINKS = 100000; // no table has so many rounds in one chain, and hashing must come to an end
  const OFF = ["version", "table", "round", "game", "options", "seats", "office", "anchor", "cutter", "by_hand", "before", "commitments"];
  const OPENING = [...OFF, "reveals"];

  // --- SHA-256 and HMAC

  const ROUNDS = new Int32Array([
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
  ]);
  const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
  const BLOCK = 64;
  const encoder = new TextEncoder();

  const asBytes = (given) => (typeof given === "string" ? encoder.encode(given) : given);
  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(given) {
    const data = asBytes(given);
    const padded = new Uint8Array(Math.ceil((data.length + 9) / BLOCK) * BLOCK);
    padded.set(data);
    padded[data.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
    view.setUint32(padded.length - 4, (data.length * 8) % WORD);
    const state = new Int32Array(START);
    const words = new Int32Array(BLOCK);
    for (let at = 0; at < padded.length; at += BLOCK) compress(state, words, view, at);
    const digested = new DataView(new ArrayBuffer(32));
    state.forEach((word, place) => digested.setInt32(4 * place, word));
    return new Uint8Array(digested.buffer);
  }

  function compress(state, words, view, at) {
    for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
    for (let i = 16; i < BLOCK; i++) {
      const early = words[i - 15];
      const late = words[i - 2];
      const first = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const second = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16] + first + words[i - 7] + second;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < BLOCK; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, place) => {
      state[place] += word;
    });
  }

  const toHex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fromHex = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const sha256Hex = (given) => toHex(sha256(given));

  function joined(first, second) {
    const both = new Uint8Array(first.length + second.length);
    both.set(first);
    both.set(second, first.length);
    return both;
  }

  function hmac(key, message) {
    const block = new Uint8Array(BLOCK);
    const secret = asBytes(key);
    block.set(secret.length > BLOCK ? sha256(secret) : secret);
    const inner = sha256(joined(block.map((byte) => byte ^ 0x36), asBytes(message)));
    return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
  }

  // --- J, H and the chain

  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (typeof value === "string") return JSON.stringify(value);
    if (value === null || typeof value !== "object") return String(value);
    const parts = Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`);
    return `{${parts.join(",")}}`;
  }

  const digest = (value) => sha256Hex(canonical(value));
  const same = (one, other) => canonical(one) === canonical(other);
  const link = (table, seed) => digest([VERSION, "chain", table, seed]);
  const commitment = (table, round, seat, entropy) => digest([VERSION, "commitment", table, round, seat, entropy]);
  const only = (names, whole) => Object.fromEntries(names.map((name) => [name, whole[name]]));
  const offOf = (transcript) => only(OFF, transcript);
  const keyOf = (opening, seed) => hmac(fromHex(seed), canonical(only(OPENING, opening)));

  // --- Drawing

  function wordsOf(key, label) {
    let view = null;
    let block = 0;
    let at = 8;
    return () => {
      if (at === 8) {
        view = new DataView(hmac(key, canonical([label, block])).buffer);
        block += 1;
        at = 0;
      }
      at += 1;
      return view.getUint32(4 * (at - 1));
    };
  }

  function numbersOf(key, label) {
    const next = wordsOf(key, label);
    return (limit) => {
      const fair = WORD - (WORD % limit);
      for (;;) {
        const word = next();
        if (word < fair) return word % limit;
      }
    };
  }

  function shuffled(key, label, pack, first = pack.length) {
    const cards = [...pack];
    const below = numbersOf(key, label);
    for (let at = 0; at < Math.min(cards.length - 1, first); at++) {
      const other = at + below(cards.length - at);
      [cards[at], cards[other]] = [cards[other], cards[at]];
    }
    return cards.slice(0, first);
  }

  function thrown(key, label, dice, faces) {
    const below = numbersOf(key, label);
    return Array.from({ length: dice }, () => 1 + below(faces));
  }

  // --- What each game draws. `round` has its options, seats and office, the moves `past`, the move `told` now, and the
  // printed packs of the game as `data`. Whether a rule asks for a draw is not known here, only which one it would be.

  const FACES = 6;
  const HAND = 4; // in Musical Casino

  class Impossible extends Error {
    constructor(code, facts = {}) {
      super(code);
      this.because = { code, ...facts };
    }
  }

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  const has = (value, name) => isObject(value) && Object.prototype.hasOwnProperty.call(value, name);
  const times = (past, act) => past.filter((move) => has(move, act)).length;

  function chosen(known, name) {
    if (!has(known, name)) throw new Impossible("unknown_course", { course: inSigns(name), known: Object.keys(known).join(", ") });
    return known[name];
  }

  function place(options, name, instead) {
    const number = options[name] ?? instead;
    if (!Number.isInteger(number) || number < 1) throw new Impossible("bad_option", { option: name });
    return number - 1;
  }

  /** Who plays: all who sit there, or those who have entered, in that order. */
  function players(round) {
    if (round.options.players === null) return round.seats;
    let names = [];
    for (const move of round.past) {
      if (has(move, "enter")) names = [...names, move.seat];
      if (has(move, "scratch")) names = names.filter((name) => name !== move.seat);
    }
    return names;
  }

  const filled = (round) => round.options.players === null || players(round).length === round.options.players;

  function jokerIn(round) {
    const { joker, last_joker: last, course } = round.options;
    if (typeof joker === "boolean") return joker;
    if (joker !== "banker") throw new Impossible("bad_option", { option: "joker" });
    const { joker: allowed } = isObject(course) ? course : chosen(round.data.courses, course); // a club may bring its own
    if (!allowed || round.office === "house") return allowed && last;
    const decided = round.past.find((move) => has(move, "joker"));
    return decided ? decided.joker : null;
  }

  function turnedFrom(label, pack, turned) {
    return { label, pack, start: turned, count: 1, becomes: ([card]) => ({ turn: card }) };
  }

  function ascotEdition(round) {
    const { edition } = round.options;
    if (!isObject(edition)) return chosen(round.data.editions, edition);
    return {
      cards: [...edition.horses.map((card) => String(card.number)), ...edition.businesses.map((card) => card.business)],
      deal: edition.deal,
      reports: Object.fromEntries(Object.entries(edition.reports).map(([pack, cards]) => [pack, cards.map((report) => report.card)])),
    };
  }

  function ascotDeal(round, edition) {
    const names = players(round);
    const dealing = edition.deal.find((each) => each.players === names.length);
    if (!filled(round) || !dealing) return null;
    const dealer = place(round.options, round.options.dealer === null ? "banker" : "dealer", 1) % names.length;
    const order = names.map((_, at) => (dealer + 1 + at) % names.length);
    return {
      label: "deal",
      pack: edition.cards,
      start: 0,
      count: edition.cards.length,
      becomes(cards) {
        const left = [...cards];
        const hands = names.map(() => []);
        const dead = [];
        for (let each = 0; each < dealing.each; each++) {
          for (const at of order) hands[at].push(...left.splice(0, 1));
          if (dead.length < dealing.dead) dead.push(...left.splice(0, 1));
        }
        return { deal: { hands, dead: [...dead, ...left].reverse() } };
      },
    };
  }

  const GAMES = {
    minoru(round) {
      const joker = jokerIn(round);
      if (joker === null) return null;
      const pack = joker ? [...round.data.pack, round.data.joker] : round.data.pack;
      const deals = times(round.past, "deal");
      const whole = Math.floor(pack.length / 5);
      return {
        label: `pack ${Math.floor(deals / whole) + 1}`,
        pack,
        start: (deals % whole) * 5,
        count: 5,
        becomes: (cards) => ({ deal: cards }),
      };
    },

    "double-event"(round) {
      const { pack } = round.data;
      const turned = times(round.past, "turn");
      return turnedFrom(`pack ${Math.floor(turned / pack.length) + 1}`, pack, turned % pack.length);
    },

    horses(round) {
      const turned = times(round.past, "turn");
      return turned < round.data.pack.length ? turnedFrom("pack 1", round.data.pack, turned) : null;
    },

    roulette(round) {
      return turnedFrom(`turn ${times(round.past, "turn") + 1}`, round.data.pack, 0);
    },

    derby(round) {
      if (players(round).length && !filled(round)) return null;
      const { dice } = chosen(round.data.courses, round.options.variant);
      return { label: `throw ${times(round.past, "throw") + 1}`, dice, becomes: (thrown) => ({ throw: thrown }) };
    },

    "musical-casino"(round) {
      const names = players(round);
      const seats = names.length;
      const hands = 12 / seats; // in one deal
      const dealt = times(round.past, "deal");
      const played = round.past.filter((move) => !["deal", "enter", "scratch"].some((act) => has(move, act))).length;
      if (!filled(round) || !Number.isInteger(hands) || seats < 2 || played !== dealt * HAND * seats) return null;
      const deal = Math.floor(dealt / hands);
      const hand = dealt % hands;
      const dealer = place(round.options, "dealer", 1) + deal;
      return {
        label: `deal ${deal + 1}`,
        pack: chosen(round.data.courses, round.options.course).pack,
        start: hand ? HAND * (seats * hand + 1) : 0,
        count: HAND * (hand ? seats : seats + 1),
        becomes(cards) {
          const packets = names.map((_, at) => cards.slice(HAND * at, HAND * (at + 1)));
          const order = names.map((_, at) => packets[(((at - dealer - 1) % seats) + seats) % seats]);
          return { deal: { hands: order, table: cards.slice(HAND * seats) } };
        },
      };
    },

    ascot(round) {
      const edition = ascotEdition(round);
      if (!times(round.past, "deal")) return ascotDeal(round, edition);
      if (has(round.told, "roll")) {
        const dice = Array.isArray(round.told.roll) ? Math.min(round.told.roll.length, 2) : 1;
        return { label: `throw ${times(round.past, "roll") + 1}`, dice, becomes: (thrown) => ({ roll: thrown }) };
      }
      const pack = Object.keys(edition.reports).find((name) => edition.reports[name].includes(round.told.report));
      if (!has(round.told, "report") || !pack) return null;
      const cards = edition.reports[pack];
      const turned = round.past.filter((move) => cards.includes(move.report)).length;
      return { label: pack, pack: cards, start: turned, count: 1, becomes: ([card]) => ({ report: card }) };
    },
  };
  const CUT = ["minoru", "double-event", "horses", "roulette"]; // by whoever sits to the right of the bank
  const CHANCE = ["deal", "turn", "roll", "report"]; // no seat's; a throw is one in Ascot, and chance's in the Derby

  const ofChance = (game, act) => CHANCE.includes(act) || (game === "derby" && act === "throw");

  // --- Reading a transcript

  const isText = (value) => typeof value === "string";
  const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
  const isPair = (value, second) => Array.isArray(value) && value.length === 2 && isText(value[0]) && second(value[1]);
  const listOf = (kind) => (value) => Array.isArray(value) && value.every(kind);
  const isSwitch = (value) => typeof value === "boolean";
  const KINDS = {
    version: isText,
    table: isText,
    round: Number.isInteger,
    game: isText,
    options: isObject,
    seats: listOf(isText),
    office: isText,
    anchor: isText,
    cutter: (value) => value === null || isText(value),
    by_hand: isSwitch,
    before: Array.isArray,
    commitments: listOf((pair) => isPair(pair, isText)),
    reveals: listOf((pair) => isPair(pair, (entropy) => entropy === null || isText(entropy))),
    seed: isText,
    moves: Array.isArray,
    void: isSwitch,
  };

  class Unreadable extends Error {}

  function refuseUnless(fine, code = "bad_transcript") {
    if (!fine) throw new Unreadable(code);
  }

  function parsed(text) {
    refuseUnless(!/\p{Surrogate}/u.test(text));
    let told;
    try {
      told = JSON.parse(text);
    } catch {
      throw new Unreadable("bad_transcript");
    }
    for (const [number] of text.replace(/"(?:[^"\\]|\\.)*"/g, '""').matchAll(/-?\d[\d.eE+-]*/g)) {
      refuseUnless(/^-?\d{1,16}$/.test(number) && Number.isSafeInteger(Number(number)));
    }
    let level = [told];
    for (let depth = 0; depth < DEEPEST; depth++) {
      level = level.flatMap((part) => (typeof part === "object" && part !== null ? Object.values(part) : []));
    }
    refuseUnless(level.length === 0);
    return told;
  }

  function readTranscript(given) {
    const data = asBytes(given);
    refuseUnless(data.length <= LARGEST);
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
    } catch {
      throw new Unreadable("bad_transcript");
    }
    const told = parsed(text);
    refuseUnless(isObject(told) && Object.keys(told).length === Object.keys(KINDS).length);
    refuseUnless(Object.entries(KINDS).every(([name, fits]) => has(told, name) && fits(told[name])));
    const written = canonical(told);
    refuseUnless(!/\p{Surrogate}/u.test(written) && !/\\ud[89a-f]/.test(written.replace(/\\\\/g, "")));
    refuseUnless(written === text, "not_canonical");
    const hashes = [told.seed, told.anchor, ...told.commitments.map((pair) => pair[1])];
    hashes.push(...told.reveals.map((pair) => pair[1]).filter((entropy) => entropy !== null));
    refuseUnless(told.round >= 1 && hashes.every(isHash));
    return told;
  }

  // --- Verifying. Every step gives its doubts, or null where there was nothing to compare with.

  function identity(told, seen, packs) {
    const doubts = [];
    if (told.version !== VERSION) doubts.push({ code: "other_version" });
    if (!has(packs, told.game) || !has(GAMES, told.game)) doubts.push({ code: "other_game", game: told.game });
    if (seen.table != null && told.table !== seen.table) doubts.push({ code: "other_table", table: told.table });
    if (seen.round != null && told.round !== seen.round) doubts.push({ code: "other_round", round: told.round });
    return doubts;
  }

  function anchor(told, seen) {
    if (seen.anchor == null) return null;
    return told.anchor === seen.anchor ? [] : [{ code: "other_anchor" }];
  }

  function chain(told, seen) {
    let reached = told.seed;
    for (let round = Math.min(told.round, MOST_LINKS); round > 0; round--) reached = link(told.table, reached);
    return reached === (seen.anchor ?? told.anchor) && told.round <= MOST_LINKS ? [] : [{ code: "broken_chain", round: told.round }];
  }

  function off(told, seen) {
    if (seen.off == null) return null;
    return digest(offOf(told)) === seen.off ? [] : [{ code: "off_changed" }];
  }

  function frozen(told) {
    const doubts = [];
    const committed = told.commitments.map(([seat]) => seat);
    if (!same(committed, told.seats.filter((seat) => committed.includes(seat)))) doubts.push({ code: "bad_commitments" });
    if (!same(told.moves.slice(0, told.before.length), told.before)) doubts.push({ code: "other_moves" });
    return doubts;
  }

  function reveals(told) {
    const seats = (pairs) => pairs.map(([seat]) => seat);
    if (!same(seats(told.reveals), seats(told.commitments))) return [{ code: "missing_reveal" }];
    return told.reveals
      .filter(([seat, entropy], at) => entropy !== null && commitment(told.table, told.round, seat, entropy) !== told.commitments[at][1])
      .map(([seat]) => ({ code: "false_reveal", seat }));
  }

  function ownEntropy(told, seen) {
    if (seen.entropy == null) return null;
    return told.reveals.some((pair) => same(pair, seen.entropy)) ? [] : [{ code: "own_entropy", seat: seen.entropy[0] }];
  }

  function shownMoves(told, seen) {
    if (seen.moves == null) return null;
    return same(told.moves.slice(0, seen.moves.length), seen.moves) ? [] : [{ code: "other_moves" }];
  }

  const impossible = (move, because) => ({ code: "impossible_move", move, because });

  function properName(name) {
    return name === name.normalize("NFC").trim() && name !== "" && !/[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.test(name);
  }

  function badStart(told, data) {
    for (const seat of told.seats) if (!properName(seat) || data.not_seats.includes(seat)) return { code: "bad_seat", seat };
    if (new Set(told.seats).size < told.seats.length) return { code: "seat_taken" };
    if (told.office !== "house" && !told.seats.includes(told.office)) return { code: "not_seated", seat: told.office };
    const unknown = Object.keys(told.options).find((name) => !has(data.options, name));
    return unknown === undefined ? null : { code: "bad_option", option: unknown };
  }

  function cutterOf(told) {
    if (!CUT.includes(told.game) || !told.seats.length) return null;
    const at = told.seats.indexOf(told.office); // the house sits before the first seat
    const right = told.seats[(at < 1 ? told.seats.length : at) - 1];
    return right === told.office ? null : right; // nobody cuts for himself
  }

  function roundOf(told, packs, number) {
    const data = packs[told.game];
    const { seats, office, moves } = told;
    return { options: { ...data.options, ...told.options }, seats, office, data, past: moves.slice(0, number - 1), told: moves[number - 1] };
  }

  /** What can be said of the beginning without the rules. */
  function start(told, seen, packs) {
    if (told.by_hand) return null;
    const because = badStart(told, packs[told.game]);
    if (because) return [impossible(0, because)];
    const doubts = told.cutter === cutterOf(told) ? [] : [{ code: "other_cutter" }];
    if (told.game === "minoru" && told.moves.length > told.before.length) {
      const round = roundOf(told, packs, told.before.length + 1);
      if (attempt(() => jokerIn(round)) === null) doubts.push({ code: "early_off", seat: told.office });
    }
    return doubts;
  }

  function attempt(act) {
    try {
      return act();
    } catch {
      return undefined; // the deal will say what was wrong
    }
  }

  function badMove(told, move, data) {
    const acts = isObject(move) ? Object.keys(move).filter((name) => name !== "seat") : [];
    if (acts.length !== 1 || !data.acts.includes(acts[0])) return { code: "unknown_move" };
    if (move.seat == null) return null;
    if (ofChance(told.game, acts[0])) return { code: "not_dealer" };
    return told.seats.includes(move.seat) ? null : { code: "not_seated", seat: String(move.seat) };
  }

  function drawnNow(key, wanted) {
    if (wanted.dice) return wanted.becomes(thrown(key, wanted.label, wanted.dice, FACES));
    return wanted.becomes(shuffled(key, wanted.label, wanted.pack, wanted.start + wanted.count).slice(wanted.start));
  }

  /** Every move of chance drawn again. The first that differs ends it: what would have followed, nobody knows. */
  function deal(told, packs, draws) {
    if (told.by_hand) return [{ code: "by_hand" }];
    const key = keyOf(told, told.seed);
    for (let number = 1; number <= told.moves.length; number++) {
      const move = told.moves[number - 1];
      const because = badMove(told, move, packs[told.game]);
      if (because) return [impossible(number, because)];
      if (move.seat != null) continue;
      try {
        const wanted = GAMES[told.game](roundOf(told, packs, number));
        const drawn = wanted && drawnNow(key, wanted);
        const fits = drawn !== null && same(drawn, move);
        draws.push({ move: number, label: wanted ? wanted.label : null, drawn, told: move, same: fits });
        if (!fits) return [{ code: "other_deal", move: number }];
      } catch (problem) {
        return [impossible(number, problem instanceof Impossible ? problem.because : { code: "unknown_move" })];
      }
    }
    return [];
  }

  function remarksOn(told, seen) {
    const silent = told.reveals.filter(([, entropy]) => entropy === null).map(([seat]) => seat);
    const remarks = [];
    if (silent.length) remarks.push({ code: "silent", seats: silent.join(", ") });
    if (silent.length === told.reveals.length) remarks.push({ code: "known_to_the_house" });
    if (told.void) remarks.push({ code: "void" });
    if (seen.anchor == null) remarks.push({ code: "anchor_not_seen" });
    if (seen.off == null) remarks.push({ code: "off_not_seen" });
    if (seen.moves == null) remarks.push({ code: "moves_not_seen" });
    return remarks;
  }

  const STAGES = [
    { identity },
    { anchor, chain, off, frozen, reveals, own_entropy: ownEntropy, moves: shownMoves },
    { start },
    { deal },
  ];

  /** Hold a transcript, as text or bytes, against what was `seen` of the round, and deal it again.

      Of `seen` all may be missing: table, round, anchor, off (its digest), entropy ([seat, entropy]), moves. */
  function verify(given, packs, seen = {}) {
    const verdict = { transcript: null, doubts: [], remarks: [], steps: [], draws: [] };
    try {
      verdict.transcript = readTranscript(given);
    } catch (problem) {
      verdict.doubts = [{ code: problem instanceof Unreadable ? problem.message : "bad_transcript" }];
    }
    verdict.steps.push({ code: "written", state: verdict.transcript ? "fits" : "wrong" });
    for (const stage of STAGES) takeStage(verdict, stage, packs, seen);
    verdict.steps.push({ code: "rules", state: "not_checked" });
    verdict.doubts = verdict.doubts.slice(0, MOST_DOUBTS);
    if (verdict.transcript) verdict.remarks = remarksOn(verdict.transcript, seen);
    return verdict;
  }

  function takeStage(verdict, stage, packs, seen) {
    const told = verdict.transcript;
    // Who cut and who had to decide does not change what is dealt; all else has to stand first.
    const reached = told && verdict.doubts.every(({ code }) => stage.deal && ["other_cutter", "early_off"].includes(code));
    for (const [code, step] of Object.entries(stage)) {
      const doubts = !reached ? null : code === "deal" ? deal(told, packs, verdict.draws) : step(told, seen, packs);
      const state = !reached ? "not_reached" : doubts === null ? "not_compared" : doubts.length ? "wrong" : "fits";
      verdict.steps.push({ code, state });
      verdict.doubts.push(...(doubts || []));
    }
  }

  /** Whether these transcripts are the first rounds of a table, each once, on one chain. */
  function verifyTable(transcripts, table, anchor) {
    const doubts = [];
    let before = anchor;
    transcripts.forEach((told, at) => {
      if (told.table !== table || told.round !== at + 1) {
        doubts.push({ code: "missing_round", round: told.round, table: told.table, number: at + 1 });
      } else if (told.anchor !== anchor || link(table, told.seed) !== before) {
        doubts.push({ code: "broken_chain", round: told.round });
      }
      before = told.seed;
    });
    return doubts;
  }

  globalThis.FairDealing = {
    sha256Hex, hmac, canonical, digest, link, commitment, key: keyOf, words: wordsOf, numbers: numbersOf, shuffled, thrown,
    offDigest: (transcript) => digest(offOf(transcript)), readTranscript, verify, verifyTable, isHash, toHex, fromHex,
  };

  // --- The page

  const PICKED = "transcripts";

  function data(id) {
    const block = document.getElementById(id);
    return block ? JSON.parse(block.textContent) : null;
  }

  function element(kind, attributes = {}, ...inside) {
    const made = document.createElement(kind);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  /** A move in a few signs, as a transcript writes its cards: `deal: QS 10H`. */
  function inSigns(fact) {
    if (Array.isArray(fact)) return fact.map(inSigns).join(fact.some(Array.isArray) ? " | " : " ");
    if (isObject(fact)) return Object.keys(fact).sort().map((name) => `${name}: ${inSigns(fact[name])}`).join("; ");
    return String(fact);
  }

  class Page {
    constructor(root) {
      this.packs = data("packs");
      this.sentences = data("sentences");
      this.form = root.querySelector("form");
      this.file = root.querySelector("input[type=file]");
      this.paste = root.querySelector("textarea");
      this.drop = root.querySelector("[data-drop]");
      this.headline = root.querySelector("[data-headline]");
      this.verdicts = root.querySelector("[data-verdicts]");
      this.given = [];
    }

    open() {
      this.form.addEventListener("submit", (event) => {
        event.preventDefault();
        const text = this.paste.value.trim();
        this.judge(text ? [text] : this.given);
      });
      this.file.addEventListener("change", () => this.take(this.file.files));
      for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
        this.drop.addEventListener(kind, (event) => {
          event.preventDefault();
          this.drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
          if (kind === "drop" && event.dataTransfer.files.length) {
            this.file.value = "";
            this.take(event.dataTransfer.files);
          }
        });
      }
      const picked = (data(PICKED) || []).map((round) => round.text);
      if (picked.length) this.judge(picked);
    }

    async take(files) {
      const read = await Promise.all(Array.from(files, (file) => file.arrayBuffer()));
      this.paste.value = "";
      if (read.length) this.judge(read.map((each) => new Uint8Array(each)));
    }

    say(code, facts = {}) {
      const told = { ...facts };
      if (facts.because) told.sentence = this.say(facts.because.code, facts.because);
      return (this.sentences[code] ?? code).replace(/\{(\w+)\}/g, (all, name) => (has(told, name) ? String(told[name]) : all));
    }

    /** What the phone kept. A field that holds something else says so; then nothing is judged. */
    seen() {
      const fields = Object.fromEntries(Array.from(this.form.querySelectorAll("[data-seen]"), (field) => [field.dataset.seen, field]));
      let fine = true;
      const hash = (name) => {
        const field = fields[name];
        const value = field.value.trim().toLowerCase();
        const bad = value !== "" && !isHash(value);
        field.setAttribute("aria-invalid", String(bad));
        document.getElementById(`${field.id}-problem`).textContent = bad ? this.say("not_a_hash") : "";
        if (bad && fine) {
          this.form.querySelector("details").open = true;
          field.focus();
          fine = false;
        }
        return value || null;
      };
      const [anchor, off, entropy] = [hash("anchor"), hash("off"), hash("entropy")];
      const seat = fields.seat.value.trim();
      return fine ? { anchor, off, entropy: entropy && seat ? [seat, entropy] : null } : null;
    }

    judge(given) {
      this.given = given;
      const seen = this.seen();
      this.verdicts.replaceChildren();
      this.headline.textContent = "";
      this.headline.classList.toggle("heard", given.length > 0); // each verdict is to be seen below
      if (!seen) return;
      if (!given.length) {
        this.headline.textContent = this.say("nothing_given");
        return;
      }
      const judged = given.map((each) => verify(each, this.packs, seen));
      this.headline.textContent = judged.map((verdict) => `${this.titleOf(verdict)}: ${this.say(this.kindOf(verdict))}`).join(" ");
      for (const verdict of judged) this.verdicts.append(this.shown(verdict));
      if (judged.length > 1) this.verdicts.append(...this.together(judged, seen));
      this.verdicts.scrollIntoView({ block: "start" });
    }

    kindOf(verdict) {
      if (!verdict.doubts.length) return "stands";
      return verdict.doubts[0].code === "by_hand" ? "not_verifiable" : "does_not_stand";
    }

    titleOf({ transcript: told }) {
      if (!told) return this.say("no_title");
      const game = has(this.packs, told.game) ? this.packs[told.game].title : told.game;
      return this.say("title", { game, round: told.round, table: told.table });
    }

    shown(verdict) {
      const kind = this.kindOf(verdict);
      const sign = { stands: "✓", does_not_stand: "✗", not_verifiable: "–" }[kind];
      const parts = [
        element("h2", {}, this.titleOf(verdict)),
        element("p", { class: `verdict ${kind}` }, element("span", { class: "sign", "aria-hidden": "true" }, sign), this.say(kind)),
      ];
      if (verdict.doubts.length) parts.push(this.list("doubts", verdict.doubts));
      if (verdict.remarks.length) parts.push(element("h3", {}, this.say("remarks")), this.list("remarks", verdict.remarks));
      parts.push(element("h3", {}, this.say("steps")), this.steps(verdict));
      if (verdict.draws.length) parts.push(this.draws(verdict));
      return element("article", {}, ...parts);
    }

    list(kind, told) {
      return element("ul", { class: kind }, ...told.map((each) => element("li", { "data-code": each.code }, this.say(each.code, each))));
    }

    steps(verdict) {
      const signs = { fits: "✓", wrong: "✗" };
      const lines = verdict.steps.map(({ code, state }) =>
        element(
          "li",
          { class: `step ${state}`, "data-step": code },
          element("span", { class: "sign", "aria-hidden": "true" }, signs[state] ?? "–"),
          element("span", {}, element("strong", {}, this.say(`state_${state}`)), ` ${this.say(`step_${code}`)}`),
        ),
      );
      return element("ol", { class: "steps" }, ...lines);
    }

    /** Cells say what they are when they stand below each other on a narrow screen, where roles keep them a table. */
    draws({ draws, doubts }) {
      const titles = ["draw_move", "draw_label", "draw_drawn", "draw_told", "draw_same"].map((code) => this.say(code));
      const cell = (text, at) => element("td", { role: "cell", "data-title": titles[at] }, text);
      const rows = draws.map((draw) => {
        const drawn = draw.drawn === null ? this.say("nothing_drawn") : inSigns(draw.drawn);
        const judged = draw.same ? `✓ ${this.say("same")}` : `✗ ${this.say("differs")}`;
        const cells = [String(draw.move), draw.label ?? "–", drawn, inSigns(draw.told), judged].map(cell);
        return element("tr", { role: "row", class: draw.same ? "same" : "differs" }, ...cells);
      });
      const heads = element("tr", { role: "row" }, ...titles.map((title) => element("th", { role: "columnheader", scope: "col" }, title)));
      const table = element(
        "table",
        { role: "table" },
        element("thead", { role: "rowgroup" }, heads),
        element("tbody", { role: "rowgroup" }, ...rows),
      );
      const whole = element("details", {}, element("summary", {}, this.say("draws", { count: draws.length })), table);
      whole.open = draws.length <= 12 || doubts.length > 0;
      return whole;
    }

    /** Several transcripts should be the first rounds of one table. */
    together(judged, seen) {
      const read = judged.map((verdict) => verdict.transcript).filter(Boolean).sort((one, other) => one.round - other.round);
      if (read.length < 2) return [];
      const doubts = verifyTable(read, read[0].table, seen.anchor ?? read[0].anchor);
      const told = doubts.length ? this.list("doubts", doubts) : element("p", {}, `✓ ${this.say("together_stand", { count: read.length })}`);
      return [element("article", { "data-together": "" }, element("h2", {}, this.say("together")), told)];
    }
  }

  /** If this phone played in the round that was picked, its fields are filled with what it kept. */
  function recall(root) {
    try {
      const kept = JSON.parse(localStorage.getItem(`casino.entropy.${root.dataset.round}`)) ?? {};
      const own = { anchor: kept.anchor, off: kept.digest, seat: kept.seat, entropy: kept.revealed ? kept.entropy : "" };
      for (const field of root.querySelectorAll("[data-seen]")) field.value = own[field.dataset.seen] ?? "";
    } catch {
      // a file on a disk, or a browser that keeps nothing
    }
  }

  const root = globalThis.document && document.querySelector("[data-verifier]");
  if (root) {
    if (root.dataset.round) recall(root);
    new Page(root).open();
  }
})();
