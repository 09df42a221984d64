import http from 'node:http';
import https from 'node:https';
import { isLoopbackAddress } from '../../platform/addresses.ts';
import type { DialOptions } from '../outside/request-outside.ts';
import { pinnedLookup } from '../outside/pinned-lookup.ts';
import { AddressRefused, AddressUnknown, addressesFor, resolveName } from '../outside/resolve.ts';
import { ownMember } from '../../platform/own-member.ts';

interface WebhookRequest {
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Whether loopback addresses are allowed, for development only. */
  allowsLoopback: boolean;
}

export interface WebhookResponse {
  durationMs: number;
  httpStatus?: number;
  retryAfter?: string;
  excerpt?: string;
  /** Why there was no response. Absent if there was one. */
  failure?: string;
}

const TIMEOUT_MS = 10_000;
/** Only the status decides the outcome, so the body is awaited for this time at most. */
const BODY_TIMEOUT_MS = 1000;
const READ_LIMIT_BYTES = 64 * 1024;
const EXCERPT_BYTES = 512;

/**
 * Posts one delivery (lib/reference/webhooks.md#addresses). The host is resolved once, and only the verified addresses
 * are tried, so that a second DNS response cannot lead to an internal address. Redirects are not followed, certificates
 * are verified, at most 64 KiB of a response are read, and the time limit is 10 seconds. Never throws.
 */
export const sendWebhook = async (
  request: WebhookRequest,
  dialing: DialOptions & { timeoutMs?: number } = {},
): Promise<WebhookResponse> => {
  const startedAt = performance.now();
  const deadline = AbortSignal.timeout(dialing.timeoutMs ?? TIMEOUT_MS);
  const outcome = await attempt(request, dialing, deadline).catch((error: unknown) => ({
    failure: deadline.aborted ? 'timeout' : failureOf(error),
  }));
  return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
};

type Outcome = Omit<WebhookResponse, 'durationMs'>;

const attempt = async (request: WebhookRequest, dialing: DialOptions, signal: AbortSignal): Promise<Outcome> => {
  const url = new URL(request.url);
  const secure = url.protocol === 'https:';
  if (url.username !== '' || url.password !== '') throw new AddressRefused();
  if (!secure && !(url.protocol === 'http:' && request.allowsLoopback)) throw new AddressRefused();
  const resolve = dialing.resolve ?? resolveName();
  const resolution = addressesFor(url.hostname, { allowsLoopback: request.allowsLoopback, resolve });
  // Name resolution alone may take longer than the time limit.
  const addresses = await Promise.race([resolution, rejectOnTimeout(signal)]);
  if (!secure && !addresses.every(isLoopbackAddress)) throw new AddressRefused();
  for (const [index, address] of addresses.entries()) {
    try {
      return await exchange(request, url, optionsFor(request, address, secure ? dialing.ca : undefined), signal);
    } catch (error) {
      // There was no connection, so nothing was sent and the next IP address is tried.
      const code = (error as { code?: unknown } | undefined)?.code;
      if (index === addresses.length - 1 || !NOT_CONNECTED.has(code)) throw error;
    }
  }
  throw new AddressUnknown();
};

const NOT_CONNECTED = new Set<unknown>(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL']);

const optionsFor = (request: WebhookRequest, address: string, ca: string | undefined): https.RequestOptions => ({
  method: 'POST',
  agent: false,
  lookup: pinnedLookup(address),
  headers: { ...request.headers, 'Content-Length': request.body.length, Connection: 'close' },
  rejectUnauthorized: true,
  ...(ca ? { ca } : {}),
});

/** Rejects when the signal aborts. */
const rejectOnTimeout = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('out of time')), { once: true });
  });

const exchange = (
  request: WebhookRequest,
  url: URL,
  options: https.RequestOptions,
  signal: AbortSignal,
): Promise<Outcome> =>
  new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http;
    let answered: (() => void) | undefined;
    const call = client.request(url, options, (response) => {
      const chunks: Buffer[] = [];
      let read = 0;
      const done = (): void => {
        clearTimeout(bodyTimeout);
        const excerpt = printable(Buffer.concat(chunks).subarray(0, EXCERPT_BYTES));
        const { statusCode: httpStatus, headers } = response;
        resolve({
          ...(httpStatus === undefined ? {} : { httpStatus }),
          ...(headers['retry-after'] === undefined ? {} : { retryAfter: headers['retry-after'] }),
          ...(excerpt === '' ? {} : { excerpt }),
        });
        call.destroy();
      };
      answered = done;
      const bodyTimeout = setTimeout(done, BODY_TIMEOUT_MS);
      response.on('data', (chunk: Buffer) => {
        read += chunk.length;
        if (read <= EXCERPT_BYTES || chunks.length === 0) chunks.push(chunk);
        if (read >= READ_LIMIT_BYTES) done();
      });
      // Only the status decides the outcome, so an incomplete or slow body is not an error.
      response.on('end', done).on('error', done).on('aborted', done);
      signal.addEventListener('abort', done);
    });
    signal.addEventListener('abort', () => call.destroy(new Error('out of time')));
    // After the status has arrived, a broken connection or invalid data is not an error.
    call.on('error', (error) => (answered ? answered() : reject(error)));
    call.on('upgrade', ({ statusCode: httpStatus = 101 }, socket) => {
      socket.destroy();
      resolve({ httpStatus });
    });
    call.on('close', () => reject(new Error('The connection ended without a response.')));
    call.end(request.body);
  });

/** The first bytes of a response as printable text. */
const printable = (bytes: Buffer): string =>
  bytes
    .toString('utf8')
    // oxlint-disable-next-line no-control-regex -- control characters are exactly what is meant
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '\u{fffd}');

const FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'host_unreachable',
  ETIMEDOUT: 'timeout',
};

/** A keyword for the failure, without internal details. */
const failureOf = (error: unknown): string => {
  if (error instanceof AddressRefused) return 'address_not_public';
  if (error instanceof AddressUnknown) return 'name_not_resolved';
  const code = (error as { code?: unknown } | undefined)?.code;
  if (typeof code !== 'string') return 'connection_failed';
  if (/^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)) return 'certificate_not_accepted';
  if (code.startsWith('HPE_')) return 'malformed_answer';
  return ownMember(FAILURES, code) ?? 'connection_failed';
};
