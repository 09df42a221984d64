import { imageSize } from 'image-size';

export interface PictureSize {
  width: number;
  height: number;
}

/** What a WebP frame has before its size; without it the size is whatever bytes stand there. */
const isBrokenWebp = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes.subarray(0, 26)).toString('latin1');
  if (!text.startsWith('RIFF')) return false;
  const chunk = text.slice(12, 16);
  return (chunk === 'VP8 ' && text.slice(23) !== '\x9d\x01\x2a') || (chunk === 'VP8L' && text[20] !== '\x2f');
};

/** Size in pixels as the file's header tells it, without decoding. Undefined when the header cannot be read. */
export const measurePicture = (bytes: Uint8Array): PictureSize | undefined => {
  try {
    if (isBrokenWebp(bytes)) return undefined;
    const { width, height } = imageSize(bytes);
    if (!(width >= 1 && height >= 1)) return undefined;
    return { width, height };
  } catch {
    return undefined;
  }
};
