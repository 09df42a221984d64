import { invalid } from './table-error.ts';

/** DynamoDB's numbers: exact decimals of up to 38 digits (Developer Guide, "Data types"). */
interface Decimal {
  digits: bigint;
  /** Power of ten by which `digits` is multiplied. */
  exponent: number;
}

const DIGITS_MAX = 38;
const MAGNITUDE_MAX = 125;
const MAGNITUDE_MIN = -130;
/** A number in its stored form that JavaScript represents exactly. */
const SAFE_INTEGER = /^(?:0|-?[1-9]\d{0,14})$/;
const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/;

const parse = (text: string): Decimal => {
  const [, sign = '', whole = '', fraction = '', power = '0'] = NUMBER.exec(text) ?? [];
  if (whole + fraction === '') throw invalid(`The parameter cannot be converted to a numeric value: ${text}`);
  const significant = (whole + fraction).replace(/^0+/, '');
  const trimmed = significant.replace(/0+$/, '');
  if (trimmed === '') return { digits: 0n, exponent: 0 };
  const exponent = Number(power) - fraction.length + significant.length - trimmed.length;
  return { digits: BigInt(trimmed) * (sign === '-' ? -1n : 1n), exponent };
};

const digitsOf = (digits: bigint): string => String(digits).replace('-', '');

/** Throws for a number that DynamoDB cannot store. */
const assertStorable = ({ digits, exponent }: Decimal): void => {
  if (digits === 0n) return;
  const { length } = digitsOf(digits);
  if (length > DIGITS_MAX) throw invalid('Attempting to store more than 38 significant digits in a Number');
  const magnitude = exponent + length - 1;
  if (magnitude > MAGNITUDE_MAX) {
    throw invalid('Number overflow. Attempting to store a number with magnitude larger than supported range');
  }
  if (magnitude < MAGNITUDE_MIN) {
    throw invalid('Number underflow. Attempting to store a number with magnitude smaller than supported range');
  }
};

/** Prints the number without an exponent or insignificant zeros. */
const print = ({ digits, exponent }: Decimal): string => {
  const sign = digits < 0n ? '-' : '';
  const text = digitsOf(digits);
  if (exponent >= 0) return `${sign}${text}${digits === 0n ? '' : '0'.repeat(exponent)}`;
  const padded = text.padStart(1 - exponent, '0');
  const fraction = padded.slice(exponent).replace(/0+$/, '');
  return `${sign}${padded.slice(0, exponent)}${fraction === '' ? '' : `.${fraction}`}`;
};

/** A number as DynamoDB stores and returns it. Throws `TableError` for one that it cannot store. */
export const canonicalNumber = (text: string): string => {
  if (SAFE_INTEGER.test(text)) return text;
  const decimal = parse(text);
  assertStorable(decimal);
  return print(decimal);
};

const alignDigits = (one: Decimal, other: Decimal): [bigint, bigint, number] => {
  const exponent = Math.min(one.exponent, other.exponent);
  const scaled = (decimal: Decimal): bigint => decimal.digits * 10n ** BigInt(decimal.exponent - exponent);
  return [scaled(one), scaled(other), exponent];
};

/** Negative, 0 or positive, for numbers in stored form. */
export const compareNumbers = (one: string, other: string): number => {
  if (one === other) return 0;
  if (SAFE_INTEGER.test(one) && SAFE_INTEGER.test(other)) return Number(one) - Number(other);
  const [left, right] = alignDigits(parse(one), parse(other));
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Throws `TableError` for a sum that cannot be stored. */
export const addNumbers = (one: string, other: string, sign: 1 | -1 = 1): string => {
  if (SAFE_INTEGER.test(one) && SAFE_INTEGER.test(other)) return String(Number(one) + sign * Number(other));
  const [left, right, exponent] = alignDigits(parse(one), parse(other));
  return canonicalNumber(print({ digits: left + BigInt(sign) * right, exponent }));
};

/** Bytes of a number in stored form: one per two digits, one for the exponent, and one for a minus sign. */
export const bytesOfNumber = (text: string): number => {
  const isNegative = text.startsWith('-');
  const significant = text.replace(/[.-]/g, '').replace(/^0+|0+$/g, '');
  return Math.ceil(significant.length / 2) + 1 + (isNegative ? 1 : 0);
};
