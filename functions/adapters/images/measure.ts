import { imageSize } from 'image-size';

export interface PictureSize {
  width: number;
  height: number;
}

/** Whether a WebP frame lacks the signature before its size. Without it, the bytes that follow are not a size. */
const isBrokenWebp = (bytes: Uint8Array): boolean => {
  const text = Buffer.from(bytes.subarray(0, 26)).toString('latin1');
  if (!text.startsWith('RIFF')) return false;
  const chunk = text.slice(12, 16);
  return (chunk === 'VP8 ' && text.slice(23) !== '\x9d\x01\x2a') || (chunk === 'VP8L' && text[20] !== '\x2f');
};

/** Reads the size in pixels from the header, without decoding. Undefined if the header cannot be read. */
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
