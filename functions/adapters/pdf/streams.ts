import { deflateSync } from 'node:zlib';
import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';

/** Adds a compressed stream. The platform's own compressor is several times faster than the library's. */
export const addStream = (
  document: PDFDocument,
  content: string | Uint8Array,
  dictionary: Record<string, string | number | number[]> = {},
): PDFRef => {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const stream = document.context.stream(deflateSync(bytes), { ...dictionary, Filter: 'FlateDecode' });
  return document.context.register(stream);
};
