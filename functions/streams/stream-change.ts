import type { DynamoDBRecord } from 'aws-lambda';
import { fromAttributeValues, type Row } from '../storage/table.ts';

/** A committed change to one row: before it, after it, or both. */
export interface StreamChange {
  before: Row | undefined;
  after: Row | undefined;
}

export const changeOfRecord = ({ dynamodb }: DynamoDBRecord): StreamChange => ({
  before: fromAttributeValues(dynamodb?.OldImage),
  after: fromAttributeValues(dynamodb?.NewImage),
});
