import http2 from 'node:http2';
import { config } from '../../platform/config.ts';
import { nowMs } from '../../platform/clock.ts';
import type { AppleCredentials } from './certificates.ts';

/** Maximum time without any response from Apple. */
const TIME_LIMIT_MS = 8_000;
/** How long Apple keeps a notification for an offline device. */
const KEPT_SECONDS = 28 * 86_400;
/** Reasons that mean that the token is unknown to Apple or not for this pass type. */
const UNKNOWN_TOKEN = new Set(['BadDeviceToken', 'DeviceTokenNotForTopic', 'Unregistered', 'ExpiredToken']);

/** `gone`: the token is no longer valid. `sinceMs` is the time that Apple reports, otherwise the current time. */
type PushOutcome = { result: 'sent' } | { result: 'gone'; sinceMs: number } | { result: 'failed'; cause: unknown };

/**
 * Notifies the devices with these push tokens that their passes of this type have changed. The payload is empty, as
 * Apple requires, and the certificate of the pass type authenticates the call. Returns one outcome per token, in order,
 * and never throws.
 */
export const pushUpdates = async (
  tokens: readonly string[],
  apple: AppleCredentials,
  trust: { ca?: string } = {},
): Promise<PushOutcome[]> => {
  let session: http2.ClientHttp2Session;
  try {
    session = connect(apple, trust);
  } catch (cause) {
    // OpenSSL may refuse a certificate that could be parsed, for example because its key is too short.
    return tokens.map(() => ({ result: 'failed', cause }));
  }
  const broken = new Promise<never>((_, reject) => {
    session.once('error', reject);
    session.setTimeout(TIME_LIMIT_MS, () => reject(new Error('Apple did not respond in time')));
  });
  broken.catch(() => {});
  try {
    return await Promise.all(tokens.map((token) => outcomeOf(Promise.race([push(session, token, apple), broken]))));
  } finally {
    session.destroy();
  }
};

const connect = (apple: AppleCredentials, trust: { ca?: string }): http2.ClientHttp2Session =>
  http2.connect(config.applePushUrl(), {
    ...trust,
    cert: apple.certificate,
    key: apple.key,
    ...(apple.key_passphrase === undefined ? {} : { passphrase: apple.key_passphrase }),
  });

const outcomeOf = async (pushed: Promise<PushOutcome>): Promise<PushOutcome> => {
  try {
    return await pushed;
  } catch (cause) {
    return { result: 'failed', cause };
  }
};

const push = (session: http2.ClientHttp2Session, token: string, apple: AppleCredentials): Promise<PushOutcome> =>
  new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/3/device/${token}`,
      'apns-topic': apple.pass_type_id,
      'apns-expiration': String(Math.floor(nowMs() / 1000) + KEPT_SECONDS),
    });
    let status = 0;
    let body = '';
    stream.setEncoding('utf8');
    stream.setTimeout(TIME_LIMIT_MS, () => reject(new Error('Apple did not respond in time')));
    stream.on('response', (headers) => (status = headers[':status'] ?? 0));
    stream.on('data', (text: string) => (body += text));
    stream.on('end', () => resolve(resultOf(status, body)));
    stream.on('error', reject);
    stream.on('close', () => reject(new Error('The connection ended without a response')));
    stream.end('{}');
  });

const resultOf = (status: number, body: string): PushOutcome => {
  if (status === 200) return { result: 'sent' };
  const { reason, timestamp } = reasonIn(body);
  if (status === 410 || (status === 400 && UNKNOWN_TOKEN.has(reason))) {
    return { result: 'gone', sinceMs: timestamp ?? nowMs() };
  }
  return { result: 'failed', cause: new Error(`Apple responded with ${status} ${reason}`) };
};

const reasonIn = (body: string): { reason: string; timestamp?: number } => {
  try {
    const { reason, timestamp } = JSON.parse(body) as { reason?: unknown; timestamp?: unknown };
    const named = typeof reason === 'string' && /^[A-Za-z]{1,50}$/.test(reason) ? reason : '';
    return { reason: named, ...(typeof timestamp === 'number' ? { timestamp } : {}) };
  } catch {
    return { reason: '' };
  }
};
