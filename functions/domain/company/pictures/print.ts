import { receivedMessage } from '../../../platform/messages/message.ts';
import { pictures } from '../../../platform/messages/pictures.ts';
import { callPrintPicture, type PrintedFacts } from '../../../adapters/isolated/print-picture.ts';
import type { PrintTerms } from '../../../adapters/images/print.ts';
import { PictureRefused } from '../../../adapters/images/refusal.ts';
import { presignGet, presignWrite } from '../../../adapters/objects/presign.ts';
import { SIGNED_SECONDS } from '../../../adapters/isolated/call.ts';

interface PrintOrder {
  /** Keys in the bucket `pictures`. */
  from: string;
  to: string;
  terms: PrintTerms;
  maxBytes: number;
}

/**
 * Decodes and re-encodes a stored picture in a function that can access these two objects and nothing else; the result
 * is stored at `to`. Throws `PictureRefused` for an invalid picture, and for one that exceeds the limits of time or
 * memory, because a retry would fail again. Throws any other error when the store or the function does not respond.
 */
export const printStored = async ({ from, to, terms, maxBytes }: PrintOrder): Promise<PrintedFacts> => {
  const write = (contentType: string) =>
    presignWrite('pictures', to, { contentType, expiresInSeconds: SIGNED_SECONDS });
  const [url, jpeg, png] = await Promise.all([
    presignGet('pictures', from, { expiresInSeconds: SIGNED_SECONDS }),
    write('image/jpeg'),
    write('image/png'),
  ]);
  const response = await callPrintPicture({
    source: { url },
    target: { 'image/jpeg': jpeg, 'image/png': png },
    terms,
    maxBytes,
  });
  if ('printed' in response) return response.printed;
  if ('refused' in response) throw new PictureRefused(response.refused.check, receivedMessage(response.refused.reason));
  throw new PictureRefused('content', pictures('picture_decoding_exceeds', { resource: response.died }));
};
