/** A decoded picture: four bytes a pixel, red, green, blue, alpha. */
export interface Raster {
  width: number;
  height: number;
  rgba: Uint8Array;
}

/** Three bytes a pixel, on white where the picture was transparent. */
export interface OpaqueRaster {
  width: number;
  height: number;
  rgb: Uint8Array;
}

/** Shrinks a picture until its longer side has at most `maxSide` pixels (mean of the pixels that fall together). */
export const flattened = (picture: Raster, maxSide: number): OpaqueRaster => {
  const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const fromY = Math.floor((y * picture.height) / height);
    const toY = Math.max(fromY + 1, Math.floor(((y + 1) * picture.height) / height));
    for (let x = 0; x < width; x++) {
      const fromX = Math.floor((x * picture.width) / width);
      const toX = Math.max(fromX + 1, Math.floor(((x + 1) * picture.width) / width));
      rgb.set(meanOnWhite(picture, { fromX, toX, fromY, toY }), (y * width + x) * 3);
    }
  }
  return { width, height, rgb };
};

interface Area {
  fromX: number;
  toX: number;
  fromY: number;
  toY: number;
}

const meanOnWhite = ({ width, rgba }: Raster, area: Area): [number, number, number] => {
  let red = 0;
  let green = 0;
  let blue = 0;
  for (let y = area.fromY; y < area.toY; y++) {
    for (let x = area.fromX; x < area.toX; x++) {
      const at = (y * width + x) * 4;
      const alpha = (rgba[at + 3] ?? 255) / 255;
      red += (rgba[at] ?? 0) * alpha + 255 * (1 - alpha);
      green += (rgba[at + 1] ?? 0) * alpha + 255 * (1 - alpha);
      blue += (rgba[at + 2] ?? 0) * alpha + 255 * (1 - alpha);
    }
  }
  const count = (area.toX - area.fromX) * (area.toY - area.fromY);
  return [Math.round(red / count), Math.round(green / count), Math.round(blue / count)];
};
