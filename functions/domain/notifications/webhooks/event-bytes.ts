import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WebhookEventRow } from './rows.ts';

/**
 * Compresses the text of an event for storage. Most compressed events fit into one kilobyte, the unit of write costs.
 */
export const compressEvent = (text: string): Uint8Array => deflateRawSync(text);

/** The exact bytes that were recorded, for signing, sending and listing. */
export const decompressEvent = ({ raw }: Pick<WebhookEventRow, 'raw'>): Buffer => inflateRawSync(raw);
