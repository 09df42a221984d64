import { foldCode } from '../../catalog/codes/rules.ts';
import { discountCodes, type DiscountCodeRow } from '../../catalog/products/rows.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { queryPage } from '../../../storage/table.ts';
import { presentDiscountCode, type PresentedDiscountCode } from './entry.ts';

interface DiscountCodePage extends PageRequest {
  /** Prefix of the code, case-insensitive. */
  beginning?: string;
}

/** GET /v2/discount-codes: all codes in case-insensitive order. Throws 422 on `starting_after`. */
export const listDiscountCodes = async (
  company: string,
  { limit, startingAfter, beginning = '' }: DiscountCodePage,
): Promise<ListPage<PresentedDiscountCode>> => {
  const identity = { company, list: 'discount-codes' };
  let after = decodeCursor<string>(identity, startingAfter);
  const { partition, prefix } = discountCodes(company);
  const first = `${prefix}${beginning === '' ? '' : foldCode(beginning)}`;
  const rows: DiscountCodeRow[] = [];
  // Skips deleted codes and reads on until the page is full.
  for (;;) {
    const from = after === undefined ? first : `${after}\u0000`;
    const page = await queryPage<DiscountCodeRow>({ partition, from, to: `${first}\u{10ffff}`, limit: limit + 1 });
    rows.push(...page.rows.filter(({ deletedAtMs }) => deletedAtMs === undefined));
    after = page.rows.at(-1)?.sk;
    if (rows.length > limit || !page.lastKey || after === undefined) break;
  }
  const shown = rows.slice(0, limit);
  return listPage(identity, shown.map(presentDiscountCode), rows.length > limit ? shown.at(-1)?.sk : undefined);
};
