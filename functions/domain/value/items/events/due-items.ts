import { nowMs } from '../../../../platform/clock.ts';
import { getRows, type Row } from '../../../../storage/table.ts';
import { PAID, type ItemRow } from '../rows.ts';

/** Company of an entry in the index of expiries: `<moment>#<company>#<code>`. */
const companyOf = ({ duesk = '' }: Row): string => duesk.split('#')[1] ?? '';

/**
 * Items in the index of expiries that have not expired yet, of the companies for which `isSelected` resolves to true.
 */
export const loadDueItems = async (
  due: readonly Row[],
  isSelected: (company: string) => Promise<boolean>,
): Promise<ItemRow[]> => {
  const companies = [...new Set(due.map(companyOf))];
  const selected = new Set<string>();
  for (const company of companies) if (await isSelected(company)) selected.add(company);
  const keys = due.filter((entry) => selected.has(companyOf(entry)));
  const rows = await getRows(keys, { consistent: true });
  return keys
    .flatMap((key) => rows.get<ItemRow>(key) ?? [])
    .filter((item) => item.status === PAID && item.validUntilMs >= nowMs());
};
