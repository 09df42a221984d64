import { createHash } from 'node:crypto';
import type { PrintPictureResult, PrintPictureEvent } from '../adapters/isolated/print-picture.ts';
import { printPicture } from '../adapters/images/print.ts';
import { PictureRefused } from '../adapters/images/refusal.ts';
import { readSource, writeTarget } from './source.ts';

/**
 * Decodes one untrusted picture and uploads the re-encoded one to the URL in the event. It is isolated, without
 * permissions or secrets, so that a picture that exploits a decoder gets no access to other data.
 */
export const handler = async ({ source, target, terms, maxBytes }: PrintPictureEvent): Promise<PrintPictureResult> => {
  const bytes = await readSource(source, maxBytes);
  try {
    const { mime, bytes: printed, width, height } = await printPicture(bytes, terms);
    if (target) await writeTarget(target[mime], printed);
    return {
      printed: {
        mime,
        width,
        height,
        byteSize: printed.byteLength,
        sha256: createHash('sha256').update(printed).digest('hex'),
      },
    };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: { check: error.check, reason: { ...error.reason } } };
    throw error;
  }
};
