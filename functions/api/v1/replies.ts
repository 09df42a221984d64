import * as z from 'zod/mini';
import { itemReplies } from '../items/replies.ts';
import { reportReplies } from '../reports/replies.ts';

/**
 * Shapes of the legacy API: every response is wrapped, and some errors have status 200 (lib/reference/v1.md#replies).
 */

const text = z.string();
const count = z.int().check(z.gte(0));
const fields = z.record(text, z.union([text, z.array(text)]));

const requestMembers = {
  ip: text,
  user: text,
  language: z.enum(['en', 'da', 'sv', 'de', 'nb']),
  datetime: text.check(z.regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)),
};

const request = z.union([
  z.strictObject({ ...requestMembers, query: fields }),
  z.strictObject({ ...requestMembers, post: fields }),
]);

const failed = z.strictObject({ status: z.literal('Error'), response: text });

const envelopeOf = <T extends z.ZodMiniType>(response: T) =>
  z.union([z.strictObject({ status: z.literal('OK'), response, request }), failed]);

const filter = z.strictObject({ offset: count, limit: z.int(), order: z.enum(['asc', 'desc']) });

const listEnvelopeOf = <T extends z.ZodMiniType>(row: T) =>
  envelopeOf(z.strictObject({ items: z.array(row), itemsCount: count, filter }));

const rowOf = <T extends z.ZodMiniType>(list: z.ZodMiniObject<{ data: z.ZodMiniArray<T> }>): T =>
  list.shape.data.def.element;
const reportRowOf = <T extends z.ZodMiniType>(report: z.ZodMiniObject<{ items: z.ZodMiniArray<T> }>): T =>
  report.shape.items.def.element;

const failureOf = (name: string, status: number) =>
  z.strictObject({ name: z.literal(name), message: text, code: z.literal(0), status: z.literal(status) });

export const legacyReplies = {
  LegacyText: envelopeOf(text),
  LegacyItem: envelopeOf(itemReplies.Item),
  LegacyItemList: listEnvelopeOf(itemReplies.Item),
  LegacyAnalytics: listEnvelopeOf(reportRowOf(reportReplies.AnalyticsReport)),
  // Rows of the legacy API never get new members.
  LegacyClaimedItems: listEnvelopeOf(
    z.omit(reportRowOf(reportReplies.ClaimedItemsReport), {
      kind: true,
      reference: true,
      location: true,
      redemption_id: true,
      paid_order_id: true,
    }),
  ),
  LegacySubscribers: listEnvelopeOf(rowOf(reportReplies.SubscriberList)),
  LegacyEvents: listEnvelopeOf(rowOf(reportReplies.EventReportList)),
  LegacyParticipants: listEnvelopeOf(rowOf(reportReplies.ParticipantList)),
  LegacyModifications: listEnvelopeOf(rowOf(itemReplies.PromotionList)),
  LegacyClaim: envelopeOf(itemReplies.ClaimResult),
  LegacyRefund: envelopeOf(itemReplies.ItemRefundResult),
  LegacyOperation: envelopeOf(itemReplies.ItemOperationResult),
  LegacyActivation: envelopeOf(itemReplies.ActivationResult),
  LegacyCapture: envelopeOf(itemReplies.CaptureResult),
  LegacyIssued: envelopeOf(itemReplies.IssuedItems),
  LegacyUnauthorized: failureOf('Unauthorized', 401),
  LegacyCompressed: failureOf('Unsupported Media Type', 415),
  LegacyFailure: failureOf('Too Many Requests', 429),
  LegacyToken: z.strictObject({
    access_token: text,
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    refresh_token: text,
    scope: z.literal('admin'),
  }),
  LegacyTokenError: z.strictObject({ error: text, error_description: text }),
};
