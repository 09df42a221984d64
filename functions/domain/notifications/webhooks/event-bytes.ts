import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { WebhookEventRow } from './rows.ts';

/** The bytes of an event as its row keeps them: compressed, most events fit into one kilobyte, which is what a write costs. */
export const compressed = (text: string): Uint8Array => deflateRawSync(text);

/** The very bytes that were recorded: what is signed, sent and listed. Rows of before hold them as they are. */
export const decompressed = ({ raw }: Pick<WebhookEventRow, 'raw'>): Buffer =>
  typeof raw === 'string' ? Buffer.from(raw, 'utf8') : inflateRawSync(raw);
