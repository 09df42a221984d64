import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The checks with which a receiver verifies a webhook (lib/reference/webhooks.md#what-a-receiver-checks). This module
 * has no dependencies, so it can be copied into a receiver.
 */

const TOLERANCE_SECONDS = 300;

type RefusalReason =
  | 'missing_header'
  | 'malformed_timestamp'
  | 'stale_timestamp'
  | 'signature_mismatch'
  | 'malformed_body'
  | 'id_mismatch';

/** Thrown if the request is not a delivery of the service, or not a recent one. */
export class WebhookRefused extends Error {
  readonly reason: RefusalReason;
  constructor(reason: RefusalReason, message: string) {
    super(message);
    this.name = 'WebhookRefused';
    this.reason = reason;
  }
}

export interface VerifiedEvent {
  id: string;
  type: string;
  api_version: string;
  occurred_at: string;
  /**
   * Events of an order count from 1 without gaps; those of an item have the number of the newest entry in its history.
   * Absent for other events, such as a ping.
   */
  sequence?: number;
  data: Record<string, unknown>;
}

interface VerifyOptions {
  /** Default: the clock of this machine. */
  nowMs?: number;
  toleranceSeconds?: number;
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

const headerOf = (headers: Headers, name: string): string => {
  const header = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const value = typeof header === 'string' ? header : header?.join(',');
  if (!value) throw new WebhookRefused('missing_header', `The header ${name} is missing.`);
  return value.trim();
};

/** `v1=` and the hexadecimal HMAC-SHA256 of `<timestamp>.<event id>.<body>`, with the whole secret as the key. */
export const signatureOf = (secret: string, timestamp: string, eventId: string, rawBody: Uint8Array): string =>
  `v1=${createHmac('sha256', secret).update(`${timestamp}.${eventId}.`).update(rawBody).digest('hex')}`;

const isEqual = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};

/**
 * Verifies the headers and the signature of the raw bytes, then parses the event. During a rotation a delivery has
 * several signatures, one of which must match. Throws `WebhookRefused`.
 */
export const verifyWebhook = (
  rawBody: Uint8Array | string,
  headers: Headers,
  secret: string,
  options: VerifyOptions = {},
): VerifiedEvent => {
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody;
  const eventId = headerOf(headers, 'service-webhook-id');
  const timestamp = headerOf(headers, 'service-webhook-timestamp');
  const signatures = headerOf(headers, 'service-webhook-signature').split(',');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRefused('malformed_timestamp', 'The timestamp is not a number.');
  const ageSeconds = Math.abs((options.nowMs ?? Date.now()) / 1000 - Number(timestamp));
  if (ageSeconds > (options.toleranceSeconds ?? TOLERANCE_SECONDS)) {
    throw new WebhookRefused('stale_timestamp', 'The timestamp is too far from now.');
  }
  const expected = signatureOf(secret, timestamp, eventId, body);
  // All values are compared, so that the duration does not reveal which one matched.
  const matches = signatures.map((signature) => isEqual(signature.trim(), expected)).filter(Boolean);
  if (matches.length === 0) throw new WebhookRefused('signature_mismatch', 'No signature matches.');
  return readEvent(body, eventId);
};

const readEvent = (body: Uint8Array, eventId: string): VerifiedEvent => {
  let event: VerifiedEvent;
  try {
    event = JSON.parse(Buffer.from(body).toString('utf8')) as VerifiedEvent;
  } catch {
    throw new WebhookRefused('malformed_body', 'The body is not JSON.');
  }
  const complete = typeof event?.type === 'string' && event.api_version === 'v2' && typeof event.data === 'object';
  if (!complete) throw new WebhookRefused('malformed_body', 'The body is not an event of this API.');
  if (event.id !== eventId)
    throw new WebhookRefused('id_mismatch', 'The event in the body is not the one in the header.');
  return event;
};
