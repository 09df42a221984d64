import { PDF, type StoredDocument } from '../../domain/documents/schema.ts';
import type { Reply } from '../request.ts';

/** A PDF in the answer, or 303 to where it stands. */
export const documentReply = (document: StoredDocument, filename: string): Reply =>
  'url' in document
    ? { status: 303, headers: { Location: document.url } }
    : {
        status: 200,
        headers: { 'Content-Type': PDF, 'Content-Disposition': `inline; filename="${filename}.pdf"` },
        body: document.bytes,
      };
