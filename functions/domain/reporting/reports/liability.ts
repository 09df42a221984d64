import { nowMs } from '../../../platform/clock.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { notFound } from '../../../platform/errors.ts';
import { localDate } from '../../../platform/zones.ts';
import { getRow, queryAll, queryPage, type Key } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { AWAITING_PAYMENT, itemsOf, type ItemRow, type ItemType } from '../../value/items/rows.ts';
import { TYPE_NAMES } from '../../value/items/rules.ts';
import { isSpendable } from './contributions.ts';
import { liabilityUntil, readLiabilityKey, type LiabilityGroup, type LiabilityRow } from './rows.ts';
import { rowsOf } from './page.ts';

const DAY_MS = 86_400_000;

/** Value that is left on items of one currency, type and month of expiry. Smallest unit. */
interface Outstanding extends LiabilityGroup {
  spendableMinor: number;
  /** On items that are issued and not paid yet: they cannot be spent. */
  awaitingMinor: number;
}

type Figures = Pick<Outstanding, 'currency' | 'spendableMinor' | 'awaitingMinor'>;

const presentFigures = ({ currency, spendableMinor, awaitingMinor }: Figures) => ({
  outstanding_amount: decimalFromMinor(spendableMinor, currency),
  awaiting_payment_amount: decimalFromMinor(awaitingMinor, currency),
});

const presentGroup = (group: Outstanding) => ({
  currency: group.currency,
  item_type: group.itemType,
  item_type_identification: TYPE_NAMES[group.itemType as ItemType],
  expiry_month: group.expiryMonth,
  ...presentFigures(group),
});

export interface LiabilityReport {
  /** `YYYY-MM-DD`: figures are those at the end of this day. */
  date: string;
  items: ReturnType<typeof presentGroup>[];
  totals: ({ currency: string } & ReturnType<typeof presentFigures>)[];
}

/** Number of items up to which their own rows are added up, which is exact at every moment. */
const FEW_ITEMS = 200;

/**
 * Value not yet spent at the end of a day, by currency, type of item and month of expiry; what expired unspent is
 * included under its month. Outstanding and awaiting together are the sum of the ledger. Costs what there are months
 * of business and of expiry, however many items.
 */
export const readLiability = async (company: string, date: string | undefined): Promise<LiabilityReport> => {
  // The reads that accompany the company's do not depend on its time zone.
  const isPast = date !== undefined && date < localDate(nowMs() - DAY_MS, 'UTC');
  const [companyRow, keys, past] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    isPast ? undefined : fewKeys(company),
    isPast ? addUpChanges(company, date) : undefined,
  ]);
  if (!companyRow) throw notFound('company');
  const zone = companyRow.time_zone;
  const today = localDate(nowMs(), zone);
  const day = date ?? today;
  const sums = past ?? (keys && day >= today ? addUpItems(await rowsOf(keys), zone) : await addUpChanges(company, day));
  const groups = sums
    .filter(({ spendableMinor, awaitingMinor }) => spendableMinor !== 0 || awaitingMinor !== 0)
    .toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return { date: day, items: groups.map(presentGroup), totals: totalsOf(groups) };
};

const orderOf = ({ currency, itemType, expiryMonth }: LiabilityGroup): string =>
  [currency, itemType, expiryMonth].join('#');

const fewKeys = async (company: string): Promise<Key[] | undefined> => {
  const { rows: keys } = await queryPage<Key>({ ...itemsOf(company), limit: FEW_ITEMS + 1 });
  return keys.length > FEW_ITEMS ? undefined : keys;
};

const addUp = (parts: Iterable<Outstanding>): Outstanding[] => {
  const groups = new Map<string, Outstanding>();
  for (const part of parts) {
    const known = groups.get(orderOf(part));
    groups.set(orderOf(part), {
      ...part,
      spendableMinor: part.spendableMinor + (known?.spendableMinor ?? 0),
      awaitingMinor: part.awaitingMinor + (known?.awaitingMinor ?? 0),
    });
  }
  return [...groups.values()];
};

const addUpItems = (items: readonly ItemRow[], zone: string): Outstanding[] =>
  addUp(
    items.map((item) => ({
      currency: item.currency,
      itemType: item.itemType,
      expiryMonth: localDate(item.validUntilMs, zone).slice(0, 7),
      spendableMinor: isSpendable(item) ? item.remainingMinor : 0,
      awaitingMinor: item.status === AWAITING_PAYMENT ? item.remainingMinor : 0,
    })),
  );

const addUpChanges = async (company: string, date: string): Promise<Outstanding[]> => {
  const rows = await queryAll<LiabilityRow>(liabilityUntil(company, date.slice(0, 7)));
  return addUp(
    rows.map((row) => {
      const { month, ...group } = readLiabilityKey(row);
      // All of an earlier month, the days so far of the last.
      const lastDay = month === date.slice(0, 7) ? Number(date.slice(8)) : 31;
      return { ...group, spendableMinor: changeOf(row, 'd', lastDay), awaitingMinor: changeOf(row, 'w', lastDay) };
    }),
  );
};

const changeOf = (row: LiabilityRow, figure: 'd' | 'w', lastDay: number): number => {
  let sum = 0;
  for (let day = 1; day <= lastDay; day++) sum += row[`${figure}${day}`] ?? 0;
  return sum;
};

const totalsOf = (groups: readonly Outstanding[]): LiabilityReport['totals'] => {
  const byCurrency = addUp(groups.map((group) => ({ ...group, itemType: '', expiryMonth: '' })));
  return byCurrency.map((total) => ({ currency: total.currency, ...presentFigures(total) }));
};
