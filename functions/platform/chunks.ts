/** Splits a list into lists of at most `size` elements, in order. */
export const chunksOf = <T>(elements: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(elements.length / size) }, (_, at) => elements.slice(at * size, (at + 1) * size));
