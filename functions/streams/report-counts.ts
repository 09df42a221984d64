import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { guarded } from '../platform/guarded.ts';
import type { CompanyRow } from '../domain/company/companies/rows.ts';
import type { ItemRow } from '../domain/value/items/rows.ts';
import { countChanges, type ItemVersion } from '../domain/reporting/reports/count-changes.ts';
import { enrolForChecks } from '../domain/reporting/reports/integrity.ts';
import { fromAttributeValues, type Row } from '../storage/table.ts';
import { rowOfType } from '../storage/row-of-type.ts';

interface RowChange {
  before: Row | undefined;
  after: Row | undefined;
}

/** Decided on the raw image, so that changes without a count are not unmarshalled. */
const typeOf = ({ dynamodb }: DynamoDBRecord): string | undefined => dynamodb?.NewImage?.['type']?.S;

const changeOf = ({ dynamodb }: DynamoDBRecord): RowChange => ({
  before: fromAttributeValues(dynamodb?.OldImage),
  after: fromAttributeValues(dynamodb?.NewImage),
});

/**
 * Keeps the figures of reports in step with committed changes of items, and enrols new companies for the nightly check.
 * A batch that fails comes again as a whole: what has been counted is not counted twice.
 */
export const handler = guarded(async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const companies = event.Records.filter((record) => typeOf(record) === 'company' && !record.dynamodb?.OldImage);
  for (const { after } of companies.map(changeOf)) {
    const company = rowOfType<CompanyRow>('company', after);
    if (company) await enrolForChecks(company.slug);
  }
  const items = event.Records.filter((record) => typeOf(record) === 'item').map(changeOf);
  await countChanges(items.flatMap((change) => versionOf(change) ?? []));
  return { batchItemFailures: [] };
});

const versionOf = ({ before, after }: RowChange): ItemVersion | undefined => {
  const [old, item] = [rowOfType<ItemRow>('item', before), rowOfType<ItemRow>('item', after)];
  return !item || old?.version === item.version ? undefined : { before: old, after: item };
};
