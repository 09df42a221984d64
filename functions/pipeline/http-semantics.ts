import { isKnown, strongTag, weakTag } from '../platform/preconditions.ts';
import type { Route } from './route.ts';
import { compress, COMPRESSED_FROM_BYTES, encodingFor } from './encoding.ts';
import type { Reply } from './request.ts';

/** A response as it is sent: its body is text or bytes. */
export interface SentReply {
  status: number;
  headers: Record<string, string>;
  body?: string | Buffer;
}

/** HTTP semantics that apply to every route. */
export interface HttpRequest {
  method: string;
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Slug of the acting company, where it differs from the key's. */
  company?: string | undefined;
}

const isRead = ({ method }: HttpRequest): boolean => method === 'GET' || method === 'HEAD';

/** Location of a 201, from the members of its body and the parameters of its path. */
export const locationOf = (
  route: Pick<Route, 'createdAt'>,
  { status, body }: Reply,
  company?: string,
  params: Readonly<Record<string, string | undefined>> = {},
) => {
  if (status !== 201 || !route.createdAt || typeof body !== 'object' || body === null) return undefined;
  const members = { ...params, ...(body as Record<string, unknown>) };
  // An absolute address is returned unchanged.
  if (/^\{\w+\}$/.test(route.createdAt)) return String(members[route.createdAt.slice(1, -1)]);
  const path = route.createdAt.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(members[name])));
  if (company === undefined) return path;
  return `${path}${path.includes('?') ? '&' : '?'}company=${encodeURIComponent(company)}`;
};

/** The response with its tag, or 304 when the caller has it. */
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

/** Text has the same tag in every encoding; bytes are sent as they are. */
const tagOf = (body: string | Buffer): string =>
  typeof body === 'string' ? weakTag(body) : strongTag(body.toString('base64'));

const COMPRESSIBLE = /^(text\/|application\/(json|javascript|xml|[\w.+-]+\+(json|xml))|image\/svg\+xml)/i;

const isCompressible = ({ headers, body }: SentReply): boolean =>
  body !== undefined &&
  !('Content-Encoding' in headers) &&
  COMPRESSIBLE.test(headers['Content-Type'] ?? '') &&
  Buffer.byteLength(body) >= COMPRESSED_FROM_BYTES;

const VARIES = /(^|,)\s*accept-encoding\s*(,|$)/i;

/** A compressible response varies by encoding. `Vary` is set before it may become a 304, which repeats it. */
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

/** A HEAD gets the response of the GET without the body. */
const withoutBodyForHead = (reply: SentReply, { method }: HttpRequest): SentReply => {
  if (method !== 'HEAD' || reply.body === undefined) return reply;
  const { body, ...head } = reply;
  return { ...head, headers: { ...head.headers, 'Content-Length': String(Buffer.byteLength(body)) } };
};

/** The response as HTTP requires: with its tag or as 304, compressed, and without a body for a HEAD. */
export const withHttpSemantics = (route: Pick<Route, 'tagged'>, reply: SentReply, request: HttpRequest): SentReply =>
  withoutBodyForHead(compressBody(revalidate(route, varyByEncoding(reply), request), request), request);
