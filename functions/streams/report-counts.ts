import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { withFailureLog } from '../platform/failure-log.ts';
import type { CompanyRow } from '../domain/company/companies/rows.ts';
import type { OrderRow } from '../domain/checkout/orders/rows.ts';
import { itemEntries } from '../domain/reporting/book/item-entries.ts';
import { newOrderEntries } from '../domain/reporting/book/order-entries.ts';
import { recordEntries } from '../domain/reporting/book/record.ts';
import { zonesOf } from '../domain/reporting/book/zones.ts';
import { countResults, type OrderVersion } from '../domain/reporting/reports/results.ts';
import type { ItemRow } from '../domain/value/items/rows.ts';
import { countChanges, type ItemVersion } from '../domain/reporting/reports/count-changes.ts';
import { registerForChecks } from '../domain/reporting/reports/integrity.ts';
import { SYNTHETIC_COMPANY } from '../platform/synthetic.ts';
import { fromAttributeValues, type Row } from '../storage/table.ts';
import { rowOfType } from '../storage/row-of-type.ts';

interface RowChange {
  before: Row | undefined;
  after: Row | undefined;
}

/** Reads the raw image, so that changes that no report counts are not unmarshalled. */
const typeOf = ({ dynamodb }: DynamoDBRecord): string | undefined => dynamodb?.NewImage?.['type']?.S;

/**
 * The synthetic company is in no report, book or nightly check. Its own row names it in `slug` instead of `company`.
 */
const isOfSynthetic = (record: DynamoDBRecord): boolean =>
  record.dynamodb?.NewImage?.[typeOf(record) === 'company' ? 'slug' : 'company']?.S === SYNTHETIC_COMPANY;

const changeOf = ({ dynamodb }: DynamoDBRecord): RowChange => ({
  before: fromAttributeValues(dynamodb?.OldImage),
  after: fromAttributeValues(dynamodb?.NewImage),
});

/**
 * Updates the figures of reports with committed changes of items and orders, and registers new companies for the
 * nightly check. A failed batch is redelivered as a whole; changes already counted are not counted again.
 */
export const handler = withFailureLog(async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const records = Records.filter((record) => !isOfSynthetic(record));
  const companies = records.filter((record) => typeOf(record) === 'company' && !record.dynamodb?.OldImage);
  for (const { after } of companies.map(changeOf)) {
    const company = rowOfType<CompanyRow>('company', after);
    if (company) await registerForChecks(company.slug);
  }
  const items = records.filter((record) => typeOf(record) === 'item').map(changeOf);
  const orders = records.filter((record) => typeOf(record) === 'order').map(changeOf);
  await Promise.all([
    recordBook(
      items.flatMap((change) => versionOf(change) ?? []),
      orders,
    ),
    countResults(orders.flatMap((change) => orderVersionOf(change) ?? [])),
  ]);
  return { batchItemFailures: [] };
});

/** Entries are deterministic, so a redelivered batch writes the same ones. */
const recordBook = async (
  items: readonly Omit<ItemVersion, 'entries'>[],
  orders: readonly RowChange[],
): Promise<void> => {
  const ofOrders = orders.flatMap(({ before, after }) => {
    const order = rowOfType<OrderRow>('order', after);
    return order ? newOrderEntries(rowOfType<OrderRow>('order', before), order) : [];
  });
  if (items.length === 0 && ofOrders.length === 0) return;
  const companies = [...items.map(({ after }) => after.company), ...ofOrders.map(({ company }) => company)];
  const zones = await zonesOf(companies);
  const versions = items.map(({ before, after }): ItemVersion => ({
    before,
    after,
    entries: itemEntries(before, after, zones.get(after.company) ?? 'UTC'),
  }));
  const written = await countChanges(versions);
  const others = versions.flatMap(({ entries }) => entries).filter((entry) => !written.includes(entry));
  await recordEntries([...others, ...ofOrders], zones, written);
};

const orderVersionOf = ({ before, after }: RowChange): OrderVersion | undefined => {
  const order = rowOfType<OrderRow>('order', after);
  return order && { before: rowOfType<OrderRow>('order', before), after: order };
};

const versionOf = ({ before, after }: RowChange): Omit<ItemVersion, 'entries'> | undefined => {
  const [old, item] = [rowOfType<ItemRow>('item', before), rowOfType<ItemRow>('item', after)];
  return !item || old?.version === item.version ? undefined : { before: old, after: item };
};
