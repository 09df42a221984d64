import { foldEmail } from '../../../platform/email-address.ts';
import { invalidFields, type FieldErrors } from '../../../platform/errors.ts';
import { parseMoment } from '../../../platform/timestamps.ts';
import type { OrderRow, OrderStatus, PaymentStatus } from './rows.ts';

export const ORDER_STATUSES = ['pending_payment', 'paid', 'fulfilled', 'cancelled', 'expired'] as const;
export const PAYMENT_STATUSES = [
  'pending',
  'authorized',
  'captured',
  'failed',
  'cancelled',
  'refunded',
  'partially_refunded',
] as const;

/** Filters of GET /v2/orders, combined with AND; within one filter any value matches. Absent means all. */
export interface OrderFilter {
  statuses: readonly OrderStatus[] | undefined;
  paymentStatuses: readonly PaymentStatus[] | undefined;
  emails: readonly string[] | undefined;
  clientReferences: readonly string[] | undefined;
  createdFromMs: number | undefined;
  createdBeforeMs: number | undefined;
  /** Filter that requires the order itself, such as a part of a name. */
  also?: (order: OrderRow) => boolean;
}

/** Parses the filters. Throws 422 with the valid values (lib/reference/orders.md#list-filters). */
export const parseOrderFilter = (values: Record<string, string[]>): OrderFilter => {
  const fields: FieldErrors = {};
  const filter: OrderFilter = {
    statuses: oneOf(values, 'status', ORDER_STATUSES, fields),
    paymentStatuses: oneOf(values, 'payment_status', PAYMENT_STATUSES, fields),
    emails: parseFilterValues(values, 'email', fields)?.map(emailInQuery),
    clientReferences: parseFilterValues(values, 'client_reference', fields),
    createdFromMs: timeFilterOf(values, 'created_after', fields),
    createdBeforeMs: timeFilterOf(values, 'created_before', fields),
  };
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
  return filter;
};

/** A space in an email address is a plus sign that was not encoded in the query. */
const emailInQuery = (email: string): string => foldEmail(email.replaceAll(' ', '+'));

/** Maximum number of values of one filter. Each value requires its own query. */
const VALUES_MAX = 20;

/**
 * `a=x&a=y`, `a[]=x` and `a=x,y` are the same. An empty filter is a fault, because ignoring it would return all orders
 * to a client that lost a value.
 */
export const parseFilterValues = (
  values: Record<string, string[]>,
  name: string,
  fields: FieldErrors,
): string[] | undefined => {
  if (!values[name]) return undefined;
  const parts = values[name].flatMap((value) => value.split(',')).map((part) => part.trim());
  const parsed = [...new Set(parts.filter((part) => part !== ''))];
  if (parsed.length === 0) fields[name] = ['This filter is blank. Leave it out, or give it a value.'];
  if (parsed.length > VALUES_MAX)
    fields[name] = [`A filter takes at most ${VALUES_MAX} values, this one has ${parsed.length}.`];
  return fields[name] ? undefined : parsed;
};

/** The values of a filter that has a fixed set of values. Adds a fault for unknown values. */
export const oneOf = <T extends string>(
  values: Record<string, string[]>,
  name: string,
  valid: readonly T[],
  fields: FieldErrors,
): T[] | undefined => {
  const chosen = parseFilterValues(values, name, fields);
  const unknown = chosen?.filter((value) => !(valid as readonly string[]).includes(value)) ?? [];
  if (unknown.length > 0) fields[name] = [`Unknown: ${unknown.join(', ')}. Valid are: ${valid.join(', ')}.`];
  return chosen as T[] | undefined;
};

/** The time in a filter. Adds a fault for an invalid time. */
export const timeFilterOf = (
  values: Record<string, string[]>,
  name: string,
  fields: FieldErrors,
): number | undefined => {
  const text = parseFilterValues(values, name, fields)?.at(-1);
  if (text === undefined) return undefined;
  const atMs = parseMoment(text);
  if (atMs !== undefined) return atMs;
  fields[name] = [
    'This must be a date (YYYY-MM-DD) or an RFC 3339 timestamp with offset, such as 2027-05-01T00:00:00Z.',
  ];
  return undefined;
};

/** Whether an order passes every filter. */
export const isInFilter = (filter: OrderFilter, order: OrderRow): boolean =>
  (filter.statuses?.includes(order.status) ?? true) &&
  (filter.paymentStatuses?.includes(order.payment.status) ?? true) &&
  (filter.emails?.includes(foldEmail(order.sender.email)) ?? true) &&
  (filter.clientReferences?.includes(order.clientReference ?? '') ?? true) &&
  order.createdAtMs >= (filter.createdFromMs ?? 0) &&
  order.createdAtMs < (filter.createdBeforeMs ?? Infinity) &&
  (filter.also?.(order) ?? true);
