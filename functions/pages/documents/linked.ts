import type { StoredDocument } from '../../domain/fulfillment/documents/schema.ts';
import { consumeDocumentLimit } from '../../domain/company/users/visits/visitor-limits.ts';
import { notFound } from '../../platform/errors.ts';
import { refusedAsRateLimited } from '../../storage/limits/limit-exceeded.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { documentReply } from '../../pipeline/document-reply.ts';

/** Browsers may cache a document for five minutes. */
const CACHING = 'private, max-age=300';
/** A document shows its code, so search engines that find its link must not list it. */
const NOT_INDEXED = { 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' };

/**
 * Returns the document of a signed link. Only requests with a valid link count against the rate limit for the client's
 * IP address. Throws 404, and 429 `rate_limited`.
 */
export const linkedReply = async <T>(
  { address, params }: PublicRequest,
  linkedBy: (token: string) => T | undefined,
  read: (linked: T) => Promise<StoredDocument | undefined>,
): Promise<Reply> => {
  const linked = linkedBy(params['token'] ?? '');
  if (linked === undefined) throw notFound('document');
  await refusedAsRateLimited(consumeDocumentLimit(address), 'Too many documents were requested from this address.');
  const document = await read(linked);
  if (!document) throw notFound('document');
  const reply = documentReply(document);
  // Only the document itself is cached, because a link to the object store expires after ten minutes.
  const caching: Record<string, string> = reply.status === 200 ? { 'Cache-Control': CACHING } : {};
  return { ...reply, headers: { ...reply.headers, ...NOT_INDEXED, ...caching } };
};
