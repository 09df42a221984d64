import { isKnown, strongTag, weakTag } from '../platform/preconditions.ts';
import type { Route } from './route.ts';
import { compress, COMPRESSED_FROM_BYTES, encodingFor } from './encoding.ts';
import type { Reply } from './request.ts';

/** A response whose body is serialized to text or bytes. */
export interface SentReply {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** The parts of a request that determine the HTTP semantics of its response. */
export interface HttpRequest {
  method: string;
  /** By lowercase name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Slug of the acting company if it is not the key's own. */
  company?: string | undefined;
}

const isRead = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD';

/** The `Location` of a 201, from the members of its body and the parameters of its path. */
export const locationOf = (
  route: Pick<Route, 'createdAt'>,
  { status, body }: Reply,
  company?: string,
  params: Readonly<Record<string, string | undefined>> = {},
) => {
  if (status !== 201 || !route.createdAt || typeof body !== 'object' || body === null) return undefined;
  const members = { ...params, ...(body as Record<string, unknown>) };
  // An absolute URL is returned unchanged.
  if (/^\{\w+\}$/.test(route.createdAt)) return String(members[route.createdAt.slice(1, -1)]);
  const path = route.createdAt.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(members[name])));
  if (company === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}company=${encodeURIComponent(company)}`;
};

/** The response with its entity tag, or 304 if the caller has that version. */
const revalidate = (route: Pick<Route, 'tagged'>, reply: SentReply, request: HttpRequest): SentReply => {
  const { status, headers, body } = reply;
  if (status !== 200 || !isRead(request) || route.tagged === 'for-changes') return reply;
  const byContent = route.tagged === 'by-content' && body !== undefined && !('ETag' in headers);
  const tag = byContent ? tagOf(body) : headers['ETag'];
  if (tag === undefined) return reply;
  const tagged: Record<string, string> = { ...headers, ETag: tag };
  if (!isKnown(request.headers['if-none-match'], tag)) return { ...reply, headers: tagged };
  const { 'Content-Type': _type, 'Content-Encoding': _encoding, 'Content-Disposition': _name, ...kept } = tagged;
  return { status: 304, headers: kept };
};

/** Text may be compressed, so its tag is weak. Bytes are sent unchanged, so their tag is strong. */
const tagOf = (body: string | Buffer): string =>
  typeof body === 'string' ? weakTag(body) : strongTag(body.toString('base64'));

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))|image\/svg\+xml)/i;

const isCompressible = ({ headers, body }: SentReply): boolean =>
  body !== undefined &&
  !('Content-Encoding' in headers) &&
  COMPRESSIBLE.test(headers['Content-Type'] ?? '') &&
  Buffer.byteLength(body) >= COMPRESSED_FROM_BYTES;

const VARIES = /(^|,)\s*accept-encoding\s*(,|$)/i;

/**
 * Adds `Accept-Encoding` to the `Vary` header of a compressible response. This comes before the response may become a
 * 304, which needs the same header.
 */
const varyByEncoding = (reply: SentReply): SentReply => {
  const { Vary: vary = '' } = reply.headers;
  if (!isCompressible(reply) || VARIES.test(vary)) return reply;
  return { ...reply, headers: { ...reply.headers, Vary: ['Accept-Encoding', vary].filter(Boolean).join(', ') } };
};

const compressBody = (reply: SentReply, request: HttpRequest): SentReply => {
  const { headers, body } = reply;
  const encoding = encodingFor(request.headers['accept-encoding']);
  if (!encoding || body === undefined || !isCompressible(reply)) return reply;
  return { ...reply, headers: { ...headers, 'Content-Encoding': encoding }, body: compress(body, encoding) };
};

/** The response to a HEAD is that of the GET without its body. */
const withoutBodyForHead = (reply: SentReply, { method }: HttpRequest): SentReply => {
  if (method !== 'HEAD' || reply.body === undefined) return reply;
  const { body, ...head } = reply;
  return { ...head, headers: { ...head.headers, 'Content-Length': String(Buffer.byteLength(body)) } };
};

/** Applies HTTP semantics to a response: entity tag or 304, compression, and no body for HEAD. */
export const withHttpSemantics = (route: Pick<Route, 'tagged'>, reply: SentReply, request: HttpRequest): SentReply =>
  withoutBodyForHead(compressBody(revalidate(route, varyByEncoding(reply), request), request), request);
