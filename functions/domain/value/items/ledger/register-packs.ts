import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod/mini';
import { rowCodec } from '../../../../storage/row-codec.ts';
import { getRows, queryAll, type Key, type Row } from '../../../../storage/table.ts';

/**
 * Older register entries, many in one compressed row. A search over every item of a company reads these rows instead of
 * the original ones, which are kept.
 */
export interface PackRow extends Row {
  type: 'register-pack';
  /** Positions: every entry after `after`, up to and including `through`. */
  after: string;
  through: string;
  bytes: Uint8Array;
}

export const MOMENT_LENGTH = 14;
export const sortableMoment = (atMs: number): string => String(atMs).padStart(MOMENT_LENGTH, '0');

export const packsPartition = (company: string): string => `SEARCH#${company}#packs`;
export const packKey = (company: string, after: string): Key => ({ pk: packsPartition(company), sk: `after#${after}` });
export const packCodec = rowCodec<PackRow>({
  type: 'register-pack',
  version: 1,
  shape: () => z.looseObject({ after: z.string(), through: z.string(), bytes: z.instanceof(Uint8Array) }),
  indexes: ({ pk, through }) => ({ ix1pk: pk, ix1sk: through }),
});

/** Position and texts. */
export type PackEntry = readonly [position: string, texts: string];

export interface PackRange {
  /** Positions: after `after`, up to and including `through`. */
  after: string;
  through: string;
}

/** A range, with the key of its pack if it is packed. */
type PackedRange = PackRange & { key?: Key };

/** Splits a range into packed and unpacked parts, in order. */
export const packsIn = async (company: string, { after, through }: PackRange): Promise<PackedRange[]> => {
  const rows = await queryAll<Row>({
    index: 'ix1',
    partition: packsPartition(company),
    from: `${after}\u0000`,
    to: '~',
  });
  const ranges: PackedRange[] = [];
  let end = after;
  for (const { pk, sk, ix1sk = '' } of rows) {
    const begin = sk.slice('after#'.length);
    // A pack that overlaps another one, from a concurrent run, is ignored.
    if (begin >= through || (begin < end && ranges.length > 0)) continue;
    if (begin > end) ranges.push({ after: end, through: begin });
    ranges.push({ after: begin, through: ix1sk, key: { pk, sk } });
    end = ix1sk;
  }
  return end < through ? [...ranges, { after: end, through }] : ranges;
};

interface Packs {
  /**
   * The entries of a range. Undefined when the index lags and the pack no longer exists; the entries must then be read
   * from the register.
   */
  entriesOf: (range: PackedRange) => PackEntry[] | undefined;
}

export const readPacks = async (ranges: readonly PackedRange[]): Promise<Packs> => {
  const rows = await getRows(ranges.flatMap(({ key }) => key ?? []));
  return {
    entriesOf: ({ key, after, through }) => {
      const raw = key && rows.get(key);
      const pack = raw && packCodec.check(raw);
      return pack && pack.after === after && pack.through === through ? entriesOf(pack) : undefined;
    },
  };
};

/** Entries by column, with times as differences. This is a tenth smaller than a list of entries. */
export type Columns = [apart: number[], codes: string[], texts: string[]];

const entriesOf = ({ bytes }: PackRow): PackEntry[] => {
  const [apart, codes, texts] = JSON.parse(brotliDecompressSync(bytes).toString()) as Columns;
  let at = 0;
  return codes.map((code, number) => {
    at += apart[number] ?? 0;
    return [`${sortableMoment(at)}#${code}`, texts[number] ?? ''];
  });
};
