import { nowMs } from '../../../platform/clock.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import { notFound } from '../../../platform/errors.ts';
import { localDate } from '../../../platform/zones.ts';
import { getRow, queryPage, type Key } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { awaitingMinor, outstandingKey, spendableMinor } from '../book/item-entries.ts';
import { readClosing } from '../book/read.ts';
import { itemsOf, type ItemRow, type ItemType } from '../../value/items/rows.ts';
import { TYPE_NAMES } from '../../value/items/rules.ts';
import { rowsOf } from './page.ts';

interface LiabilityGroup {
  currency: string;
  itemType: string;
  /** `YYYY-MM` in the zone of the company when the item was issued. */
  expiryMonth: string;
}

/** Remaining value of items of one currency, type and month of expiry. Smallest currency unit. */
interface OutstandingGroup extends LiabilityGroup {
  spendableMinor: number;
  /** Value of items that are issued but not paid yet, and so not spendable. */
  awaitingMinor: number;
}

type Figures = Pick<OutstandingGroup, 'currency' | 'spendableMinor' | 'awaitingMinor'>;

const presentFigures = ({ currency, spendableMinor, awaitingMinor }: Figures) => ({
  outstanding_amount: decimalFromMinor(spendableMinor, currency),
  awaiting_payment_amount: decimalFromMinor(awaitingMinor, currency),
});

const presentGroup = (group: OutstandingGroup) => ({
  currency: group.currency,
  item_type: group.itemType,
  item_type_identification: TYPE_NAMES[group.itemType as ItemType],
  expiry_month: group.expiryMonth,
  ...presentFigures(group),
});

export interface LiabilityReport {
  /** `YYYY-MM-DD`: figures at the end of this day. */
  date: string;
  items: ReturnType<typeof presentGroup>[];
  totals: ({ currency: string } & ReturnType<typeof presentFigures>)[];
}

/** Without a date, the rows of up to this number of items are summed, which is always exact. */
const FEW_ITEMS = 200;

/**
 * Claimable value at the end of a day, by currency, type of item and month of expiry; without a date, the current
 * value. Reads a row for each day of the month and the closing of the previous month, however many items there are.
 * Throws 404 for an unknown company.
 */
export const readLiability = async (company: string, date: string | undefined): Promise<LiabilityReport> => {
  const [companyRow, keys] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    date === undefined ? fewKeys(company) : undefined,
  ]);
  if (!companyRow) throw notFound('company');
  const zone = companyRow.time_zone;
  const day = date ?? localDate(nowMs(), zone);
  const sums = keys ? addUpItems(await rowsOf(keys), zone) : await addUpBook(company, zone, day);
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

const addUp = (parts: Iterable<OutstandingGroup>): OutstandingGroup[] => {
  const groups = new Map<string, OutstandingGroup>();
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

const addUpItems = (items: readonly ItemRow[], zone: string): OutstandingGroup[] =>
  addUp(
    items.map((item) => ({
      ...readKey(outstandingKey(item, zone)),
      spendableMinor: spendableMinor(item),
      awaitingMinor: awaitingMinor(item),
    })),
  );

const readKey = (key: string): LiabilityGroup => {
  const [currency = '', itemType = '', expiryMonth = ''] = key.split('#');
  return { currency, itemType, expiryMonth };
};

const addUpBook = async (company: string, zone: string, day: string): Promise<OutstandingGroup[]> => {
  const { outstanding } = await readClosing(company, zone, day);
  return Object.entries(outstanding).map(([key, [spendable, awaiting]]) => ({
    ...readKey(key),
    spendableMinor: spendable,
    awaitingMinor: awaiting,
  }));
};

const totalsOf = (groups: readonly OutstandingGroup[]): LiabilityReport['totals'] => {
  const byCurrency = addUp(groups.map((group) => ({ ...group, itemType: '', expiryMonth: '' })));
  return byCurrency.map((total) => ({ currency: total.currency, ...presentFigures(total) }));
};
