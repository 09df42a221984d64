/** One operation of a content stream: its operator and its operands. */
export interface Operation {
  operator: string;
  /** Names, without their slash. Names within arrays and dictionaries are included. */
  names: string[];
  /** Numbers, as written. Numbers within arrays and dictionaries are included; all other operands are omitted. */
  operands: string[];
  from: number;
  to: number;
}

const isBlank = (byte: number | undefined): boolean =>
  byte === 0 || byte === 9 || byte === 10 || byte === 12 || byte === 13 || byte === 32;
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
const isRegular = (byte: number | undefined): boolean => byte !== undefined && !isBlank(byte) && !DELIMITERS.has(byte);

const BACKSLASH = 0x5c;
const code = (character: string): number => character.charCodeAt(0);
const [OPEN, CLOSE, LESS, GREATER, SLASH, PERCENT] = ['(', ')', '<', '>', '/', '%'].map(code);

/** The end of a string in parentheses. */
const endOfString = (bytes: Uint8Array, from: number): number => {
  let depth = 0;
  for (let at = from; at < bytes.byteLength; at++) {
    if (bytes[at] === BACKSLASH) at++;
    else if (bytes[at] === OPEN) depth++;
    else if (bytes[at] === CLOSE && --depth === 0) return at + 1;
  }
  return bytes.byteLength;
};

const endOfRegular = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (isRegular(bytes[at])) at++;
  return at;
};

const endOfLine = (bytes: Uint8Array, from: number): number => {
  let at = from;
  while (at < bytes.byteLength && bytes[at] !== 10 && bytes[at] !== 13) at++;
  return at;
};

/** An `EI` ends an inline picture only if this number of bytes after it are text. Otherwise it is part of the data. */
const TEXT_AFTER = 12;
const isText = (byte: number): boolean => isBlank(byte) || (byte >= 0x20 && byte < 0x7f);

/** The end of the data of an inline picture: after an `EI` that is surrounded by whitespace and followed by text. */
const endOfPicture = (bytes: Uint8Array, from: number): number => {
  for (let at = from; at + 2 <= bytes.byteLength; at++) {
    const isEnd = bytes[at] === 0x45 && bytes[at + 1] === 0x49 && isBlank(bytes[at - 1]) && !isRegular(bytes[at + 2]);
    if (isEnd && bytes.subarray(at + 2, at + 2 + TEXT_AFTER).every(isText)) return at + 2;
  }
  return bytes.byteLength;
};

/** The operations of a content stream, in order. An inline picture is one operation, `EI`. */
export function* operationsOf(bytes: Uint8Array): Generator<Operation> {
  const text = (from: number, to: number): string => Buffer.from(bytes.subarray(from, to)).toString('latin1');
  let operation: Operation = { operator: '', names: [], operands: [], from: 0, to: 0 };
  let at = 0;
  while (at < bytes.byteLength) {
    const byte = bytes[at];
    if (isBlank(byte)) at++;
    else if (byte === PERCENT) at = endOfLine(bytes, at);
    else if (byte === OPEN) at = endOfString(bytes, at);
    else if (byte === LESS && bytes[at + 1] !== LESS) at = Math.max(at, bytes.indexOf(GREATER ?? 0, at)) + 1;
    else if (byte === SLASH) {
      const end = endOfRegular(bytes, at + 1);
      operation.names.push(text(at + 1, end));
      at = end;
    } else if (!isRegular(byte)) at++;
    else {
      const end = endOfRegular(bytes, at);
      const word = text(at, end);
      at = end;
      if (/^[-+.\d]/.test(word)) {
        operation.operands.push(word);
        continue;
      }
      if (word === 'true' || word === 'false' || word === 'null' || word === 'BI') continue;
      if (word === 'ID') at = endOfPicture(bytes, at + 1);
      yield { ...operation, operator: word === 'ID' ? 'EI' : word, to: at };
      operation = { operator: '', names: [], operands: [], from: at, to: at };
    }
  }
}
