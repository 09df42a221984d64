import { imageSize } from 'image-size';

export interface PictureSize {
  width: number;
  height: number;
  /** EXIF orientation, 1 to 8; 1 when the picture has none. */
  orientation: number;
}

/** Size in pixels as the file's header tells it, without decoding. Undefined when the header cannot be read. */
export const measurePicture = (bytes: Uint8Array): PictureSize | undefined => {
  try {
    const { width, height, orientation } = imageSize(bytes);
    return { width, height, orientation: orientation && orientation <= 8 ? orientation : 1 };
  } catch {
    return undefined;
  }
};
