import { createHash } from 'node:crypto';
import type { PrintPictureAnswer, PrintPictureEvent } from '../adapters/isolated/print-picture.ts';
import { printPicture } from '../adapters/images/print.ts';
import { PictureRefused } from '../adapters/images/refusal.ts';
import { readSource, writeTarget } from './source.ts';

/**
 * Decodes one picture of a stranger and puts what our own encoder made of it where the event says. It runs apart from
 * everything: it holds no grant and no secret, so that a picture which breaks a decoder has broken into nothing.
 */
export const handler = async ({ source, target, terms, maxBytes }: PrintPictureEvent): Promise<PrintPictureAnswer> => {
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
    if (error instanceof PictureRefused) return { refused: { check: error.check, message: error.message } };
    throw error;
  }
};
