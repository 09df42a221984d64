import { isDeepStrictEqual } from 'node:util';
import { isReserved } from './reserved-words.ts';
/** DynamoDB's expressions, as used by the service: conditions and updates on top-level members. */
type Item = Record<string, unknown>;

interface Names {
  names: Record<string, string>;
  values: Record<string, unknown>;
}

const TOKEN = /\s*(<=|>=|<>|[(),=<>+-]|[#:]?[A-Za-z_][\w.#:]*|-?\d+)/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match?.[1]) {
      if (text.slice(at).trim() === '') break;
      throw new Error(`Unreadable expression at ${text.slice(at)}`);
    }
    tokens.push(match[1]);
  }
  return tokens;
};

class Reader {
  readonly #tokens: string[];
  #at = 0;
  constructor(text: string) {
    this.#tokens = tokensOf(text);
  }
  peek(): string | undefined {
    return this.#tokens[this.#at];
  }
  next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw new Error('An expression ends too early');
    return token;
  }
  take(token: string): boolean {
    if (this.peek()?.toUpperCase() !== token.toUpperCase()) return false;
    this.#at++;
    return true;
  }
  expect(token: string): void {
    if (!this.take(token)) throw new Error(`Expected ${token}, found ${this.peek()}`);
  }
}

const memberOf = (token: string, { names }: Names): string[] =>
  token.split('.').map((part) => {
    if (part.startsWith('#')) return names[part] ?? part;
    if (isReserved(part)) throw new Error(`${part} is a reserved word: an expression needs another name for it`);
    return part;
  });

const read = (item: Item | undefined, path: string[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Item | undefined)?.[name], item);

const valueOf = (token: string, item: Item | undefined, scope: Names): unknown => {
  if (token.startsWith(':')) {
    if (!(token in scope.values)) throw new Error(`No value ${token}`);
    return scope.values[token];
  }
  return read(item, memberOf(token, scope));
};

const compare = (left: unknown, operator: string, right: unknown): boolean => {
  if (operator === '=') return isDeepStrictEqual(left, right);
  if (operator === '<>') return !isDeepStrictEqual(left, right);
  if (typeof left !== typeof right || left === undefined) return false;
  const [a, b] = [left as number, right as number];
  if (operator === '<') return a < b;
  if (operator === '<=') return a <= b;
  return operator === '>' ? a > b : a >= b;
};

/** Whether a condition is true for the current item (undefined: none). */
export const conditionHolds = (expression: string, item: Item | undefined, scope: Names): boolean => {
  const reader = new Reader(expression);
  const disjunction = (): boolean => {
    let holds = conjunction();
    while (reader.take('OR')) holds = conjunction() || holds;
    return holds;
  };
  const conjunction = (): boolean => {
    let holds = negation();
    while (reader.take('AND')) holds = negation() && holds;
    return holds;
  };
  const negation = (): boolean => (reader.take('NOT') ? !negation() : term());
  const term = (): boolean => {
    if (reader.take('(')) {
      const holds = disjunction();
      reader.expect(')');
      return holds;
    }
    const token = reader.next();
    if (token === 'attribute_exists' || token === 'attribute_not_exists') {
      reader.expect('(');
      const there = read(item, memberOf(reader.next(), scope)) !== undefined;
      reader.expect(')');
      return there === (token === 'attribute_exists');
    }
    const left = valueOf(token, item, scope);
    const operator = reader.next();
    if (operator.toUpperCase() === 'BETWEEN') {
      const least = valueOf(reader.next(), item, scope);
      reader.expect('AND');
      const most = valueOf(reader.next(), item, scope);
      return compare(left, '>=', least) && compare(left, '<=', most);
    }
    if (operator.toUpperCase() === 'IN') {
      reader.expect('(');
      const options = [];
      do options.push(valueOf(reader.next(), item, scope));
      while (reader.take(','));
      reader.expect(')');
      return options.includes(left);
    }
    return compare(left, operator, valueOf(reader.next(), item, scope));
  };
  const holds = disjunction();
  if (reader.peek() !== undefined) throw new Error(`Left over: ${reader.peek()}`);
  return holds;
};

const CLAUSES = new Set(['SET', 'REMOVE', 'ADD']);

/** The item after an update expression. */
export const updated = (expression: string, before: Item, scope: Names): Item => {
  const reader = new Reader(expression);
  const after = { ...before };
  while (reader.peek() !== undefined) {
    const clause = reader.next().toUpperCase();
    if (!CLAUSES.has(clause)) throw new Error(`Unknown clause ${clause}`);
    do {
      const [name = '', ...deeper] = memberOf(reader.next(), scope);
      if (deeper.length > 0) throw new Error(`Only members at the top are updated, not ${deeper.join('.')}`);
      if (clause === 'REMOVE') delete after[name];
      else if (clause === 'ADD') {
        const by = valueOf(reader.next(), before, scope) as number;
        after[name] = ((before[name] as number | undefined) ?? 0) + by;
      } else {
        reader.expect('=');
        after[name] = assigned(reader, before, scope);
      }
    } while (reader.take(','));
  }
  for (const [name, value] of Object.entries(after)) if (value === undefined) delete after[name];
  return after;
};

const assigned = (reader: Reader, before: Item, scope: Names): unknown => {
  let value = operand(reader, before, scope);
  while (reader.take('+')) value = (value as number) + (operand(reader, before, scope) as number);
  return value;
};

const operand = (reader: Reader, before: Item, scope: Names): unknown => {
  const token = reader.next();
  if (token !== 'if_not_exists') return valueOf(token, before, scope);
  reader.expect('(');
  const stored = valueOf(reader.next(), before, scope);
  reader.expect(',');
  const otherwise = valueOf(reader.next(), before, scope);
  reader.expect(')');
  return stored ?? otherwise;
};
