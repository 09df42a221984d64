import { encode } from 'uqr';
import type { Box } from './canvas.ts';

/** Width of the quiet zone of a QR code in modules (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/**
 * Readers accept all eight masks. Finding the best mask takes nine tenths of the time for a code, and for item URLs
 * mask 2 is the best in more than half of the cases.
 */
const MASK = 2;

/** The dark parts of a QR code within a square, row by row. Adjacent modules form one box. */
export const qrBoxes = (text: string, square: { x: number; y: number; size: number }): Box[] => {
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: MASK });
  const module = square.size / (size + 2 * QUIET_MODULES);
  const boxes: Box[] = [];
  data.forEach((row, rowIndex) => {
    const y = square.y + square.size - (rowIndex + 1 + QUIET_MODULES) * module;
    let column = 0;
    while (column < size) {
      let end = column;
      while (row[end]) end++;
      const width = (end - column) * module;
      // A slight overlap prevents the seams that viewers show between rows.
      if (end > column) {
        boxes.push({ x: square.x + (column + QUIET_MODULES) * module, y: y - 0.02, width, height: module + 0.02 });
      }
      column = Math.max(end, column) + 1;
    }
  });
  return boxes;
};
