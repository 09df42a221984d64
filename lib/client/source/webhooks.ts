import { webhookError } from './errors.ts';

export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface UnwrapOptions {
  /** Default 300. */
  toleranceSeconds?: number;
  /** Default: the system clock. */
  nowMs?: number;
}

interface Envelope {
  id: string;
  type: string;
  api_version: string;
}

const headerOf = (headers: WebhookHeaders, name: string): string | undefined => {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const header = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof header === 'string' ? header : header?.join(',');
};

const bytesOf = (body: string | Uint8Array | ArrayBuffer): Uint8Array =>
  typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (sign) => sign.codePointAt(0) ?? 0);
  } catch {
    return undefined;
  }
};

const fromHex = (text: string): Uint8Array<ArrayBuffer> | undefined =>
  /^([0-9a-f]{2})+$/i.test(text)
    ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
    : undefined;

/** One of the two signature formats. */
interface Family {
  prefix: string;
  separator: RegExp;
  key: (secret: string) => Uint8Array<ArrayBuffer> | undefined;
  signature: (text: string) => Uint8Array<ArrayBuffer> | undefined;
  signed: (id: string, timestamp: string) => string;
}

const OWN: Family = {
  prefix: 'service-webhook-',
  separator: /,/,
  key: (secret) => new TextEncoder().encode(secret),
  signature: (text) => (text.startsWith('v1=') ? fromHex(text.slice(3)) : undefined),
  signed: (id, timestamp) => `${timestamp}.${id}.`,
};

/** https://www.standardwebhooks.com */
const STANDARD: Family = {
  prefix: 'webhook-',
  separator: /\s+/,
  key: (secret) => fromBase64(secret.replace(/^whsec_/, '')),
  signature: (text) => (text.startsWith('v1,') ? fromBase64(text.slice(3)) : undefined),
  signed: (id, timestamp) => `${id}.${timestamp}.`,
};

const joinBytes = (head: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const start = new TextEncoder().encode(head);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
};

const isSignedWith = async (
  family: Family,
  secret: string,
  sent: SignedHeaders,
  body: Uint8Array,
): Promise<boolean> => {
  const bytes = family.key(secret);
  if (!bytes || bytes.length === 0) return false;
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = joinBytes(family.signed(sent.id, sent.timestamp), body);
  // Every value is compared in constant time, so that the timing does not reveal which one matches.
  const results = await Promise.all(
    sent.signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  return results.includes(true);
};

interface SignedHeaders {
  id: string;
  timestamp: string;
  signatures: Uint8Array<ArrayBuffer>[];
}

const signedHeadersOf = (family: Family, headers: WebhookHeaders): SignedHeaders | undefined => {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `${family.prefix}${name}`),
  );
  if (!id || !timestamp || !signature) return undefined;
  const signatures = signature.split(family.separator).flatMap((text) => family.signature(text.trim()) ?? []);
  return { id, timestamp, signatures };
};

/**
 * Verifies a delivery: checks its timestamp and the signature of its raw bytes, using the headers of this API or of
 * Standard Webhooks, then parses the event. `secret` can be a list during a rotation. Throws `WebhookError`.
 */
export const unwrap = async <Event extends Envelope>(
  rawBody: string | Uint8Array | ArrayBuffer,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: UnwrapOptions = {},
): Promise<Event> => {
  const body = bytesOf(rawBody);
  const family = signedHeadersOf(OWN, headers) ? OWN : STANDARD;
  const sent = signedHeadersOf(family, headers);
  if (!sent) throw webhookError('missing_header', 'The headers of a webhook are missing.');
  if (!/^\d{1,12}$/.test(sent.timestamp)) throw webhookError('malformed_timestamp', 'The timestamp is not a number.');
  if (Math.abs(nowMs / 1000 - Number(sent.timestamp)) > toleranceSeconds) {
    throw webhookError('stale_timestamp', 'The timestamp is too far from now.');
  }
  const secrets = typeof secret === 'string' ? [secret] : secret;
  const verdicts = await Promise.all(secrets.map((each) => isSignedWith(family, each, sent, body)));
  if (!verdicts.includes(true)) throw webhookError('signature_mismatch', 'No signature matches.');
  return eventIn<Event>(body, sent.id);
};

const eventIn = <Event extends Envelope>(body: Uint8Array, id: string): Event => {
  let event: Event | null;
  try {
    event = JSON.parse(new TextDecoder().decode(body)) as Event | null;
  } catch {
    throw webhookError('malformed_body', 'The body is not JSON.');
  }
  if (typeof event?.type !== 'string' || event.api_version !== 'v2') {
    throw webhookError('malformed_body', 'The body is not an event of this API.');
  }
  if (event.id !== id) throw webhookError('id_mismatch', 'The event in the body is not the one in the header.');
  return event;
};
