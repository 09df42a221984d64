import type { StoredDocument } from '../../domain/fulfillment/documents/schema.ts';
import { spendDocument } from '../../domain/company/users/visits/spend.ts';
import { notFound } from '../../platform/errors.ts';
import { limited } from '../kit/limited.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { documentReply } from '../../pipeline/document-reply.ts';

/** A browser that shows a document again need not request it again at once. */
const CACHING = 'private, max-age=300';

/**
 * Answers with the document that a signed link leads to. Only requests with a link of ours count against the limit of their
 * address. Throws 404, and 429 `rate_limited`.
 */
export const linkedReply = async <T>(
  { address, params }: PublicRequest,
  linkedBy: (token: string) => T | undefined,
  read: (linked: T) => Promise<StoredDocument | undefined>,
): Promise<Reply> => {
  const linked = linkedBy(params['token'] ?? '');
  if (linked === undefined) throw notFound('document');
  await limited(spendDocument(address), 'Too many documents were requested from this address.');
  const document = await read(linked);
  if (!document) throw notFound('document');
  const reply = documentReply(document);
  // A link to the store ends after ten minutes, so only the document itself is kept.
  return reply.status === 200 ? { ...reply, headers: { ...reply.headers, 'Cache-Control': CACHING } } : reply;
};
