import { mixColors } from '../../platform/colors.ts';
import type { Box, Canvas, Point } from './canvas.ts';
import type { DocumentInput } from './document.ts';

/** Draws the ornament of a colored field without a picture. Each product family has its own. */
export const drawMotif = (canvas: Canvas, { kind, brand }: DocumentInput, field: Box): void => {
  const { primary, secondary } = brand.colors;
  const draw = { gift_card: ribbon, gift_card_variant: waves, event_ticket: lights, special_offer: seal }[kind];
  canvas.clipped(field, () => draw(canvas, field, { primary, secondary }));
};

interface Shades {
  primary: string;
  secondary: string;
}

/** Height at the top of the field that is kept free for the kind of card. */
const KIND_HEIGHT = 46;
const SMALLEST_SCALE = 0.5;

/** The scale of an ornament with this height above its center. In a low field it is smaller. */
const scaleIn = (field: Box, centre: Point, height: number): number => {
  const room = field.y + field.height - centre.y - KIND_HEIGHT;
  return Math.min(1, Math.max(SMALLEST_SCALE, room / height));
};

/** A ribbon around a parcel, with a bow. */
const ribbon = (canvas: Canvas, field: Box, { primary, secondary }: Shades): void => {
  const knot = { x: field.x + field.width - 168, y: field.y + field.height * 0.73 };
  const scale = scaleIn(field, knot, 46);
  const shade = mixColors(secondary, primary, 0.28);
  canvas.fill({ x: knot.x - 15, y: field.y, width: 30, height: field.height }, secondary);
  canvas.fill({ x: field.x, y: knot.y - 15, width: field.width, height: 30 }, secondary);
  canvas.fill({ x: knot.x - 15, y: knot.y - 15, width: 30, height: 30 }, shade);
  for (const side of [-1, 1]) {
    const at = (dx: number, dy: number): Point => ({ x: knot.x + side * scale * dx, y: knot.y + scale * dy });
    // The tails of the bow end before the title, whose last word may reach the edge of its column.
    canvas.fillPolygon([at(2, -4), at(26, -78), at(39, -62), at(55, -75), at(14, 2)], shade);
    canvas.fillPolygon([at(0, 0), at(40, 46), at(78, 44), at(84, 14), at(52, -8)], secondary);
    canvas.fillPolygon([at(10, 4), at(42, 34), at(66, 33), at(70, 17), at(48, 3)], shade);
  }
  canvas.fillRounded({ x: knot.x - 17, y: knot.y - 15, width: 34, height: 30 }, 8, secondary);
};

/** Concentric rings. */
const waves = (canvas: Canvas, field: Box, { primary, secondary }: Shades): void => {
  const centre = { x: field.x + field.width - 70, y: field.y + field.height * 0.62 };
  for (const [at, radius] of [300, 252, 206, 162, 120, 82, 48].entries()) {
    canvas.fillCircle(centre, radius, mixColors(primary, secondary, 0.07 * (at + 1)));
  }
  canvas.fillCircle(centre, 20, secondary);
};

/** Light beams over a stage. */
const lights = (canvas: Canvas, field: Box, { primary, secondary }: Shades): void => {
  const top = field.y + field.height + 20;
  const beams = [
    [0.5, 0.3, 0.13],
    [0.72, 0.56, 0.2],
    [0.95, 0.82, 0.28],
  ] as const;
  for (const [from, to, strength] of beams) {
    const source = { x: field.x + field.width * from, y: top };
    const foot = { x: field.x + field.width * to, y: field.y - 10 };
    const color = mixColors(primary, secondary, strength);
    canvas.fillPolygon([source, { x: foot.x - 74, y: foot.y }, { x: foot.x + 74, y: foot.y }], color);
  }
  for (let column = 17; column < 40; column++) {
    const height = 10 + 26 * Math.abs(Math.sin(column * 0.9)) + 14 * Math.abs(Math.sin(column * 2.3));
    const x = field.x + column * (field.width / 40) + 3;
    canvas.fillRounded(
      { x, y: field.y - 6, width: field.width / 40 - 6, height },
      3,
      mixColors(primary, secondary, 0.55),
    );
  }
};

/** A seal with many points. */
const seal = (canvas: Canvas, field: Box, { primary, secondary }: Shades): void => {
  const centre = { x: field.x + field.width - 112, y: field.y + field.height * 0.5 };
  const scale = scaleIn(field, centre, 84);
  const star = (points: number, outer: number, inner: number): Point[] =>
    Array.from({ length: points * 2 }, (_, at) => {
      const radius = scale * (at % 2 === 0 ? outer : inner);
      const angle = (Math.PI * at) / points;
      return { x: centre.x + radius * Math.cos(angle), y: centre.y + radius * Math.sin(angle) };
    });
  canvas.fillPolygon(star(28, 128, 113), mixColors(primary, secondary, 0.16));
  canvas.fillPolygon(star(24, 84, 74), secondary);
  canvas.circle(centre, scale * 62, primary, 1.4);
  for (const angle of [0.25, 0.5, 0.75, 1])
    canvas.fillCircle(centre, scale * 48 * (1.25 - angle), mixColors(secondary, primary, angle * 0.55));
};
