import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WebhookEventRow } from './rows.ts';

/** Stored bytes of an event: compressed, most events fit into one kilobyte, the unit of write cost. */
export const compressEvent = (text: string): Uint8Array => deflateRawSync(text);

/** The exact bytes that were recorded, for signing, sending and listing. */
export const decompressEvent = ({ raw }: Pick<WebhookEventRow, 'raw'>): Buffer => inflateRawSync(raw);
