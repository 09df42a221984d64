/** A decoded picture with four bytes per pixel: red, green, blue, alpha. */
export interface Raster {
  width: number;
  height: number;
  rgba: Uint8Array;
}

const WHITE = 255;

/** Whether any pixel is not opaque. */
export const isTransparent = ({ rgba }: Raster): boolean => {
  for (let at = 3; at < rgba.length; at += 4) if ((rgba[at] ?? WHITE) < WHITE) return true;
  return false;
};

/** The picture on a white background. */
export const onWhite = ({ width, height, rgba }: Raster): Raster => {
  const flat = new Uint8Array(rgba);
  for (let at = 0; at < flat.length; at += 4) {
    const alpha = (flat[at + 3] ?? WHITE) / WHITE;
    if (alpha === 1) continue;
    for (let channel = at; channel < at + 3; channel++) {
      flat[channel] = Math.round((flat[channel] ?? 0) * alpha + WHITE * (1 - alpha));
    }
    flat[at + 3] = WHITE;
  }
  return { width, height, rgba: flat };
};

/** For each EXIF orientation, starting at 1: where a pixel of the upright picture is in the source. */
const SOURCES: readonly ((x: number, y: number, right: number, bottom: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y, right) => [right - x, y],
  (x, y, right, bottom) => [right - x, bottom - y],
  (x, y, _right, bottom) => [x, bottom - y],
  (x, y) => [y, x],
  (x, y, _right, bottom) => [y, bottom - x],
  (x, y, right, bottom) => [right - y, bottom - x],
  (x, y, right) => [right - y, x],
];

/** Rotates or mirrors a picture by its EXIF orientation, 1 to 8, so that it is upright. */
export const upright = (picture: Raster, orientation: number): Raster => {
  const sourceOf = SOURCES[orientation - 1];
  if (!sourceOf || orientation === 1) return picture;
  const swapsSides = orientation >= 5;
  const [width, height] = swapsSides ? [picture.height, picture.width] : [picture.width, picture.height];
  const from = new Uint32Array(picture.rgba.slice().buffer);
  const to = new Uint32Array(width * height);
  const [right, bottom] = [picture.width - 1, picture.height - 1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [sourceX, sourceY] = sourceOf(x, y, right, bottom);
      to[y * width + x] = from[sourceY * picture.width + sourceX] ?? 0;
    }
  }
  return { width, height, rgba: new Uint8Array(to.buffer) };
};
