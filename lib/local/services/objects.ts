import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { buckets } from '../../definition.ts';
import type { LocalClock } from '../clock.ts';
import type { GatewayRequest } from '../gateway/gateway-event.ts';
import type { HttpReply } from '../gateway/gateway-result.ts';
import { objectCalls } from '../lambda/grants.ts';
import type { LocalState } from '../state.ts';
import { S3Refused, verifyPresigned, type Signer } from '../wire/signature.ts';
import type { WireRequest, WireResponse, WireService } from '../wire/wire.ts';
import { bucketName } from './emulators.ts';
import { DAY_MS } from '../../../functions/platform/durations.ts';

/** Path of buckets under the stack's own URL, so that requests with presigned URLs are checked. */
export const OBJECTS_PATH = '/_objects';

/**
 * Sorts after every character of a key, so that a prefix is a range of the primary key and other objects are not read.
 */
const LAST_CHARACTER = '\u{10ffff}';
/** Saved before `fetch` is wrapped for functions. */
const send = globalThis.fetch;

const FORWARDED = ['content-type', 'cache-control', 'content-disposition', 'content-encoding', 'range'];
const RETURNED = ['content-type', 'content-disposition', 'cache-control', 'content-range', 'etag', 'last-modified'];

/**
 * S3 with checks that the emulator lacks: presigned URLs are verified as by S3, bytes against their checksum, and
 * objects under a prefix expire by the stack's clock.
 */
export class Objects {
  readonly #endpoint: URL;
  readonly #signer: Signer;
  readonly #clock: LocalClock;
  readonly #state: LocalState;

  constructor(endpoint: string, signer: Signer, clock: LocalClock, state: LocalState) {
    this.#endpoint = new URL(endpoint);
    this.#signer = signer;
    this.#clock = clock;
    this.#state = state;
  }

  /** Serves requests with presigned URLs. */
  async serve(request: GatewayRequest): Promise<HttpReply> {
    const at = request.target.indexOf('?');
    const path = at < 0 ? request.target : request.target.slice(0, at);
    const rawQuery = at < 0 ? '' : request.target.slice(at + 1);
    const headers = flatHeaders(request);
    try {
      verifyPresigned({ method: request.method, path, rawQuery, headers }, this.#signer, this.#clock.nowMs());
      const query = new Map(new URLSearchParams(rawQuery));
      if (request.method === 'PUT') verifyBytes(request.body, headers, query);
      return await this.#forward(request, path.slice(OBJECTS_PATH.length), headers, query);
    } catch (error) {
      if (error instanceof S3Refused) return refusal(error, path);
      if (error instanceof URIError)
        return refusal(new S3Refused(400, 'InvalidURI', 'The URI cannot be parsed.'), path);
      throw error;
    }
  }

  async #forward(
    request: GatewayRequest,
    path: string,
    headers: Record<string, string>,
    query: Map<string, string>,
  ): Promise<HttpReply> {
    const reply = await send(new URL(path, this.#endpoint), {
      method: request.method,
      headers: Object.fromEntries(FORWARDED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
      ...(request.method === 'PUT' ? { body: new Uint8Array(request.body) } : {}),
    });
    if (request.method === 'PUT' && reply.ok) this.#stored(path);
    const forwarded = RETURNED.flatMap((name) => {
      const value = query.get(`response-${name}`) ?? reply.headers.get(name);
      return value ? [[name, value] as const] : [];
    });
    const body = Buffer.from(await reply.arrayBuffer());
    return { status: reply.status, headers: Object.fromEntries(forwarded), body };
  }

  /** S3 for functions that use the SDK. */
  service(baseUrl: string): WireService {
    const base = new URL(baseUrl);
    return {
      target: 'objects',
      serves: (request) => Number(request.port) === Number(base.port) && request.path.startsWith(`${OBJECTS_PATH}/`),
      calls: objectCalls,
      canFail: () => true,
      commits: () => false,
      errorResponse: (_, mode) => {
        if (mode === 'denied') return errorResponse(403, 'AccessDenied', 'Access Denied');
        if (mode === 'throttle') return errorResponse(503, 'SlowDown', 'Please reduce your request rate.');
        return errorResponse(503, 'ServiceUnavailable', 'Please try again.');
      },
      send: async (request, forward) => {
        const path = request.path.slice(OBJECTS_PATH.length);
        const response = await forward(this.#direct(request, path));
        if (request.method === 'PUT' && response.statusCode === 200) this.#stored(path);
        return response;
      },
    };
  }

  /** Calls of functions need no signature check, so they go directly to the emulator. */
  #direct(request: WireRequest, path: string): WireRequest {
    const { hostname, port, host } = this.#endpoint;
    // Clones the request, because the SDK's handler requires its own request class.
    const direct = Object.assign(Object.create(Object.getPrototypeOf(request) as object) as WireRequest, request);
    return Object.assign(direct, { hostname, port: Number(port), path, headers: { ...request.headers, host } });
  }

  #stored(path: string): void {
    const [bucket = '', ...key] = path.slice(1).split('/');
    this.#state
      .statement('INSERT OR REPLACE INTO object (bucket, key, stored_ms) VALUES (?, ?, ?)')
      .run(bucket, decodeURIComponent(key.join('/')), Math.floor(this.#clock.nowMs()));
  }

  /** Removes expired objects by the buckets' lifecycle rules. */
  async expire(): Promise<void> {
    const now = this.#clock.nowMs();
    for (const bucket of buckets) {
      for (const { prefix, days } of bucket.expiry ?? []) {
        await this.#expirePrefix(bucketName(bucket.name), prefix, now - days * DAY_MS);
      }
    }
  }

  async #expirePrefix(bucket: string, prefix: string, storedBeforeMs: number): Promise<void> {
    const over = this.#state
      .statement('SELECT key FROM object WHERE bucket = ? AND key >= ? AND key < ? AND stored_ms <= ?')
      .all(bucket, prefix, `${prefix}${LAST_CHARACTER}`, Math.floor(storedBeforeMs));
    for (const row of over) {
      const key = String(row['key']);
      const path = key.split('/').map(encodeURIComponent).join('/');
      await send(new URL(`/${bucket}/${path}`, this.#endpoint), { method: 'DELETE' });
      this.#state.statement('DELETE FROM object WHERE bucket = ? AND key = ?').run(bucket, key);
    }
  }
}

const flatHeaders = ({ rawHeaders }: GatewayRequest): Record<string, string> => {
  const headers: Record<string, string> = {};
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = (rawHeaders[at] ?? '').toLowerCase();
    const value = (rawHeaders[at + 1] ?? '').trim();
    headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`;
  }
  return headers;
};

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
const crc32Of = (bytes: Buffer): Buffer => {
  const digest = Buffer.alloc(4);
  digest.writeUInt32BE(crc32(bytes));
  return digest;
};

/** Compares an upload with its checksums, in a header or signed into the URL. Throws `S3Refused`. */
const verifyBytes = (bytes: Buffer, headers: Record<string, string>, query: Map<string, string>): void => {
  const declared = (name: string): string | undefined => headers[name] ?? query.get(name);
  const digests: readonly [string, string, () => string][] = [
    ['x-amz-checksum-sha256', 'SHA256', () => sha256(bytes).toString('base64')],
    ['x-amz-checksum-crc32', 'CRC32', () => crc32Of(bytes).toString('base64')],
    ['content-md5', 'Content-MD5', () => createHash('md5').update(bytes).digest('base64')],
  ];
  for (const [name, label, digest] of digests) {
    const expected = declared(name);
    if (expected === undefined || expected === digest()) continue;
    throw new S3Refused(400, 'BadDigest', `The ${label} you specified did not match the calculated checksum.`);
  }
  const payload = headers['x-amz-content-sha256'];
  if (payload && /^[0-9a-f]{64}$/.test(payload) && payload !== sha256(bytes).toString('hex')) {
    const message = "The provided 'x-amz-content-sha256' header does not match what was computed.";
    throw new S3Refused(400, 'XAmzContentSHA256Mismatch', message);
  }
};

const escapeXml = (text: string): string => text.replace(/[<>&'"]/g, (char) => `&#${char.charCodeAt(0)};`);

const errorXml = (code: string, message: string, resource: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message>` +
  `<Resource>${escapeXml(resource)}</Resource><RequestId>${crypto.randomUUID()}</RequestId></Error>`;

const errorResponse = (statusCode: number, code: string, message: string): WireResponse => ({
  statusCode,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(errorXml(code, message, '')),
});

const refusal = ({ status, code, message }: S3Refused, path: string): HttpReply => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(errorXml(code, message, path.slice(OBJECTS_PATH.length))),
});
