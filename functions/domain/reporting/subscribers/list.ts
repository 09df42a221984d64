import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { chunksOf } from '../../../platform/chunks.ts';
import { endOfDayMs, parseDate, startOfDayMs } from '../../../platform/zones.ts';
import { notFound } from '../../../platform/errors.ts';
import { getRow, getRows, queryAll, queryPage, type Key } from '../../../storage/table.ts';
import { sortable } from '../../../storage/sortable.ts';
import { childrenOf, companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { subscribersOf, type SubscriberRow } from '../../checkout/orders/subscriber-rows.ts';

interface SubscribersQuery extends PageRequest {
  /** `YYYY-MM-DD`. Both apply only if both are given and valid. */
  dateFrom: string | undefined;
  dateTo: string | undefined;
}

/** The last subscriber of a page: the company, and the position in its list. */
interface Position {
  company: string;
  at: string;
}

const presentSubscriber = (row: SubscriberRow) => ({
  id: row.id,
  company: row.company,
  email: row.email,
  name: row.name,
});

export type Subscriber = ReturnType<typeof presentSubscriber>;

type IndexedKey = Key & { ix1sk: string };

/** Companies read concurrently. */
const CONCURRENT_COMPANIES = 10;

/**
 * Subscribers of a company and, for a root company, of its children: its own subscribers first, then those of each
 * child by slug, oldest consent first (lib/reference/reports.md#subscribers). Throws 404 for an unknown company.
 */
export const listSubscribers = async (company: string, query: SubscribersQuery): Promise<ListPage<Subscriber>> => {
  const identity = { company, list: 'subscribers' };
  const after = decodeCursor<Position>(identity, query.startingAfter);
  const [companyRow, children] = await Promise.all([
    getRow<CompanyRow>(companyKey(company)),
    queryAll<Key & { ix1sk: string }>(childrenOf(company)),
  ]);
  if (!companyRow) throw notFound('company');
  const childSlugs = children.map(({ ix1sk }) => ix1sk).filter((slug) => slug !== company);
  // The child in the cursor may have been removed. The list then continues with the next child.
  const remainingSlugs =
    after && after.company !== company ? childSlugs.filter((slug) => slug >= after.company) : [company, ...childSlugs];
  const range = rangeOf(query, companyRow.time_zone);
  const matching = await collect(remainingSlugs, query.limit + 1, range, after);
  const shown = matching.slice(0, query.limit);
  const rows = await getRows(shown.map(({ key }) => key));
  const data = shown.flatMap(({ key }) => rows.get<SubscriberRow>(key) ?? []).map(presentSubscriber);
  const last = shown.at(-1);
  const next = last && matching.length > shown.length ? { company: last.company, at: last.key.ix1sk } : undefined;
  return listPage(identity, data, next);
};

interface Range {
  from: string;
  to: string;
}

/** Days are in the requesting company's zone, both inclusive. */
const rangeOf = ({ dateFrom, dateTo }: SubscribersQuery, zone: string): Range => {
  const everything = { from: '0', to: '~' };
  if (dateFrom === undefined || dateTo === undefined) return everything;
  if (parseDate(dateFrom) === undefined || parseDate(dateTo) === undefined) return everything;
  if (dateFrom > dateTo) return { from: '~', to: '~' };
  return { from: sortable(startOfDayMs(dateFrom, zone)), to: `${sortable(endOfDayMs(dateTo, zone))}#~` };
};

interface SubscriberKey {
  company: string;
  key: IndexedKey;
}

const collect = async (
  slugs: readonly string[],
  maximum: number,
  range: Range,
  after?: Position,
): Promise<SubscriberKey[]> => {
  const keys: SubscriberKey[] = [];
  for (const concurrent of chunksOf(slugs, CONCURRENT_COMPANIES)) {
    if (keys.length >= maximum) break;
    const group = await Promise.all(
      concurrent.map(async (slug) => {
        const from = slug === after?.company ? later(range.from, `${after.at}\u0000`) : range.from;
        if (from > range.to) return [];
        const { rows } = await queryPage<IndexedKey>({ ...subscribersOf(slug), from, to: range.to, limit: maximum });
        return rows.map((key): SubscriberKey => ({ company: slug, key }));
      }),
    );
    keys.push(...group.flat());
  }
  return keys.slice(0, maximum);
};

const later = (a: string, b: string): string => (a > b ? a : b);
