import http from 'node:http';
import https from 'node:https';
import { AddressRefused, addressesFor, resolveName, type Resolve } from './resolve.ts';
import { pinnedLookup } from './pinned-lookup.ts';

/** A request to an address that an operator entered. */
export interface OutsideRequest {
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  /** Maximum size of the response in bytes. */
  maxBytes: number;
  /** Time limit in milliseconds, including redirects. */
  timeoutMs: number;
  /** Whether loopback addresses are allowed. */
  allowsLoopback: boolean;
}

export interface OutsideResponse {
  status: number;
  contentType: string | undefined;
  bytes: Buffer;
}

/** Options for tests: name resolution and trusted certificates. */
export interface DialOptions {
  resolve?: Resolve;
  ca?: string;
}

/** Thrown if the response is longer than `maxBytes`. */
export class ResponseTooLong extends Error {
  constructor() {
    super('The response is too long.');
    this.name = 'ResponseTooLong';
  }
}

/**
 * Thrown for more than three redirects, and for a redirect without a valid target, from https to http, or to another
 * method.
 */
export class RedirectRefused extends Error {
  constructor() {
    super('The redirect is not followed.');
    this.name = 'RedirectRefused';
  }
}

const REDIRECTS_MAX = 3;

/**
 * Requests an external address. The address and the targets of all redirects must be public, and each request goes to
 * exactly the verified IP address. So neither a redirect nor a name server can lead to an internal address. Throws
 * `AddressRefused`, `AddressUnknown`, `RedirectRefused`, `ResponseTooLong`, and connection errors.
 */
export const requestOutside = async (request: OutsideRequest, dialing: DialOptions = {}): Promise<OutsideResponse> => {
  const signal = AbortSignal.timeout(request.timeoutMs);
  let url = new URL(request.url);
  for (let redirects = 0; ; redirects++) {
    const reply = await exchange(request, url, await addressOf(url, request, dialing, signal), {
      ...dialing,
      signal,
    });
    if (!('location' in reply)) return reply;
    if (redirects >= REDIRECTS_MAX) throw new RedirectRefused();
    url = redirectTarget(url, reply.location);
  }
};

/** Does not follow a redirect from https to http, so that confidential requests stay encrypted. */
const redirectTarget = (from: URL, location: string): URL => {
  if (!URL.canParse(location, from.href)) throw new RedirectRefused();
  const to = new URL(location, from);
  if (from.protocol === 'https:' && to.protocol !== 'https:') throw new RedirectRefused();
  return to;
};

const addressOf = async (
  url: URL,
  { allowsLoopback }: OutsideRequest,
  dialing: DialOptions,
  signal: AbortSignal,
): Promise<string> => {
  if (!['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new AddressRefused();
  }
  const resolve = dialing.resolve ?? resolveName();
  const timedOut = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
  const [address] = await Promise.race([addressesFor(url.hostname, { allowsLoopback, resolve }), timedOut]);
  if (address === undefined) throw new AddressRefused();
  return address;
};

/**
 * Returns the target of a redirect; undefined for any other response. Throws for a redirect that changes the method.
 */
const redirectOf = (method: OutsideRequest['method'], response: http.IncomingMessage): string | undefined => {
  const { statusCode = 0, headers } = response;
  if (![301, 302, 303, 307, 308].includes(statusCode)) return undefined;
  if (headers.location === undefined || (method !== 'GET' && statusCode < 307)) throw new RedirectRefused();
  return headers.location;
};

const exchange = (
  { method, headers = {}, maxBytes }: OutsideRequest,
  url: URL,
  address: string,
  { ca, signal }: { ca?: string; signal: AbortSignal },
): Promise<OutsideResponse | { location: string }> =>
  new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http;
    const options: https.RequestOptions = {
      method,
      agent: false,
      lookup: pinnedLookup(address),
      headers: { ...headers, Connection: 'close', ...(method === 'POST' ? { 'Content-Length': 0 } : {}) },
      rejectUnauthorized: true,
      signal,
      ...(ca ? { ca } : {}),
    };
    const call = client.request(url, options, (response) => {
      read(response, method, maxBytes)
        .then(resolve, reject)
        .finally(() => call.destroy());
    });
    call.on('error', reject);
    call.on('upgrade', (_response, socket) => socket.destroy());
    call.on('close', () => reject(new Error('The connection ended without a response.')));
    call.end();
  });

const read = async (
  response: http.IncomingMessage,
  method: OutsideRequest['method'],
  maxBytes: number,
): Promise<OutsideResponse | { location: string }> => {
  const location = redirectOf(method, response);
  if (location !== undefined) return { location };
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new ResponseTooLong();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLong();
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    contentType: response.headers['content-type'],
    bytes: Buffer.concat(chunks),
  };
};
