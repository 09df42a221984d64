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

const wrapped = <T extends z.ZodMiniType>(response: T) =>
  z.union([z.strictObject({ status: z.literal('OK'), response, request }), failed]);

const filter = z.strictObject({ offset: count, limit: z.int(), order: z.enum(['asc', 'desc']) });

const listed = <T extends z.ZodMiniType>(row: T) =>
  wrapped(z.strictObject({ items: z.array(row), itemsCount: count, filter }));

const rowOf = <T extends z.ZodMiniType>(list: z.ZodMiniObject<{ data: z.ZodMiniArray<T> }>): T =>
  list.shape.data.def.element;
const reportRowOf = <T extends z.ZodMiniType>(report: z.ZodMiniObject<{ items: z.ZodMiniArray<T> }>): T =>
  report.shape.items.def.element;

const failureOf = (name: string, status: number) =>
  z.strictObject({ name: z.literal(name), message: text, code: z.literal(0), status: z.literal(status) });

export const legacyReplies = {
  LegacyText: wrapped(text),
  LegacyItem: wrapped(itemReplies.Item),
  LegacyItemList: listed(itemReplies.Item),
  LegacyAnalytics: listed(reportRowOf(reportReplies.AnalyticsReport)),
  // The legacy API adds no members to its rows.
  LegacyClaimedItems: listed(
    z.omit(reportRowOf(reportReplies.ClaimedItemsReport), {
      kind: true,
      reference: true,
      location: true,
      redemption_id: true,
      paid_order_id: true,
    }),
  ),
  LegacySubscribers: listed(rowOf(reportReplies.SubscriberList)),
  LegacyEvents: listed(rowOf(reportReplies.EventReportList)),
  LegacyParticipants: listed(rowOf(reportReplies.ParticipantList)),
  LegacyModifications: listed(rowOf(itemReplies.PromotionList)),
  LegacyClaim: wrapped(itemReplies.ClaimResult),
  LegacyRefund: wrapped(itemReplies.ItemRefundResult),
  LegacyOperation: wrapped(itemReplies.ItemOperationResult),
  LegacyActivation: wrapped(itemReplies.ActivationResult),
  LegacyCapture: wrapped(itemReplies.CaptureResult),
  LegacyIssued: wrapped(itemReplies.IssuedItems),
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
