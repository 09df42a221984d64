import type { MovedLine } from './events.ts';
import type { OrderLine } from '../../catalog/products/line-shape.ts';

/** The lines of an order, with the new event data of the moved lines. */
export const withMoved = (lines: readonly OrderLine[], moved: ReadonlyMap<string, MovedLine>): OrderLine[] =>
  lines.map((line) => {
    const now = moved.get(line.id);
    if (!now) return line;
    const { heldUntilMs: _before, ...rest } = line;
    return { ...rest, ...now };
  });
