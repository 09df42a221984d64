import { expect, it } from 'vitest';
import { qrBoxes } from '../../../functions/adapters/pdf/qr.ts';

it('a QR code has a quiet zone of four modules on every side', () => {
  const square = { x: 10, y: 20, size: 100 };
  const boxes = qrBoxes('https://api.example/c/shop/ABCD-EFGH', square);
  const module = Math.min(...boxes.map(({ width }) => width));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const top = Math.max(...boxes.map(({ y, height }) => y + height));
  const zone = 4 * module - 0.05;
  expect(Math.min(...boxes.map(({ x }) => x)) - square.x).toBeGreaterThanOrEqual(zone);
  expect(Math.min(...boxes.map(({ y }) => y)) - square.y).toBeGreaterThanOrEqual(zone);
  expect([square.x + square.size - right, square.y + square.size - top].every((each) => each >= zone)).toBe(true);
});
