/** Red, green and blue of a color `#rrggbb`, each from 0 to 255. */
export const channelsOf = (color: string): [number, number, number] => [
  Number.parseInt(color.slice(1, 3), 16),
  Number.parseInt(color.slice(3, 5), 16),
  Number.parseInt(color.slice(5, 7), 16),
];

/** Linear light of a stored sRGB value from 0 to 255: 0 to 1. */
export const linearLight = (value: number): number => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
};

/** A color between two others. With `share` 0 it is the first, with 1 the second. */
export const mixColors = (from: string, to: string, share: number): string => {
  const other = channelsOf(to);
  const parts = channelsOf(from).map((value, at) => Math.round(value + ((other[at] ?? 0) - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
};
