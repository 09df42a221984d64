/** A number of pieces in English. */
export const piecesText = (pieces: number): string => `${pieces} ${pieces === 1 ? 'piece' : 'pieces'}`;

/** The verb of a number of pieces in English. */
export const verbOfPieces = (pieces: number): string => (pieces === 1 ? 'is' : 'are');
