import { decimalFromMinor } from '../../../platform/decimals.ts';
import { invalidFields } from '../../../platform/errors.ts';
import { itemChanges } from '../../../platform/messages/item-changes.ts';
import { localDateTime } from '../../../platform/zones.ts';
import { getRows } from '../../../storage/table.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import type { LedgerRow } from '../../value/items/rows.ts';
import { presentContext } from '../../value/items/ledger/history.ts';
import { STATUS_NAMES, TYPE_NAMES } from '../../value/items/rules.ts';
import { openSeries, pageOfAll } from './page.ts';
import type { Days } from './query.ts';

interface ClaimedItemsQuery {
  days: Days;
  offset: number;
  limit: number;
  order: 'asc' | 'desc';
}

/**
 * One claim, refund or change of state. `amount` is the decrease of the remaining value: positive for claims, negative
 * for returned value, 0 for a change of state.
 */
const presentRow = (entry: LedgerRow, company: CompanyRow, names: ReadonlyMap<string, string>) => {
  const [date = '', time = ''] = localDateTime(entry.atMs, company.time_zone).split(' ');
  return {
    transaction_id: entry.transactionId,
    kind: entry.kind,
    status: entry.status,
    status_name: STATUS_NAMES[entry.status],
    date,
    time,
    item_type: entry.itemType,
    item_type_identification: TYPE_NAMES[entry.itemType],
    vat_treatment: entry.vatTreatment,
    code: entry.code,
    amount: entry.deltaMinor === 0 ? 0 : decimalFromMinor(-entry.deltaMinor, entry.currency),
    claim_note: entry.note,
    ...presentContext(entry.context),
    claimed_by_username: entry.by.user ?? null,
    claimed_by_company_name: names.get(entry.by.company ?? '') ?? null,
    currency: entry.currency,
    company_name: company.name,
  };
};

export interface ClaimedItemsPage {
  items: ReturnType<typeof presentRow>[];
  itemsCount: number;
}

/**
 * Transactions of the days from one date to another (lib/reference/reports.md#claimed-items). Returns an empty list if
 * only one date is given. Throws 422 if no date is given, and 404 for an unknown company. Reads a bounded number of
 * rows.
 */
export const readClaimedItems = async (company: string, query: ClaimedItemsQuery): Promise<ClaimedItemsPage> => {
  const { days, order, offset, limit } = query;
  if (days.from === undefined && days.to === undefined) {
    const message = itemChanges('days_missing');
    throw invalidFields({ date_from: [message], date_to: [message] });
  }
  if (days.from === undefined || days.to === undefined) return { items: [], itemsCount: 0 };
  const opened = await openSeries({ company, series: 'transactions', days, order, offset, limit });
  const { rows, total } = await pageOfAll<LedgerRow>(opened);
  const names = await namesOf(rows, opened.companyRow);
  return { items: rows.map((entry) => presentRow(entry, opened.companyRow, names)), itemsCount: total };
};

/** Names of the companies that acted, by slug. Nearly always, only the requesting company did. */
const namesOf = async (entries: readonly LedgerRow[], requester: CompanyRow): Promise<Map<string, string>> => {
  const slugs = new Set(entries.flatMap(({ by }) => by.company ?? []));
  slugs.delete(requester.slug);
  const rows = await getRows([...slugs].map(companyKey));
  const otherCompanies = [...slugs].flatMap((slug) => rows.get<CompanyRow>(companyKey(slug)) ?? []);
  return new Map([requester, ...otherCompanies].map(({ slug, name }) => [slug, name]));
};
