import { withoutDefaults } from './row-defaults.ts';

const bytesOfText = (text: string): number => Buffer.byteLength(text);

/** A number takes one byte per two significant digits, one for the exponent, and one for a minus sign. */
const bytesOfNumber = (value: number): number => {
  const digits = String(Math.abs(value))
    .replaceAll(/[.e+-]/g, '')
    .replace(/^0+/, '')
    .replace(/0+$/, '');
  return Math.ceil(digits.length / 2) + 1 + (value < 0 ? 1 : 0);
};

const bytesOfValue = (value: unknown): number => {
  if (value === null || typeof value === 'boolean') return 1;
  if (typeof value === 'string') return bytesOfText(value);
  if (typeof value === 'number') return bytesOfNumber(value);
  if (value instanceof Uint8Array) return value.byteLength;
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + 1 + bytesOfValue(each), 3);
  const members = Object.entries(value ?? {}).filter(([, each]) => each !== undefined);
  return members.reduce((sum, [name, each]) => sum + 1 + bytesOfText(name) + bytesOfValue(each), 3);
};

/** Size of a row as DynamoDB counts it: the stored names and values. */
export const bytesOfRow = (row: object | undefined): number =>
  Object.entries(withoutDefaults(row ?? {}))
    .filter(([, value]) => value !== undefined)
    .reduce((sum, [name, value]) => sum + bytesOfText(name) + bytesOfValue(value), 0);
