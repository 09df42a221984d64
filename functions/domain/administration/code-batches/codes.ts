import { getRows } from '../../../storage/table.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { compactCode, deriveCode } from '../../catalog/codes/rules.ts';
import { DISCOUNT_CODE_RANDOM } from './limits.ts';
import { firstOfRow, listedCodesKey, type CodeBatchRow, type ListedCodesRow } from './rows.ts';

/** A code with its position in the batch. */
export interface PlacedCode {
  place: number;
  code: string;
}

/** The code at a position, derived from the seed and the position. Codes of campaigns have the form of item codes. */
export const derivedCode = (
  { id, purpose }: Pick<CodeBatchRow, 'id' | 'purpose'>,
  { seed, prefix }: { seed: string; prefix: string },
  place: number,
): string => {
  const code = deriveCode(seed, `${id}\n${place}`);
  return 'campaignId' in purpose ? code : `${prefix}${compactCode(code).slice(0, DISCOUNT_CODE_RANDOM)}`;
};

/** The codes at the positions from `from` to `to - 1`. */
export const codesBetween = async (
  batch: CodeBatchRow,
  { from, to }: { from: number; to: number },
): Promise<PlacedCode[]> => {
  const { source, company, id } = batch;
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  if (!('listed' in source)) return places.map((place) => ({ place, code: derivedCode(batch, source, place) }));
  const keyOf = (place: number) => listedCodesKey(company, id, place);
  const rows = await getRows(places.map(keyOf), { consistent: true });
  return places.map((place) => {
    const row = rowOfType<ListedCodesRow>('listed-codes', rows.get(keyOf(place)));
    const code = row?.codes[place - firstOfRow(place)];
    if (code === undefined) throw new Error(`A listed code is missing: position ${place} of ${id}`);
    return { place, code };
  });
};
