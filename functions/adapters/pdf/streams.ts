import { deflateSync } from 'node:zlib';
import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib';

type Dictionary = Record<string, string | number | number[]>;

/** Adds a stream and compresses it. The compressor of Node is several times faster than the library's. */
export const addStream = (document: PDFDocument, content: string | Uint8Array, dictionary: Dictionary = {}): PDFRef =>
  addCompressed(document, deflate(content), dictionary);

export const deflate = (content: string | Uint8Array): Uint8Array =>
  deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);

/** Adds a stream of bytes that are already deflated. */
export const addCompressed = (document: PDFDocument, bytes: Uint8Array, dictionary: Dictionary = {}): PDFRef =>
  document.context.register(document.context.stream(bytes, { ...dictionary, Filter: 'FlateDecode' }));
