import { brotliDecompressSync } from 'node:zlib';
import * as z from 'zod/mini';
import { rowCodec } from '../../../../storage/row-codec.ts';
import { getRows, queryAll, type Key, type Row } from '../../../../storage/table.ts';

/**
 * Entries of the register that have rested, many in one row and compressed: a search that has to look at every item of a
 * company reads these in place of the rows that they were made of, which stay.
 */
export interface PackRow extends Row {
  type: 'register-pack';
  /** Positions: it has every entry behind `after`, up to and including `through`. */
  after: string;
  through: string;
  bytes: Uint8Array;
}

export const MOMENT_LENGTH = 14;
export const momentText = (atMs: number): string => String(atMs).padStart(MOMENT_LENGTH, '0');

export const packsPartition = (company: string): string => `SEARCH#${company}#packs`;
export const packKey = (company: string, after: string): Key => ({ pk: packsPartition(company), sk: `after#${after}` });
export const packCodec = rowCodec<PackRow>({
  type: 'register-pack',
  version: 1,
  shape: () => z.looseObject({ after: z.string(), through: z.string(), bytes: z.instanceof(Uint8Array) }),
  indexes: ({ pk, through }) => ({ ix1pk: pk, ix1sk: through }),
});

/** Position and texts. */
export type Entry = readonly [position: string, texts: string];

export interface Stretch {
  /** Positions: behind `after`, up to and including `through`. */
  after: string;
  through: string;
}

/** A stretch with the key of the pack that has it, or one that none has. */
export type Packed = Stretch & { key?: Key };

/** What packs have of a range, and what lies between and behind them, in order. */
export const packsIn = async (company: string, { after, through }: Stretch): Promise<Packed[]> => {
  const rows = await queryAll<Row>({
    index: 'ix1',
    partition: packsPartition(company),
    from: `${after}\u0000`,
    to: '~',
  });
  const stretches: Packed[] = [];
  let end = after;
  for (const { pk, sk, ix1sk = '' } of rows) {
    const begin = sk.slice('after#'.length);
    // One that overlaps another, which two runs at once may have made, is left out.
    if (begin >= through || (begin < end && stretches.length > 0)) continue;
    if (begin > end) stretches.push({ after: end, through: begin });
    stretches.push({ after: begin, through: ix1sk, key: { pk, sk } });
    end = ix1sk;
  }
  return end < through ? [...stretches, { after: end, through }] : stretches;
};

export interface Packs {
  /** The entries of a stretch; undefined where the index is behind, and no such pack stands: the register has them. */
  entriesOf: (stretch: Packed) => Entry[] | undefined;
}

export const readPacks = async (stretches: readonly Packed[]): Promise<Packs> => {
  const rows = await getRows(stretches.flatMap(({ key }) => key ?? []));
  return {
    entriesOf: ({ key, after, through }) => {
      const raw = key && rows.get(key);
      const pack = raw && packCodec.check(raw);
      return pack && pack.after === after && pack.through === through ? entriesOf(pack) : undefined;
    },
  };
};

/** By kind, and moments by how far they lie apart: a tenth less than entry by entry. */
export type Columns = [apart: number[], codes: string[], texts: string[]];

const entriesOf = ({ bytes }: PackRow): Entry[] => {
  const [apart, codes, texts] = JSON.parse(brotliDecompressSync(bytes).toString()) as Columns;
  let at = 0;
  return codes.map((code, number) => {
    at += apart[number] ?? 0;
    return [`${momentText(at)}#${code}`, texts[number] ?? ''];
  });
};
