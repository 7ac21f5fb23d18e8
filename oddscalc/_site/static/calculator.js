// Values a bet anew at the prices, odds, commission, stake and dice that a visitor chooses. All
// numbers are fractions of BigInt; what is chosen stands in the address. The page works without.
"use strict";

// --- exact numbers

function gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

class Fraction {
  constructor(above, below = 1n) {
    if (below === 0n) throw new RangeError("a division by zero");
    const common = gcd(above, below) * (below < 0n ? -1n : 1n) || 1n;
    this.above = above / common;
    this.below = below / common;
  }
  static of(text) {
    const match = /^(-?)(\d{1,4000})(?:\/(\d{1,4000})|\.(\d{1,60}))?$/.exec(String(text).trim());
    if (!match) throw new Problem(`${text} is no number; write 5, 7.50 or 15/2`);
    const [, sign, whole, below, decimals] = match;
    const scale = decimals ? 10n ** BigInt(decimals.length) : below ? BigInt(below) : 1n;
    if (scale === 0n) throw new Problem(`${text} divides by zero`);
    const above = decimals ? BigInt(whole + decimals) : BigInt(whole);
    return new Fraction(sign ? -above : above, scale);
  }
  plus(other) {
    return new Fraction(this.above * other.below + other.above * this.below, this.below * other.below);
  }
  minus(other) {
    return this.plus(other.times(MINUS));
  }
  times(other) {
    return new Fraction(this.above * other.above, this.below * other.below);
  }
  over(other) {
    return new Fraction(this.above * other.below, this.below * other.above);
  }
  compare(other) {
    const difference = this.above * other.below - other.above * this.below;
    return difference < 0n ? -1 : difference > 0n ? 1 : 0;
  }
  get sign() {
    return this.above < 0n ? -1 : this.above > 0n ? 1 : 0;
  }
  get floor() {
    const cut = this.above / this.below;
    return this.above < 0n && cut * this.below !== this.above ? cut - 1n : cut;
  }
  get exact() {
    return this.below === 1n ? String(this.above) : `${this.above}/${this.below}`;
  }
}

const ZERO = new Fraction(0n);
const ONE = new Fraction(1n);
const MINUS = new Fraction(-1n);
const HALF = new Fraction(1n, 2n);
const HUNDRED = new Fraction(100n);

const sum = (values) => values.reduce((total, value) => total.plus(value), ZERO);
const greatest = (values) => values.reduce((one, other) => (one.compare(other) < 0 ? other : one));

function roundHalfAway(value) {
  const half = new Fraction(value.above < 0n ? -value.above : value.above, value.below).plus(HALF).floor;
  return value.above < 0n ? -half : half;
}

const DIGITS = 10;

// The value to 10 significant digits, ties away from zero; fewer if it needs no more.
function decimal(value) {
  if (value.sign === 0) return "0";
  const size = new Fraction(value.above < 0n ? -value.above : value.above, value.below);
  let exponent = String(size.above).length - String(size.below).length;
  if (power(exponent).compare(size) > 0) exponent -= 1;
  let places = DIGITS - 1 - exponent;
  const shifted = (count) => value.times(power(count));
  const rounded = roundHalfAway(shifted(places));
  if ((rounded < 0n ? -rounded : rounded) === 10n ** BigInt(DIGITS)) places -= 1;
  const text = placed(roundHalfAway(shifted(places)), places);
  const whole = shifted(places).below === 1n;
  return whole && text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

function power(exponent) {
  const size = 10n ** BigInt(Math.abs(exponent));
  return exponent < 0 ? new Fraction(1n, size) : new Fraction(size);
}

function placed(scaled, places) {
  if (places <= 0) return String(scaled * 10n ** BigInt(-places));
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(places + 1, "0");
  return `${scaled < 0n ? "-" : ""}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

function integerRoot(value) {
  if (value < 2n) return value;
  let guess = 1n << BigInt((value.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

function rootDecimal(value) {
  if (value.sign === 0) return "0";
  const above = integerRoot(value.above);
  const below = integerRoot(value.below);
  if (above * above === value.above && below * below === value.below) {
    return decimal(new Fraction(above, below));
  }
  const exponent = String(value.above).length - String(value.below).length;
  const shift = BigInt(DIGITS + 3 - Math.floor(exponent / 2));
  const scaled = value.times(shift < 0n ? power(-2 * Number(-shift)) : power(2 * Number(shift)));
  const root = integerRoot(scaled.floor);
  return decimal(new Fraction(2n * root + 1n, 2n).over(power(Number(shift))));
}

const percent = (value) => `${decimal(value.times(HUNDRED))}%`;

// --- what people write

class Problem extends Error {}

const NUMBER = "(\\d+(?:\\.\\d+|/\\d+)?)";
const PAIR = new RegExp(`^${NUMBER}\\s*(to|:|for)\\s*${NUMBER}$`);

function parsePrice(text) {
  const plain = text.trim().toLowerCase().replace(/,(?=\d{3}\b)/g, "").replace(/\s+/g, " ");
  if (plain === "even" || plain === "even money") return { net: ONE };
  if (plain === "true odds") return { net: null };
  const back = /^(?:(half)|(\d+)\/(\d+)|(\d+(?:\.\d+)?)%) (?:of )?(?:the )?stake back$/.exec(plain);
  if (back) {
    const part = back[1] ? HALF : back[2] ? new Fraction(BigInt(back[2]), BigInt(back[3]))
      : Fraction.of(back[4]).over(HUNDRED);
    return { net: part.minus(ONE), back: true };
  }
  const match = PAIR.exec(plain);
  if (!match) {
    const bare = /^\d+(\.\d+)?(\/\d+)?$/.test(plain);
    const [first, second = "1"] = plain.split("/");
    throw new Problem(
      bare
        ? `${text} can mean two prices: write ${first} to ${second} or ${first} for ${second}`
        : `${text || "nothing"} is no price; write 7 to 6, 31 for 1, even or true odds`,
    );
  }
  const below = Fraction.of(match[3]);
  if (below.sign === 0) throw new Problem(`${text}: the second number of a price cannot be 0`);
  const ratio = Fraction.of(match[1]).over(below);
  if (match[2] !== "for") return { net: ratio };
  if (ratio.compare(ONE) < 0) throw new Problem(`${text} returns less than the stake`);
  return { net: ratio.minus(ONE) };
}

function netOf(price, trueOdds, what) {
  if (price.net !== null) return price.net;
  if (!trueOdds) throw new Problem(`${what} has no true odds`);
  return Fraction.of(trueOdds);
}

const NAMED = {
  "345x": { 4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3 },
  "full-double": { 4: "2", 5: "2", 6: "5/2", 8: "5/2", 9: "2", 10: "2" },
};

function parseOdds(text) {
  const plain = text.trim().toLowerCase().replace("3-4-5x", "345x").replace(/\s+/g, " ");
  const ofWin = plain.startsWith("win ");
  const terms = plain.replace(/^win /, "").replace(/^lay /, "");
  if (NAMED[terms]) {
    const by = Object.entries(NAMED[terms]).map(([point, size]) => [point, Fraction.of(size)]);
    return { by: Object.fromEntries(by), every: ZERO, ofWin: !plain.startsWith("lay ") };
  }
  const every = /^(\d+(?:\/\d+|\.\d+)?)x$/.exec(terms);
  if (every) return { by: {}, every: Fraction.of(every[1]), ofWin };
  const by = {};
  for (const term of terms.split(",")) {
    const match = /^([0-9/]+)=(\d+(?:\/\d+|\.\d+)?)x$/.exec(term.trim());
    if (!match) throw new Problem(`${text} is no odds schedule; write 2x, 345x or 4/10=3x,5/9=4x,6/8=5x`);
    for (const point of match[1].split("/")) {
      if (by[point] || !/^([2-689]|1[0-2])$/.test(point)) throw new Problem(`${text}: ${point} is no point, or stands twice`);
      by[point] = Fraction.of(match[2]);
    }
  }
  return { by, every: ZERO, ofWin };
}

function parseVig(text) {
  const plain = text.trim().toLowerCase().replace(/\s+/g, " ").replace("of the", "of")
    .replace(/,? (?=when |rounded |at least |at most )/g, ", ");
  if (plain === "none" || plain === "") return null;
  const [head, ...terms] = plain.split(/,\s*/);
  const rate = /^(\d+(?:\.\d+|\/\d+)?) ?% of (win|stake)$/.exec(head);
  if (!rate) throw new Problem(`${text} is no commission; write 5% of win, when placed`);
  const found = { rate: Fraction.of(rate[1]).over(HUNDRED), base: rate[2], when: "", rounding: "none", unit: ONE, floor: null, cap: null };
  for (const term of terms) {
    const when = /^when (placed|won)$/.exec(term);
    const rounded = /^rounded (down|nearest|up)(?: to (.+))?$/.exec(term);
    const least = /^at (least|most) (.+)$/.exec(term);
    if (when) found.when = when[1];
    else if (rounded) {
      found.rounding = rounded[1];
      if (rounded[2]) found.unit = Fraction.of(rounded[2]);
    } else if (least) found[least[1] === "least" ? "floor" : "cap"] = Fraction.of(least[2]);
    else throw new Problem(`${term} is no term of a commission`);
  }
  if (!found.when) throw new Problem(`${text} does not say when: add when placed or when won`);
  return found;
}

function parseDice(text) {
  const plain = text.trim().toLowerCase();
  if (plain === "" || plain === "fair") return null;
  const match = /^(?:srr ?= ?)?(\d+(?:\.\d+|\/\d+)?)$/.exec(plain);
  if (!match) throw new Problem(`${text} are no dice that a page knows; write fair or srr=7`);
  const ratio = Fraction.of(match[1]);
  if (ratio.compare(ONE) < 0) throw new Problem("the rolls for each 7 must be 1 or more");
  return ratio;
}

function vigOf(given) {
  if (!given) return null;
  const number = (text) => (text === null ? null : Fraction.of(text));
  return { ...given, rate: Fraction.of(given.rate), unit: Fraction.of(given.unit), floor: number(given.floor), cap: number(given.cap) };
}

// --- the chain with other dice

function solve(chain, ratio) {
  const seven = ONE.over(ratio).over(new Fraction(6n));
  const other = ONE.minus(ONE.over(ratio)).over(new Fraction(30n));
  const size = chain.rows.length;
  const step = chain.rows.map((row) =>
    row.map(([target, sevens, others]) => [
      target,
      seven.times(new Fraction(BigInt(sevens))).plus(other.times(new Fraction(BigInt(others)))),
    ]),
  );
  // expected visits v = start + v P, as the rows of a linear system in the states
  const system = chain.rows.map((_, here) => {
    const line = Array.from({ length: size + 1 }, () => ZERO);
    line[here] = ONE;
    return line;
  });
  for (const [state, chance] of chain.start) system[state][size] = Fraction.of(chance);
  step.forEach((row, from) => {
    for (const [target, chance] of row) {
      if (target < size) system[target][from] = system[target][from].minus(chance);
    }
  });
  const visits = eliminate(system);
  const count = Math.max(...chain.rows.flat().map(([target]) => target)) - size + 1;
  const chances = Array.from({ length: Math.max(count, 0) }, () => ZERO);
  step.forEach((row, from) => {
    for (const [target, chance] of row) {
      if (target >= size) chances[target - size] = chances[target - size].plus(visits[from].times(chance));
    }
  });
  if (sum(chances).compare(ONE) !== 0) throw new Problem("with these dice the bet may never be decided");
  return { chances, rolls: sum(visits) };
}

function eliminate(system) {
  const size = system.length;
  for (let column = 0; column < size; column += 1) {
    const pivot = system.findIndex((row, index) => index >= column && row[column].sign !== 0);
    if (pivot < 0) throw new Problem("with these dice the bet may never be decided");
    [system[column], system[pivot]] = [system[pivot], system[column]];
    const lead = system[column][column];
    system[column] = system[column].map((value) => (value.sign ? value.over(lead) : value));
    system.forEach((row, index) => {
      const factor = row[column];
      if (index === column || factor.sign === 0) return;
      system[index] = row.map((value, at) => {
        const there = system[column][at];
        return there.sign ? value.minus(factor.times(there)) : value;
      });
    });
  }
  return system.map((row) => row[size]);
}

// --- money

function settled(amount, asked) {
  const steps = amount.over(asked.unit);
  const times = (count) => new Fraction(count).times(asked.unit);
  switch (asked.rounding) {
    case "exact":
      return amount;
    case "down":
      return times(steps.floor);
    case "up":
      return times(-steps.times(MINUS).floor);
    case "nearest":
      return times(steps.plus(HALF).floor);
    case "half-even": {
      const low = steps.floor;
      const rest = steps.minus(new Fraction(low)).compare(HALF);
      return times(rest < 0 || (rest === 0 && low % 2n === 0n) ? low : low + 1n);
    }
    default:
      if (steps.below !== 1n) {
        throw new Problem(`a stake of ${asked.stake.exact} cannot be paid: it wins ${amount.exact}`);
      }
      return amount;
  }
}

function charged(vig, asked, win) {
  const depends = vig.rounding !== "none" || vig.floor || vig.cap;
  if (depends && !asked.given) throw new Problem("the commission depends on the stake; give one");
  let charge = vig.rate.times(vig.base === "win" ? win : asked.stake);
  if (vig.rounding !== "none") charge = settled(charge, { ...asked, rounding: vig.rounding, unit: vig.unit });
  if (vig.floor && charge.compare(vig.floor) < 0) charge = vig.floor;
  return vig.cap && charge.compare(vig.cap) > 0 ? vig.cap : charge;
}

function priceOf(pays, outcome) {
  const text = outcome.result === "lose" ? pays[outcome.loss] : (pays[outcome.key] ?? pays.win);
  return text === undefined || text === "" ? null : parsePrice(text);
}

// What each outcome of a single bet, or of a bundle that is priced on its whole stake, nets.
function paySingle(data, pays, vig, asked) {
  const prices = Object.values(pays).filter(Boolean).map(parsePrice);
  let upfront = ZERO;
  if (vig && vig.when === "placed" && prices.length) {
    const most = greatest(prices.map((price) => asked.stake.times(netOf(price, data.trueOdds, data.bet))));
    upfront = charged(vig, asked, most);
  }
  const nets = data.outcomes.map((outcome) => {
    if (outcome.result === "push") return ZERO;
    const price = priceOf(pays, outcome);
    if (outcome.result === "lose") {
      if (!price) return asked.stake.times(MINUS).minus(upfront);
      if (!price.back) throw new Problem("a loss can only give back part of the stake");
      return settled(asked.stake.times(price.net), asked).minus(upfront);
    }
    if (!price) throw new Problem(`there is no price for ${outcome.key}`);
    let won = asked.stake.times(netOf(price, data.trueOdds, data.bet));
    if (vig && vig.when === "won") won = won.minus(charged(vig, asked, won));
    return settled(won, asked).minus(upfront);
  });
  const returned = data.outcomes.map((outcome) => (outcome.result === "push" ? ONE : ZERO));
  return { nets, returned, outlay: ONE.plus(upfront.over(asked.stake)) };
}

function payBundle(data, pays, vig, asked) {
  const whole = data.parts.reduce((total, part) => total + BigInt(part.units), 0n);
  const shares = data.parts.map((part) => asked.stake.times(new Fraction(BigInt(part.units), whole)));
  const amounts = data.outcomes.map((outcome) =>
    sum(outcome.parts.map(([result, key], place) => {
      const part = data.parts[place];
      if (result === "push") return ZERO;
      if (result === "lose") return shares[place].times(MINUS);
      const text = pays[part.id] && pays[part.id] !== part.pays.win ? pays[part.id] : (part.pays.every ?? part.pays[key] ?? part.pays.win);
      if (!text) throw new Problem(`there is no price for ${part.id}`);
      return shares[place].times(netOf(parsePrice(text), part.trueOdds, part.id));
    })),
  );
  const best = greatest(amounts);
  const upfront = vig && vig.when === "placed" ? charged(vig, asked, best) : ZERO;
  const nets = data.outcomes.map((outcome, index) => {
    let amount = amounts[index];
    if (outcome.result === "push") return amount;
    if (outcome.result === "win") {
      if (vig && vig.when === "won" && amount.sign > 0) amount = amount.minus(charged(vig, asked, amount));
      amount = settled(amount, asked);
    }
    return amount.minus(upfront);
  });
  const returned = data.outcomes.map((outcome) =>
    sum(outcome.parts.map(([result], place) => (result === "push" ? shares[place] : ZERO))).over(asked.stake),
  );
  return { nets, returned, outlay: ONE.plus(upfront.over(asked.stake)) };
}

function payOdds(data, pays, vig, schedule, asked) {
  const { odds } = data;
  const multiple = (point) => {
    const size = schedule.by[point] ?? schedule.every;
    return odds.dark && schedule.ofWin ? size.over(Fraction.of(odds.trueOdds[point])) : size;
  };
  const alone = odds.outcomes.map(({ result }) => ({ result, key: "win", loss: "lose" }));
  const any = { stake: ONE, given: false, rounding: "exact", unit: ONE };
  const flat = paySingle({ ...data, outcomes: alone }, pays, vig, any);
  const nets = odds.outcomes.map((outcome, index) => {
    if (outcome.result === "push") return ZERO;
    let total = asked.stake.times(flat.nets[index]);
    const size = outcome.point === null || outcome.returned ? ZERO : multiple(outcome.point);
    if (size.sign) {
      const stake = asked.stake.times(size);
      const price = odds.pays[outcome.point];
      if (!price) throw new Problem(`there is no price for odds on ${outcome.point}`);
      const won = netOf(parsePrice(price), odds.trueOdds[outcome.point], "odds");
      total = total.plus(stake.times(outcome.result === "win" ? won : MINUS));
    }
    return outcome.result === "win" ? settled(total, asked) : total;
  });
  const returned = odds.outcomes.map((outcome) => (outcome.result === "push" ? ONE : ZERO));
  return { nets, returned, multiple };
}

// --- the value of it all

function value(data, state) {
  const asked = askedOf(data, state);
  const pays = { ...data.pays, ...paysOf(data, state.pays) };
  const vig = state.vig === null ? vigOf(data.commission) : parseVig(state.vig);
  const ratio = parseDice(state.dice ?? "");
  const schedule = state.odds ? parseOdds(state.odds) : null;
  if (schedule && !data.odds) throw new Problem("this bet takes no odds here");
  const source = schedule ? data.odds : data;
  let chances = source.chances.map((text) => Fraction.of(text));
  let rolls = Fraction.of(data.rolls);
  if (ratio) {
    if (!source.chain) throw new Problem("this chain is too long for a page; oddscalc edge --dice does it");
    const solved = solve(source.chain, ratio);
    chances = source.chances.map((_, index) => solved.chances[index] ?? ZERO);
    rolls = solved.rolls;
  }
  const paid = schedule ? payOdds(data, pays, vig, schedule, asked)
    : data.parts ? payBundle(data, pays, vig, asked) : paySingle(data, pays, vig, asked);
  const nets = paid.nets.map((amount) => amount.over(asked.stake));
  return { ...worth(source.outcomes, chances, nets, paid, rolls, schedule), pays, asked };
}

function worth(outcomes, chances, nets, paid, rolls, schedule) {
  const expected = sum(chances.map((chance, index) => chance.times(nets[index])));
  const square = sum(chances.map((chance, index) => chance.times(nets[index]).times(nets[index])));
  const legal = (result) => sum(chances.filter((_, index) => outcomes[index].result === result));
  const pushed = sum(chances.map((chance, index) => chance.times(paid.returned[index])));
  let bases = [{ name: "stake", amount: ONE, returned: pushed }];
  if (schedule) {
    let [amount, returned] = [ONE, pushed];
    outcomes.forEach((outcome, index) => {
      if (outcome.point === null) return;
      const added = chances[index].times(paid.multiple(outcome.point));
      amount = amount.plus(added);
      if (outcome.returned) returned = returned.plus(added);
    });
    bases = [{ name: "action", amount, returned }, ...bases];
  } else if (paid.outlay.compare(ONE) !== 0) {
    bases = [...bases, { name: "outlay", amount: paid.outlay, returned: paid.outlay.times(pushed) }];
  }
  const edges = bases.map(({ name, amount, returned }) => {
    const loss = expected.times(MINUS);
    const resolved = amount.minus(returned);
    const made = loss.over(amount);
    return { name, made, resolved: resolved.sign ? loss.over(resolved) : null, roll: made.over(rolls) };
  });
  return {
    outcomes, chances, nets, rolls, edges, expected,
    variance: square.minus(expected.times(expected)),
    hit: sum(chances.filter((_, index) => nets[index].sign > 0)),
    win: legal("win"), lose: legal("lose"), push: legal("push"),
  };
}

function askedOf(data, state) {
  const stake = state.stake ? Fraction.of(state.stake) : ONE;
  if (stake.sign <= 0) throw new Problem("the stake must be above 0");
  const given = Boolean(state.stake);
  const rounding = given ? state.round || data.rounding : "exact";
  return { stake, given, rounding, unit: state.unit ? Fraction.of(state.unit) : ONE };
}

function paysOf(data, given) {
  const known = Object.keys(data.pays);
  const found = {};
  for (const { key, price } of given) {
    const meant = key === null || key === "" ? (known.length === 1 ? known[0] : "win") : key;
    const own = meant.startsWith(`${data.bet}:`) ? meant.slice(data.bet.length + 1) : meant;
    const plain = own.replace(/^win (?=.)/, "");
    const part = known.find((one) => one === plain) ?? known.find((one) => one.endsWith(`-${plain}`));
    if (part) found[part] = price;
    else if (plain === "win") for (const one of known) found[one] = price;
    else if (plain.startsWith("lose")) found[plain] = price;
    else throw new Problem(`there is no outcome ${meant}; there are ${known.join(", ")}`);
  }
  return found;
}

// --- the address

const WORDS = ["odds", "vig", "stake", "round", "unit", "dice"];

function stateOf(address) {
  const words = new URLSearchParams(address.replace(/^#/, ""));
  const state = { pays: [] };
  for (const text of words.getAll("pays")) {
    for (const one of text.split(";")) {
      const at = one.lastIndexOf("=");
      if (one.trim()) state.pays.push({ key: at < 0 ? null : one.slice(0, at).trim(), price: one.slice(at + 1).trim() });
    }
  }
  for (const word of WORDS) state[word] = words.get(word);
  if (words.get("rounding")) state.round = words.get("rounding");
  if (words.get("commission")) state.vig = words.get("commission");
  if (words.get("srr")) state.dice = `srr=${words.get("srr")}`;
  return state;
}

function addressOf(state) {
  const words = new URLSearchParams();
  for (const { key, price } of state.pays) words.append("pays", key === null ? price : `${key}=${price}`);
  for (const word of WORDS) if (state[word] !== null && state[word] !== undefined) words.append(word, state[word]);
  return words.toString();
}

const isAsked = (state) => state.pays.length > 0 || WORDS.some((word) => state[word] !== null && state[word] !== undefined);

if (typeof module !== "undefined") module.exports = { Fraction, decimal, rootDecimal, value, stateOf, addressOf, parsePrice };
