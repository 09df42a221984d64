import { PARTITION_KEY_MAX_BYTES, SORT_KEY_MAX_BYTES } from '../../../storage/key-limits.ts';
import { bytesOfRow } from '../../../storage/row-size.ts';
import type { Row } from '../../../storage/table.ts';

/** A row can be at most 400 KB. The rest is reserved for later additions: a brand, former slugs, counts. */
export const ROW_MAX_BYTES = 380_000;
/** Maximum nesting of a row. */
const LEVELS_MAX = 30;
/** DynamoDB stores no positive numbers below this. */
const SMALLEST_NUMBER = 1e-130;

/** Why DynamoDB would reject a row, in a sentence for the operator; undefined when valid. */
export const rowRefusal = (row: Row): string | undefined => keyRefusal(row) ?? valueRefusal(row, 0) ?? sizeRefusal(row);

const keyRefusal = (row: Row): string | undefined => {
  for (const [name, value] of Object.entries(row)) {
    const [, kind] = /^(?:ix\d|due)?([ps]k)$/.exec(name) ?? [];
    if (kind === undefined || typeof value !== 'string') continue;
    const maximum = kind === 'pk' ? PARTITION_KEY_MAX_BYTES : SORT_KEY_MAX_BYTES;
    const bytes = Buffer.byteLength(value);
    if (bytes > maximum)
      return `The name of this is too long: the key made of it has ${bytes} bytes, and at most ${maximum} fit.`;
  }
  return undefined;
};

const valueRefusal = (value: unknown, level: number): string | undefined => {
  if (typeof value === 'number' && !isStorable(value)) return `A number in it cannot be stored: ${value}.`;
  if (typeof value !== 'object' || value === null) return undefined;
  if (level > LEVELS_MAX) return `Its members are nested too deeply: at most ${LEVELS_MAX} levels fit.`;
  for (const each of Object.values(value)) {
    const refusal = valueRefusal(each, level + 1);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
};

const isStorable = (value: number): boolean =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER && (value === 0 || Math.abs(value) >= SMALLEST_NUMBER);

const sizeRefusal = (row: Row): string | undefined => {
  const bytes = bytesOfRow(row);
  if (bytes <= ROW_MAX_BYTES) return undefined;
  return `This is too large: with what is stored of it already it has ${bytes} bytes, and at most ${ROW_MAX_BYTES} fit.`;
};
