import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import * as z from 'zod/mini';
import { OpsError } from './command.ts';

/** A row in DynamoDB's format. */
export type RawRow = Record<string, AttributeValue>;

/** A line of `manifest-files.json`. */
const FILE = z.object({ itemCount: z.int(), md5Checksum: z.string(), dataFileS3Key: z.string() });
/** Used members of `manifest-summary.json`. */
const SUMMARY = z.object({
  exportType: z.optional(z.literal('FULL_EXPORT')),
  outputFormat: z.literal('DYNAMODB_JSON'),
  itemCount: z.int(),
});

const textOf = (folder: string, name: string): string => {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    throw new OpsError(`${join(folder, name)} cannot be read: name the folder of an export, AWSDynamoDB/EXPORT.`);
  }
};

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** The result of `read`. Throws `OpsError` for content of another form. */
const ofExport = <T>(path: string, read: () => T): T => {
  try {
    return read();
  } catch {
    throw new OpsError(`${path} is not a full export in DynamoDB JSON.`);
  }
};

const bytesOf = (text: unknown): Buffer => Buffer.from(String(text), 'base64');

/** A value of an export: in API format, with binary values in Base64. */
const attributeOf = (value: unknown): AttributeValue => {
  const [[type, inside] = []] = Object.entries(value as object) as [string, unknown][];
  if (type === 'M') return { M: rowOf(inside as Record<string, unknown>) };
  if (type === 'L') return { L: (inside as unknown[]).map(attributeOf) };
  if (type === 'B') return { B: bytesOf(inside) };
  if (type === 'BS') return { BS: (inside as unknown[]).map(bytesOf) };
  return value as AttributeValue;
};

const rowOf = (item: Record<string, unknown>): RawRow =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, attributeOf(value)]));

/**
 * The rows of a full table export in DynamoDB JSON, file by file. Throws `OpsError` when a file is missing, differs
 * from its checksum or has a number of rows other than that in the manifest.
 */
export function* rowsOfExport(folder: string): Generator<RawRow[]> {
  const texts = { summary: textOf(folder, 'manifest-summary.json'), files: textOf(folder, 'manifest-files.json') };
  const summary = ofExport(folder, () => z.parse(SUMMARY, JSON.parse(texts.summary)));
  const files = ofExport(folder, () => linesOf(texts.files).map((line) => z.parse(FILE, line)));
  let count = 0;
  for (const { itemCount, md5Checksum, dataFileS3Key } of files) {
    const path = join(folder, 'data', basename(dataFileS3Key));
    const rows = rowsOfFile(path, md5Checksum);
    if (rows.length !== itemCount) throw new OpsError(`${path} has ${rows.length} rows instead of ${itemCount}.`);
    count += rows.length;
    yield rows;
  }
  if (count !== summary.itemCount) {
    throw new OpsError(`The export has ${count} rows instead of ${summary.itemCount}.`);
  }
}

const rowsOfFile = (path: string, md5Checksum: string): RawRow[] => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    throw new OpsError(`${path} is missing.`);
  }
  if (createHash('md5').update(bytes).digest('base64') !== md5Checksum) {
    throw new OpsError(`${path} differs from its checksum: copy it again.`);
  }
  return ofExport(path, () =>
    linesOf(gunzipSync(bytes).toString()).map((line) => rowOf((line as { Item: Record<string, unknown> }).Item)),
  );
};

/** A hash of a row, independent of the order of members and of values in sets. */
export const fingerprint = (row: RawRow): string =>
  createHash('sha256')
    .update(JSON.stringify(sortMembers(row)))
    .digest('base64');

const sortMembers = (value: unknown): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (Array.isArray(value)) return value.map(sortMembers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inside]) => [
        name,
        /^[SNB]S$/.test(name) && Array.isArray(inside)
          ? inside.map((each) => String(sortMembers(each))).toSorted((one, other) => (one < other ? -1 : 1))
          : sortMembers(inside),
      ]),
  );
};
