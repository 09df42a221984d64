import { asciiName, documentName } from '../domain/fulfillment/documents/name.ts';
import { PDF, type StoredDocument } from '../domain/fulfillment/documents/schema.ts';
import type { Reply } from './request.ts';

/** A PDF in the response with its file name (RFC 6266), or a 303 to its location. */
export const documentReply = (document: StoredDocument, disposition: 'inline' | 'attachment' = 'inline'): Reply => {
  if ('url' in document) return { status: 303, headers: { Location: document.url } };
  const name = documentName(document.name);
  const encoded = encodeURIComponent(`${name}.pdf`).replaceAll(
    /['()]/g,
    (sign) => `%${sign.codePointAt(0)?.toString(16)}`,
  );
  return {
    status: 200,
    headers: {
      'Content-Type': PDF,
      'Content-Disposition': `${disposition}; filename="${asciiName(name)}.pdf"; filename*=UTF-8''${encoded}`,
    },
    body: document.bytes,
  };
};
