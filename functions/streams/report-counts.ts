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
import { registerForChecks, requestCheck } from '../domain/reporting/reports/request-check.ts';
import { SYNTHETIC_COMPANY } from '../platform/synthetic.ts';
import { rowOfType } from '../storage/row-of-type.ts';
import { changeOfRecord, type StreamChange } from './stream-change.ts';

/** Settings of a company that decide how long items can be claimed, and when their value becomes breakage. */
const TERMS = ['time_zone', 'claim_expired', 'breakage_after_days'] as const;

/** Reads the raw image, so that changes that are irrelevant to reports are not unmarshalled. */
const typeOf = ({ dynamodb }: DynamoDBRecord): string | undefined => dynamodb?.NewImage?.['type']?.S;

/** The synthetic company is in no report, book or nightly check. Its own row has `slug` instead of `company`. */
const isOfSynthetic = (record: DynamoDBRecord): boolean =>
  record.dynamodb?.NewImage?.[typeOf(record) === 'company' ? 'slug' : 'company']?.S === SYNTHETIC_COMPANY;

/**
 * Updates the figures of reports with committed changes to items and orders, and prepares the nightly checks of new and
 * changed companies. A failed batch is redelivered as a whole; changes already counted are not counted again.
 */
export const handler = withFailureLog(async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const records = Records.filter((record) => !isOfSynthetic(record));
  for (const change of records.filter((record) => typeOf(record) === 'company').map(changeOfRecord)) {
    await prepareChecks(change);
  }
  const items = records.filter((record) => typeOf(record) === 'item').map(changeOfRecord);
  const orders = records.filter((record) => typeOf(record) === 'order').map(changeOfRecord);
  await Promise.all([
    recordBook(
      items.flatMap((change) => versionOf(change) ?? []),
      orders,
    ),
    countResults(orders.flatMap((change) => orderVersionOf(change) ?? [])),
  ]);
  return { batchItemFailures: [] };
});

/** Registers a new company for the nightly check. A company with other terms is checked in the next run. */
const prepareChecks = async ({ before, after }: StreamChange): Promise<void> => {
  const [was, company] = [rowOfType<CompanyRow>('company', before), rowOfType<CompanyRow>('company', after)];
  if (!company) return;
  if (!was) await registerForChecks(company.slug);
  else if (TERMS.some((name) => was[name] !== company[name])) await requestCheck(company.slug);
};

/** Entries are deterministic, so a redelivered batch writes the same ones. */
const recordBook = async (
  items: readonly Omit<ItemVersion, 'entries'>[],
  orders: readonly StreamChange[],
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
  const otherEntries = versions.flatMap(({ entries }) => entries).filter((entry) => !written.includes(entry));
  await recordEntries([...otherEntries, ...ofOrders], zones, written);
};

const orderVersionOf = ({ before, after }: StreamChange): OrderVersion | undefined => {
  const order = rowOfType<OrderRow>('order', after);
  return order && { before: rowOfType<OrderRow>('order', before), after: order };
};

const versionOf = ({ before, after }: StreamChange): Omit<ItemVersion, 'entries'> | undefined => {
  const [old, item] = [rowOfType<ItemRow>('item', before), rowOfType<ItemRow>('item', after)];
  return !item || old?.version === item.version ? undefined : { before: old, after: item };
};
