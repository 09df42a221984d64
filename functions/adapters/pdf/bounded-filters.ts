import { ownMember } from '../../platform/own-member.ts';
import { constants, inflateSync } from 'node:zlib';

/** Thrown if the data of a stream exceeds its limit. */
export class StreamTooLarge extends Error {}

/** Collects bytes up to a limit, above which it throws `StreamTooLarge`. */
class Output {
  readonly #limit: number;
  #bytes = Buffer.alloc(4096);
  length = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Reserves `count` more bytes and returns their position. This may replace the buffer. */
  #grow(count: number): number {
    const at = this.length;
    this.length += count;
    if (this.length > this.#limit) throw new StreamTooLarge();
    if (this.length > this.#bytes.byteLength) {
      this.#bytes = Buffer.concat([this.#bytes, Buffer.alloc(Math.max(this.#bytes.byteLength, count))]);
    }
    return at;
  }

  push(byte: number): void {
    const at = this.#grow(1);
    this.#bytes[at] = byte;
  }

  append(bytes: Uint8Array): void {
    const at = this.#grow(bytes.byteLength);
    this.#bytes.set(bytes, at);
  }

  repeat(byte: number, count: number): void {
    const at = this.#grow(count);
    this.#bytes.fill(byte, at, at + count);
  }

  /**
   * Appends a copy of `count` bytes of the output from position `from`. The copied range may overlap the appended
   * bytes.
   */
  copy(from: number, count: number): void {
    const at = this.#grow(count);
    for (let offset = 0; offset < count; offset++) this.#bytes[at + offset] = this.#bytes[from + offset] ?? 0;
  }

  finish(): Uint8Array {
    return this.#bytes.subarray(0, this.length);
  }
}

type Decode = (bytes: Uint8Array, limit: number, earlyChange: number) => Uint8Array;

/** Decompresses data that may be truncated, as PDF readers do. */
const decodeFlate: Decode = (bytes, limit) => {
  if (bytes.byteLength === 0) return bytes;
  try {
    return inflateSync(bytes, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') {
      throw new StreamTooLarge();
    }
    throw error;
  }
};

const isBlank = (byte: number): boolean => byte <= 0x20;
const TILDE = 0x7e;
const GREATER = 0x3e;

const decodeHex: Decode = (bytes, limit) => {
  const output = new Output(limit);
  let high: number | undefined;
  for (const byte of bytes) {
    if (byte === GREATER) break;
    if (isBlank(byte)) continue;
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) throw new Error('The data has a character that is not hexadecimal');
    if (high === undefined) high = digit;
    else {
      output.push(high * 16 + digit);
      high = undefined;
    }
  }
  if (high !== undefined) output.push(high * 16);
  return output.finish();
};

const decodeAscii85: Decode = (bytes, limit) => {
  const output = new Output(limit);
  let group: number[] = [];
  const flush = (count: number): void => {
    const value = group.reduce((sum, digit) => sum * 85 + digit, 0);
    for (let at = 0; at < count; at++) output.push(Math.floor(value / 256 ** (3 - at)) % 256);
    group = [];
  };
  for (const byte of bytes) {
    if (byte === TILDE) break;
    if (isBlank(byte)) continue;
    if (byte === 0x7a && group.length === 0) output.append(Buffer.alloc(4));
    else if (byte < 0x21 || byte > 0x75) throw new Error('The data has a character that is not base 85');
    else if (group.push(byte - 0x21) === 5) flush(4);
  }
  const digitCount = group.length;
  if (digitCount > 1) {
    while (group.length < 5) group.push(84);
    flush(digitCount - 1);
  }
  return output.finish();
};

const END_OF_RUNS = 128;

const decodeRuns: Decode = (bytes, limit) => {
  const output = new Output(limit);
  for (let at = 0; at < bytes.byteLength;) {
    const length = bytes[at] ?? END_OF_RUNS;
    if (length === END_OF_RUNS) break;
    if (length < END_OF_RUNS) {
      output.append(bytes.subarray(at + 1, at + 2 + length));
      at += length + 2;
    } else {
      output.repeat(bytes[at + 1] ?? 0, 257 - length);
      at += 2;
    }
  }
  return output.finish();
};

const CLEAR = 256;
const END = 257;
const TABLE_SIZE = 4096;

/** Decodes LZW, in which each code refers to earlier output. */
const decodeLzw: Decode = (bytes, limit, earlyChange) => {
  const output = new Output(limit);
  const starts = new Int32Array(TABLE_SIZE);
  const lengths = new Int32Array(TABLE_SIZE);
  let [next, width, bits, held] = [END + 1, 9, 0, 0];
  let previous: { start: number; length: number } | undefined;
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xff_ffff;
    bits += 8;
    if (bits < width) continue;
    bits -= width;
    const code = (held >> bits) & ((1 << width) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [next, width, previous] = [END + 1, 9, undefined];
      continue;
    }
    const start = output.length;
    if (code > next || (code === next && !previous)) throw new Error('The data has a code that is not known yet');
    // Each entry is the output of the previous code plus the next byte, and both are contiguous in the output.
    if (previous && next < TABLE_SIZE) {
      starts[next] = previous.start;
      lengths[next] = previous.length + 1;
      next++;
    }
    if (code < CLEAR) output.push(code);
    else output.copy(starts[code] ?? 0, lengths[code] ?? 0);
    previous = { start, length: output.length - start };
    if (next + earlyChange >= 1 << width && width < 12) width++;
  }
  return output.finish();
};

const DECODERS: Readonly<Record<string, Decode>> = {
  FlateDecode: decodeFlate,
  Fl: decodeFlate,
  LZWDecode: decodeLzw,
  LZW: decodeLzw,
  ASCIIHexDecode: decodeHex,
  AHx: decodeHex,
  ASCII85Decode: decodeAscii85,
  A85: decodeAscii85,
  RunLengthDecode: decodeRuns,
  RL: decodeRuns,
};

/** Whether `decodeFilter` supports a filter. */
export const isDataFilter = (name: string): boolean => Object.hasOwn(DECODERS, name);

/** Decodes one filter of a stream. Throws `StreamTooLarge` above `limit` bytes, and other errors for damaged data. */
export const decodeFilter = (name: string, bytes: Uint8Array, limit: number, earlyChange = 1): Uint8Array => {
  const decode = ownMember(DECODERS, name);
  if (!decode) throw new Error(`The filter ${name} is unknown`);
  return decode(bytes, limit, earlyChange);
};
