import { textAt } from './bytes.ts';

/** Supported picture types. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** The type according to the first bytes; undefined if it is not supported. */
export const pictureTypeOf = (bytes: Uint8Array): PictureType | undefined => {
  if (textAt(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (textAt(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return 'image/webp';
  return undefined;
};
