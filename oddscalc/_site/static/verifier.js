// Checks a certificate in the browser, on its own: it solves nothing and uses nothing of the other
// scripts. A certificate holds an absorbing chain with start b and rows P, and y, which times the
// whole of its row is x. Checked are, exactly: rows and start sum to 1; every state leads to an
// outcome; x = Px + b; probabilities, rolls, moments and edges follow; no name stands twice or says
// other than the law's result; no money is impossible; the seal is that of the content. Whether
// chain and prices are those of the bet in the header is not checked here.
"use strict";

const verifier = (() => {
  const FORMATS = ["oddscalc certificate 2", "oddscalc certificate 1"];
  const HEADER = ["bet", "rules", "reading", "paytable", "from", "at", "working", "dice", "odds", "vig",
    "pays", "stake", "unit", "round", "key", "until"];
  const BASES = {
    stake: [["stake"], ["outlay", "stake"]],
    odds: [["action", "stake"]],
    stakes: [["stakes"], ["outlay", "stakes"], ["action", "stakes"], ["action", "outlay", "stakes"]],
  };
  const DIGITS = 20000;

  class Refused extends Error {}

  // --- reading: JSON without a word twice, integers as BigInt

  function parse(text) {
    let at = 0;
    let depth = 0;
    const fail = (why) => { throw new Refused(`it is no JSON: ${why} at character ${at}`); };
    const space = () => { while (at < text.length && " \t\n\r".includes(text[at])) at += 1; };
    const string = () => {
      const match = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/.exec(text.slice(at, at + 200000));
      if (!match) fail("no text");
      at += match[0].length;
      return JSON.parse(match[0]);
    };
    const list = (close, each) => {
      at += 1;
      depth += 1;
      if (depth > 50) fail("too deep");
      space();
      if (text[at] === close) { at += 1; depth -= 1; return; }
      for (;;) {
        each();
        space();
        if (text[at] === ",") { at += 1; space(); continue; }
        if (text[at] !== close) fail(`no ${close}`);
        at += 1;
        depth -= 1;
        return;
      }
    };
    const any = () => {
      space();
      const head = text[at];
      if (head === "{") {
        const found = new Map();
        list("}", () => {
          space();
          const key = string();
          space();
          if (text[at] !== ":") fail("no colon");
          at += 1;
          if (found.has(key)) throw new Refused(`a word stands twice in one object: ${key}`);
          found.set(key, any());
        });
        return found;
      }
      if (head === "[") {
        const found = [];
        list("]", () => found.push(any()));
        return found;
      }
      if (head === '"') return string();
      const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(text.slice(at, at + 5000));
      if (!word) fail("nothing that can stand here");
      at += word[0].length;
      if (/^-?\d+$/.test(word[0])) return BigInt(word[0]);
      return JSON.parse(word[0]);
    };
    const found = any();
    space();
    if (at < text.length) fail("more than one value");
    return found;
  }

  // --- the seal: SHA-256 of the content, written with its words in order

  function written(value) {
    if (value instanceof Map) {
      const pairs = [...value.keys()].sort().map((key) => `${quoted(key)}: ${written(value.get(key))}`);
      return `{${pairs.join(", ")}}`;
    }
    if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
    if (typeof value === "string") return quoted(value);
    return String(value);
  }

  const quoted = (text) =>
    JSON.stringify(text).replace(/[\u007f-\uffff]/g, (letter) =>
      `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).replace(/\\u007f/g, "\u007f");

  function sha256(text) {
    const bytes = [...text].map((letter) => letter.charCodeAt(0));
    const length = bytes.length * 8;
    bytes.push(0x80);
    while (bytes.length % 64 !== 56) bytes.push(0);
    for (let shift = 56; shift >= 0; shift -= 8) bytes.push(Math.floor(length / 2 ** shift) & 0xff);
    const state = [...START];
    for (let block = 0; block < bytes.length; block += 64) {
      const words = [];
      for (let i = 0; i < 16; i += 1) {
        const j = block + 4 * i;
        words.push((bytes[j] << 24) | (bytes[j + 1] << 16) | (bytes[j + 2] << 8) | bytes[j + 3]);
      }
      mix(state, words);
    }
    return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
  }

  const turn = (word, by) => (word >>> by) | (word << (32 - by));

  function mix(state, words) {
    for (let i = 16; i < 64; i += 1) {
      const [a, b] = [words[i - 15], words[i - 2]];
      const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
      const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
      words.push((words[i - 16] + low + words[i - 7] + high) | 0);
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i += 1) {
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => { state[i] = (state[i] + word) | 0; });
  }

  // The first 32 bits of the fractional parts of square and cube roots of primes, by exact roots.
  const PRIMES = [];
  for (let n = 2; PRIMES.length < 64; n += 1) if (PRIMES.every((p) => n % p)) PRIMES.push(n);
  function root(value, degree) {
    let [low, high] = [0n, 1n << 40n];
    while (low < high) {
      const middle = (low + high + 1n) >> 1n;
      if (middle ** degree <= value) low = middle;
      else high = middle - 1n;
    }
    return Number(low & 0xffffffffn) | 0;
  }
  const START = PRIMES.slice(0, 8).map((p) => root(BigInt(p) << 64n, 2n));
  const ROUND = PRIMES.map((p) => root(BigInt(p) << 96n, 3n));

  // --- the shape

  const HEX = /^-?(?:0|[1-9a-f][0-9a-f]*)$/;

  function integer(value, where) {
    if (typeof value !== "string" || value.length > DIGITS + 1 || !HEX.test(value) || value === "-0") {
      throw new Refused(`${where} is not what it should be`);
    }
    return value.startsWith("-") ? -BigInt(`0x${value.slice(1)}`) : BigInt(`0x${value}`);
  }

  function ratio(value, where) {
    const [above, below, more] = typeof value === "string" ? value.split("/") : [];
    if (below === undefined || more !== undefined) throw new Refused(`${where} is not what it should be`);
    const found = [integer(above, where), integer(below, where)];
    if (found[1] <= 0n || common(found[0], found[1]) !== 1n) throw new Refused(`${where} is not what it should be`);
    return found;
  }

  function common(a, b) {
    let [x, y] = [a < 0n ? -a : a, b];
    while (y) [x, y] = [y, x % y];
    return x;
  }

  function only(value, keys, where) {
    const right = value instanceof Map && value.size === keys.length && keys.every((key) => value.has(key));
    if (!right) throw new Refused(`${where} is not what it should be`);
    return value;
  }

  function each(value, where, read) {
    if (!Array.isArray(value)) throw new Refused(`${where} is not what it should be`);
    return value.map((one, number) => read(one, `${where}[${number}]`));
  }

  const text = (value, where) => {
    if (typeof value !== "string") throw new Refused(`${where} is not what it should be`);
    return value;
  };
  const number = (value, where) => {
    if (typeof value !== "bigint") throw new Refused(`${where} is not what it should be`);
    return Number(value);
  };
  const pair = (first, second) => (value, where) => {
    if (!Array.isArray(value) || value.length !== 2) throw new Refused(`${where} is not what it should be`);
    return [first(value[0], where), second(value[1], where)];
  };
  const row = (value, where) => {
    only(value, ["whole", "ways"], where);
    return { whole: integer(value.get("whole"), where), ways: each(value.get("ways"), where, pair(number, integer)) };
  };

  function read(raw) {
    const newer = raw.get("format") === FORMATS[0];
    const keys = ["format", "seal", "about", "start", "rows", "scale", "y", "unit", "nets", "moments",
      "outcomes", "win", "lose", "push", "expected_rolls", "bases", ...(newer ? ["digests"] : [])];
    only(raw, keys, "certificate");
    const of = (key, how) => how(raw.get(key), `certificate.${key}`);
    const integers = (value, where) => each(value, where, integer);
    return {
      newer,
      seal: of("seal", text),
      about: of("about", (value, where) => each(value, where, pair(text, text))),
      digests: newer ? of("digests", (value, where) => each(value, where, pair(text, text))) : [],
      start: of("start", row),
      rows: of("rows", (value, where) => each(value, where, row)),
      scale: of("scale", integer), y: of("y", integers), unit: of("unit", integer), nets: of("nets", integers),
      moments: of("moments", (value, where) => each(value, where, ratio)),
      outcomes: of("outcomes", (value, where) => each(value, where, (one, there) => {
        only(one, ["result", "name", "probability"], there);
        return { result: text(one.get("result"), there), name: text(one.get("name"), there), probability: ratio(one.get("probability"), there) };
      })),
      win: of("win", ratio), lose: of("lose", ratio), push: of("push", ratio), expected_rolls: of("expected_rolls", ratio),
      bases: of("bases", (value, where) => each(value, where, (one, there) => {
        only(one, ["basis", "staked", "returned", "claims"], there);
        return {
          basis: text(one.get("basis"), there), staked: integers(one.get("staked"), there),
          returned: integers(one.get("returned"), there), claims: each(one.get("claims"), there, ratio),
        };
      })),
    };
  }

  // --- the checks; each returns what is wrong, and how many steps it took

  const is = ([above, below], [top, bottom]) => above * bottom === top * below;
  const total = (values) => values.reduce((sum, value) => sum + value, 0n);

  function words(found) {
    const wrong = [];
    const listed = [["header", found.about.map(([key]) => key)], ["outcomes", found.outcomes.map((one) => one.name)],
      ["bases", found.bases.map((one) => one.basis)]];
    for (const [what, names] of listed) {
      if (new Set(names).size < names.length) wrong.push(`a name stands twice in the ${what}`);
    }
    for (const { name, result } of found.outcomes) {
      const parts = new Set(name.split("; ").map((part) => part.split(" ")[0]));
      const known = [...parts].every((part) => ["win", "lose", "push"].includes(part));
      const due = parts.has("win") ? "win" : parts.size === 1 && parts.has("lose") ? "lose" : "push";
      if (!known || result !== due) wrong.push(`the outcome ${name} is called ${result}`);
    }
    if (found.newer) wrong.push(...header(found, listed[0][1], listed[2][1]));
    return [wrong, found.about.length + found.outcomes.length];
  }

  function header(found, said, bases) {
    const wrong = [];
    if (!HEADER.slice(0, 4).every((word) => said.includes(word))) wrong.push("the header lacks a word");
    if (!said.every((word) => HEADER.includes(word))) wrong.push("the header has words that mean nothing");
    if (found.digests.map(([key]) => key).join() !== "rules,bets,paytable") wrong.push("the digests are not those of rules, bets, paytable");
    if (!found.digests.every(([, digest]) => /^[0-9a-f]{64}$/.test(digest))) wrong.push("a digest is no SHA-256");
    const asked = said.includes("until") ? "stakes" : said.includes("odds") ? "odds" : "stake";
    const sorted = [...new Set(bases)].sort().join();
    if ((bases.length || found.nets.length) && !BASES[asked].some((one) => one.join() === sorted)) {
      wrong.push(`the bases of this bet cannot be ${bases.join(", ") || "none"}`);
    }
    return wrong;
  }

  function rows(found) {
    const wrong = [];
    const nodes = found.rows.length + found.outcomes.length;
    [found.start, ...found.rows].forEach(({ whole, ways }, place) => {
      const among = place === 0 ? found.rows.length : nodes;
      const targets = ways.map(([target]) => target);
      const lawful = ways.every(([target, count]) => target >= 0 && target < among && count > 0n);
      if (!lawful || new Set(targets).size < targets.length) throw new Refused(`row ${place - 1}: a step leads nowhere, twice or by no way`);
      if (total(ways.map(([, count]) => count)) !== whole) wrong.push(place ? `row ${place - 1} does not sum to 1` : "start does not sum to 1");
    });
    return [wrong, found.rows.length + 1];
  }

  function absorption(found) {
    const states = found.rows.length;
    const before = Array.from({ length: states + found.outcomes.length }, () => []);
    found.rows.forEach(({ ways }, state) => ways.forEach(([target]) => before[target].push(state)));
    const decided = new Set();
    const frontier = found.outcomes.map((_, index) => states + index);
    while (frontier.length) {
      for (const state of before[frontier.pop()]) {
        if (!decided.has(state)) {
          decided.add(state);
          frontier.push(state);
        }
      }
    }
    const lost = found.rows.map((_, state) => state).filter((state) => !decided.has(state));
    return [lost.map((state) => `state ${state} leads to no outcome`), states];
  }

  function equations(found) {
    const { y, scale, start: { whole }, unit } = found;
    if (y.length !== found.rows.length || [...y, scale, whole, unit].some((one) => one <= 0n)) throw new Refused("the solution lacks a positive number");
    const wrong = [];
    if (y.reduce(common, scale) > 1n) wrong.push("the solution is not in lowest terms");
    const flow = Array.from({ length: y.length + found.outcomes.length }, () => 0n);
    found.rows.forEach(({ ways }, here) => ways.forEach(([target, count]) => { flow[target] += y[here] * count; }));
    const starting = new Map(found.start.ways);
    const x = found.rows.map((one, state) => y[state] * one.whole);
    x.forEach((here, state) => {
      if ((here - flow[state]) * whole !== (starting.get(state) ?? 0n) * scale) wrong.push(`x = Px + b does not hold in state ${state}`);
    });
    found.outcomes.forEach(({ name, probability }, index) => {
      const arrived = flow[y.length + index];
      if (!arrived || !is([arrived, scale], probability)) wrong.push(`the probability of ${name} is not what flows into it`);
    });
    if (!is([total(x), scale], found.expected_rolls)) wrong.push("the expected rolls are not the sum of x");
    return [wrong, x.length + found.outcomes.length + 1];
  }

  function worth(found) {
    const wrong = [];
    const { scale, unit, nets, bases } = found;
    const chances = found.outcomes.map(({ probability: [above, below] }) => (above * scale) / below);
    const legal = (result) => total(chances.filter((_, index) => found.outcomes[index].result === result));
    const sums = ["win", "lose", "push"].map((result) => [legal(result), found[result]]);
    if (total(sums.map(([sum]) => sum)) !== scale || !sums.every(([sum, said]) => is([sum, scale], said))) {
      wrong.push("win, lose and push are not those of the outcomes, or do not sum to 1");
    }
    if (!nets.length && !found.moments.length && !bases.length) return [wrong, 3];
    const money = [nets, ...bases.flatMap((one) => [one.staked, one.returned])];
    if (money.some((one) => one.length !== chances.length)) throw new Refused("an outcome lacks its money");
    const mean = (amounts) => [total(amounts.map((amount, index) => amount * chances[index])), scale * unit];
    const net = mean(nets);
    const [square, below] = [total(nets.map((amount, index) => amount * amount * chances[index])), scale * unit * unit];
    const variance = [square * net[1] * net[1] - net[0] * net[0] * below, below * net[1] * net[1]];
    if (found.moments.length !== 2 || !is(net, found.moments[0]) || !is(variance, found.moments[1])) wrong.push("mean and variance are not those of the net wins");
    for (const one of bases) {
      const [staked, back] = [mean(one.staked), mean(one.returned)];
      const resolved = [staked[0] - back[0], staked[1]];
      const over = [staked, [staked[0] * found.expected_rolls[0], staked[1] * found.expected_rolls[1]], ...(resolved[0] ? [resolved] : [])];
      const due = [staked, back, ...over.map(([above, under]) => [-net[0] * under, net[1] * above])];
      const right = over.every(([above]) => above > 0n) && due.length === one.claims.length && due.every((value, index) => is(value, one.claims[index]));
      if (!right) wrong.push(`the edges over the ${one.basis} are not those that follow`);
    }
    return [wrong, 5 + 5 * bases.length];
  }

  function money(found) {
    const wrong = [];
    const { unit } = found;
    const bases = new Map(found.bases.map((one) => [one.basis, one]));
    const flats = (bases.get("stake") ?? bases.get("stakes"))?.staked ?? [];
    for (const [name, { staked, returned }] of bases) {
      const least = staked.reduce((one, other) => (one < other ? one : other));
      const same = new Set(staked).size === 1;
      const above = (test) => staked.every((amount, index) => flats[index] === undefined || test(amount, flats[index]));
      const fitting = {
        stake: same && least === unit,
        outlay: same && above((amount, flat) => amount > flat),
        action: above((amount, flat) => amount >= flat),
        stakes: same && least > 0n,
      };
      if (!fitting[name]) wrong.push(`what is staked is no ${name}`);
      if (staked.some((amount, index) => returned[index] < 0n || returned[index] > amount)) wrong.push(`more or less than what is staked comes back of the ${name}`);
    }
    found.outcomes.slice(0, found.nets.length).forEach(({ result, name }, index) => {
      const net = found.nets[index];
      const all = (part) => {
        const [flat, ...more] = [...bases.values()].map((one) => one[part][index]).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
        return flat + total(more.map((amount) => amount - flat));
      };
      const [putUp, back] = [all("staked"), all("returned")];
      const off = name.split("; ").some((part) => part.endsWith(" off"));
      const lost = result === "lose" && (net >= 0n || (back !== 0n && !off));
      if (lost || (result === "push" && net > 0n) || net < back - putUp) wrong.push(`a net of ${net}/${unit} is impossible where the outcome is ${name}`);
    });
    return [wrong, found.nets.length];
  }

  // What is wrong with one certificate, or list of them; how many steps were checked; of which bets.
  function verify(content) {
    const raw = parse(content);
    const several = Array.isArray(raw) && raw.length ? raw : [raw];
    const told = { problems: [], steps: 0, about: [] };
    for (const one of several) {
      if (!(one instanceof Map) || !FORMATS.includes(one.get("format"))) throw new Refused(`its format is not ${FORMATS[0]}`);
    }
    for (const one of several) {
      try {
        const found = read(one);
        told.about.push(Object.fromEntries(found.about));
        if (found.seal !== sha256(written(new Map([...one, ["seal", ""]])))) told.problems.push("the seal is not that of the content");
        told.steps += 1;
        for (const check of [words, rows, absorption, equations, worth, money]) {
          const [wrong, steps] = check(found);
          told.steps += steps;
          if (wrong.length) {
            told.problems.push(...wrong);
            break; // the rest would build on what does not hold
          }
        }
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        told.problems.push(error.message);
      }
    }
    return told;
  }

  return { verify, Refused };
})();

if (typeof module !== "undefined") module.exports = verifier;
