/** The elements in their order, in lists of at most `size`. */
export const chunksOf = <T>(elements: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(elements.length / size) }, (_, at) => elements.slice(at * size, (at + 1) * size));
