import type { StoredDocument } from '../../domain/fulfillment/documents/schema.ts';
import { documentReply } from '../../pipeline/document-reply.ts';
import type { Reply } from '../../pipeline/request.ts';

/** A PDF that only pages of the desk may frame. */
export const pdfReply = (document: StoredDocument): Reply => {
  const reply = documentReply(document);
  return {
    ...reply,
    headers: {
      ...reply.headers,
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "frame-ancestors 'self'",
      'X-Frame-Options': 'SAMEORIGIN',
      'X-Content-Type-Options': 'nosniff',
    },
  };
};
