import type { ExpressionName, Operand, Path, Segment } from './expression-syntax.ts';
import { isReserved } from './reserved-words.ts';
import { invalid, type TableError } from './table-error.ts';

const TOKEN = /\s*(?:(<=|>=|<>|[()=<>,.[\]+-])|([#:][A-Za-z0-9_]+|[A-Za-z_][A-Za-z0-9_]*)|(\d+))/y;
const EXPRESSION_MAX_BYTES = 4096;
const IDENTIFIER = /^[#A-Za-z_]/;

/** Reads an expression by its tokens and collects the placeholders of names and values. */
export class ExpressionReader {
  readonly names = new Set<string>();
  readonly values = new Set<string>();
  readonly #parameter: ExpressionName;
  readonly #tokens: string[] = [];
  #at = 0;

  constructor(parameter: ExpressionName, text: string) {
    this.#parameter = parameter;
    if (text.trim() === '') throw this.error('The expression can not be empty;');
    if (Buffer.byteLength(text) > EXPRESSION_MAX_BYTES) {
      throw this.error('Expression size has exceeded the maximum allowed size;');
    }
    TOKEN.lastIndex = 0;
    while (text.slice(TOKEN.lastIndex).trim() !== '') {
      const from = TOKEN.lastIndex;
      const [, sign, word, index] = TOKEN.exec(text) ?? [];
      const token = sign ?? word ?? index;
      if (token === undefined) throw this.error(`Syntax error; token: "${text.slice(from).trim()[0]}"`);
      this.#tokens.push(token);
    }
  }

  error(reason: string): TableError {
    return invalid(`Invalid ${this.#parameter}: ${reason}`);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  peek(offset = 0): string | undefined {
    return this.#tokens[this.#at + offset];
  }

  next(): string {
    const token = this.#tokens[this.#at++];
    if (token === undefined) throw this.#syntaxError();
    return token;
  }

  /** Consumes the next token if it is this one. Keywords are case-insensitive. */
  take(token: string): boolean {
    if (this.peek()?.toUpperCase() !== token.toUpperCase()) return false;
    this.#at++;
    return true;
  }

  expect(token: string): void {
    if (!this.take(token)) throw this.#syntaxError();
  }

  expectEnd(): void {
    if (!this.isAtEnd) throw this.#syntaxError();
  }

  #syntaxError(): TableError {
    const near = this.#tokens.slice(Math.max(0, this.#at - 1), this.#at + 2).join(' ');
    return this.error(`Syntax error; token: "${this.peek() ?? '<EOF>'}", near: "${near}"`);
  }

  /** Whether the next tokens are a function call. Names of functions are case-sensitive. */
  isCall(): boolean {
    return this.peek(1) === '(' && IDENTIFIER.test(this.peek() ?? '');
  }

  path(): Path {
    const path: Segment[] = [this.#name()];
    for (;;) {
      if (this.take('.')) path.push(this.#name());
      else if (this.take('[')) {
        const index = this.next();
        if (!/^\d+$/.test(index)) throw this.#syntaxError();
        path.push(Number(index));
        this.expect(']');
      } else return path;
    }
  }

  #name(): string {
    const token = this.peek();
    if (token === undefined || !IDENTIFIER.test(token)) throw this.#syntaxError();
    this.#at++;
    if (token.startsWith('#')) this.names.add(token);
    else if (isReserved(token)) {
      throw this.error(`Attribute name is a reserved keyword; reserved keyword: ${token}`);
    }
    return token;
  }

  /** A placeholder of a value, or a path. */
  operand(): Operand {
    const token = this.peek();
    if (token?.startsWith(':')) return { kind: 'value', name: this.value() };
    return { kind: 'path', path: this.path() };
  }

  value(): string {
    const token = this.next();
    if (!token.startsWith(':')) {
      this.#at--;
      throw this.#syntaxError();
    }
    this.values.add(token);
    return token;
  }
}
