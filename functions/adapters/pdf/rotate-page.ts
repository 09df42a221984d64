import type { Box, Matrix } from './canvas.ts';
import type { PageSize, Quarter } from './template.ts';

/**
 * A rotated page on which the content of a box is upright: the page's size, the box, and the matrix that rotates it
 * back.
 */
interface RotatedPage {
  page: PageSize;
  box: Box;
  matrix: Matrix;
}

/** Rotates a page with a box. `rotation` is the rotation of the box's content, in degrees counterclockwise. */
export const rotatePage = ({ width, height }: PageSize, box: Box, rotation: Quarter): RotatedPage => {
  const size = { width: box.width, height: box.height };
  const swapped = { width: box.height, height: box.width };
  if (rotation === 180) {
    return {
      page: { width, height },
      box: { x: width - box.x - box.width, y: height - box.y - box.height, ...size },
      matrix: [-1, 0, 0, -1, width, height],
    };
  }
  const page = { width: height, height: width };
  return rotation === 90
    ? { page, box: { x: box.y, y: width - box.x - box.width, ...swapped }, matrix: [0, 1, -1, 0, width, 0] }
    : { page, box: { x: height - box.y - box.height, y: box.x, ...swapped }, matrix: [0, -1, 1, 0, 0, height] };
};
