import type { Random } from '../simulation/random.ts';

export type Value = Record<string, unknown>;
export type Row = Record<string, Value>;
export type Input = Record<string, unknown>;

/** Names of attributes, each of which usually has values of one type. */
export const NAMES = ['n', 'm', 's', 'flag', 'list', 'map', 'tags', 'nums', 'bin', 'nothing'];
const RESERVED = new Set(['list', 'map', 'nothing']);
const NUMBERS = ['n', 'm'];
const SETS = new Set(['tags', 'nums']);
const TEXTS = ['', 'a', 'ab', 'abc', 'Ærø', '\u{1f381}', 'x'.repeat(1200)];
const ODD_NUMBERS = ['0.1', '-2.50', '1e3', '12345678901234567890', '-0', '1E-20', '007', '99999999999999999999.5'];

/** Generates random values and valid random expressions for one request. */
export class Expressions {
  readonly #random: Random;
  readonly #names: Record<string, string> = {};
  readonly #values: Row = {};

  constructor(random: Random) {
    this.#random = random;
  }

  some<T>(all: readonly T[], probability: number): T[] {
    return all.filter(() => this.#random.chance(probability));
  }

  /** The input with the placeholders that its expressions use. */
  complete(input: Input): Input {
    const text = Object.entries(input).flatMap(([name, value]) => (name.endsWith('Expression') ? [String(value)] : []));
    const used = new Set(text.join(' ').match(/[#:]\w+/g));
    const ofUsed = (all: object): object => Object.fromEntries(Object.entries(all).filter(([name]) => used.has(name)));
    const placeholders = {
      ExpressionAttributeNames: ofUsed(this.#names),
      ExpressionAttributeValues: ofUsed(this.#values),
    };
    const given = Object.entries(placeholders).filter(([, all]) => Object.keys(all).length > 0);
    return { ...input, ...Object.fromEntries(given) };
  }

  text(): Value {
    return { S: this.#random.pick(TEXTS) };
  }

  number(): Value {
    const random = this.#random;
    return { N: random.chance(0.2) ? random.pick(ODD_NUMBERS) : String(random.between(-3, 12)) };
  }

  /** A value for an attribute; rarely one of another type, unless `isTyped`. */
  value(name: string, isTyped = false): Value {
    const random = this.#random;
    switch (random.chance(0.05) && !isTyped ? random.pick(NAMES) : name) {
      case 'n':
      case 'm':
        return this.number();
      case 's':
        return this.text();
      case 'flag':
        return { BOOL: random.chance(0.5) };
      case 'list':
      case 'parts':
        return { L: Array.from({ length: random.between(0, 4) }, () => random.pick([this.number(), this.text()])) };
      case 'map':
        return { M: Object.fromEntries(this.some(['n', 's', 'parts'], 0.7).map((each) => [each, this.value(each)])) };
      case 'tags':
        return { SS: [random.pick(['a', 'b']), ...this.some(['c', 'd', 'e'], 0.4)] };
      case 'nums':
        return { NS: [random.pick(['1', '2']), ...this.some(['3', '4.5'], 0.4)] };
      case 'bin':
        return { B: Buffer.from(random.pick(['', 'a', 'ab', '\u{0}\u{ff}'])).toString('base64') };
      default:
        return { NULL: true };
    }
  }

  name(attribute: string): string {
    if (!RESERVED.has(attribute) && this.#random.chance(0.5)) return attribute;
    this.#names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  }

  placeholder(value: Value): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  path(name = this.#random.pick(NAMES)): string {
    const random = this.#random;
    if (name === 'map' && random.chance(0.6)) return `${this.name('map')}.${random.pick(['n', 's', 'x', 'parts[0]'])}`;
    if (name === 'list' && random.chance(0.5)) return `${this.name('list')}[${random.between(0, 4)}]`;
    return this.name(name);
  }

  condition(names: readonly string[] = NAMES, depth = 0): string {
    const random = this.#random;
    if (depth >= 2 || random.chance(0.65)) return this.#comparison(random.pick(names));
    const [left, right] = [this.condition(names, depth + 1), this.condition(names, depth + 1)];
    return random.pick([
      `${left} AND ${right}`,
      `${left} OR ${right}`,
      `not (${left} OR ${right})`,
      `(${left} OR ${right}) AND NOT (${right} AND ${left})`,
    ]);
  }

  #comparison(name: string): string {
    const random = this.#random;
    const path = this.path(name);
    const value = (): string => this.placeholder(this.value(name));
    switch (random.between(0, 9)) {
      case 0:
        return `attribute_exists(${path})`;
      case 1:
        return `attribute_not_exists(${path})`;
      case 2:
        return `begins_with(${path}, ${this.placeholder(this.text())})`;
      case 3: {
        const part = random.pick([this.text(), this.number(), { S: 'c' }, { N: '3' }]);
        return `contains(${path}, ${this.placeholder(part)})`;
      }
      case 4:
        return `size(${path}) ${random.pick(['=', '<', '>='])} ${this.placeholder({ N: String(random.between(0, 3)) })}`;
      case 5:
        return `${path} IN (${Array.from({ length: random.between(1, 3) }, value).join(', ')})`;
      case 6: {
        const least = random.between(-3, 9);
        const [low, high] = [least, least + random.between(0, 5)].map((each) => this.placeholder({ N: String(each) }));
        return `${this.name('n')} BETWEEN ${low} AND ${high}`;
      }
      case 7:
        return `attribute_type(${path}, ${this.placeholder({ S: random.pick(['S', 'N', 'L', 'M', 'SS', 'NULL']) })})`;
      case 8:
        return `${path} ${random.pick(['=', '<>'])} ${value()}`;
      default: {
        const ordered = random.pick([...NUMBERS, 's']);
        const bound = this.placeholder(this.value(ordered, true));
        return `${this.name(ordered)} ${random.pick(['<', '<=', '>', '>='])} ${bound}`;
      }
    }
  }

  /** An update expression with actions on distinct attributes. */
  update(): string {
    const clauses = new Map<string, string[]>();
    for (const name of this.some([...NAMES, 'ix1pk', 'ix1sk', 'duesk'], 0.2)) {
      const own = SETS.has(name) ? ['ADD', 'DELETE'] : NUMBERS.includes(name) ? ['ADD'] : [];
      const clause = this.#random.pick(['SET', 'SET', 'REMOVE', ...own]);
      clauses.set(clause, [...(clauses.get(clause) ?? []), this.#action(clause, name)]);
    }
    const text = [...clauses].map(([clause, actions]) => `${clause} ${actions.join(', ')}`).join(' ');
    return text || `SET flag = ${this.placeholder({ BOOL: true })}`;
  }

  #action(clause: string, name: string): string {
    const random = this.#random;
    if (clause === 'REMOVE') return this.name(name);
    if (clause !== 'SET') return `${this.name(name)} ${this.placeholder(this.value(name, true))}`;
    // Uses only the first element of a list, because the emulator differs for later ones (`UNLIKE`).
    const path = this.path(name).replace(/\[\d\]$/, '[0]');
    // The emulator replaces a value of another type on a path (`UNLIKE`), so lists and maps keep their types.
    if (name === 'list' || name === 'map') return `${path} = ${this.placeholder(this.value(name, true))}`;
    if (name.endsWith('k')) return `${path} = ${this.placeholder({ S: random.pick(['I', 'J']) })}`;
    const value = (): string => this.placeholder(this.value(name));
    const number = (): string => this.placeholder({ N: String(random.between(-3, 12)) });
    return random.pick([
      () => `${path} = ${value()}`,
      () => `${path} = ${value()}`,
      () => `${path} = if_not_exists(${this.path()}, ${value()})`,
      () => `${path} = ${this.path('n')} ${random.pick(['+', '-'])} ${number()}`,
      () => `${path} = if_not_exists(${this.path('n')}, ${number()}) + ${number()}`,
      () => `${path} = ${this.path()}`,
      () => `${path} = list_append(${this.name('list')}, ${this.placeholder(this.value('list', true))})`,
    ])();
  }
}
