import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WebhookEventRow } from './rows.ts';

/** The bytes of an event as its row keeps them: compressed, most events fit into one kilobyte, which is what a write costs. */
export const compressed = (text: string): Uint8Array => deflateRawSync(text);

/** The very bytes that were recorded: what is signed, sent and listed. */
export const decompressed = ({ raw }: Pick<WebhookEventRow, 'raw'>): Buffer => inflateRawSync(raw);
