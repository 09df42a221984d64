import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { operatorIssueBody } from '../../../functions/domain/administration/operator-issues/schema.ts';
import { createApiKeyBody } from '../../../functions/domain/company/api-keys/schema.ts';
import { identifier, longText, text } from '../../../functions/domain/company/settings/fields.ts';
import { postedBody } from '../../../functions/domain/fulfillment/shipments/schema.ts';
import { redemptionBody } from '../../../functions/domain/value/items/redemptions/schema.ts';
import { claimBody, extendBody } from '../../../functions/domain/value/items/schema.ts';
import { issueMessage, PARSING } from '../../../functions/platform/parse-issues.ts';

const issue = { kind: 'ticket_coupon', title: 'Ticket', quantity: 1 };
const sources = [{ code: 'A' }];

test.each<[string, number, () => z.ZodMiniType, (value: string) => unknown]>([
  ['reference of a claim', 100, claimBody, (reference) => ({ type: 'all', reference })],
  ['location of a claim', 60, claimBody, (location) => ({ type: 'all', location })],
  ['note of a claim', 1000, claimBody, (note) => ({ type: 'all', claim_note: note })],
  ['note of a redemption', 500, redemptionBody, (note) => ({ sources, note })],
  ['reason of an extension', 200, extendBody, (reason) => ({ validity: '2030-01-01', reason })],
  ['note of an issue', 500, operatorIssueBody, (note) => ({ ...issue, note })],
  ['label of a key', 255, () => createApiKeyBody, (label) => ({ label, scopes: ['catalog:read'] })],
  ['carrier of a shipment', 60, postedBody, (carrier) => ({ carrier })],
  ['text of settings', 500, () => text, (value) => value],
  ['identifier in settings', 500, () => identifier, (value) => value],
  ['long text of settings', 20_000, () => longText, (value) => value],
])('the %s has at most %d characters, counted as code points', (_, maximum, schema, body) => {
  expect(schema().safeParse(body('😀'.repeat(maximum)), PARSING).success).toBe(true);
  const issues = schema().safeParse(body('😀'.repeat(maximum + 1)), PARSING).error?.issues ?? [];
  expect(issues.map((each) => String(issueMessage(each)))).toEqual([`This must have at most ${maximum} characters.`]);
});
