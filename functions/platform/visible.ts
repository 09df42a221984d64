/** Spaces, control characters, and invisible characters: joiners, direction marks, fillers, the empty Braille cell. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text has any visible character. */
export const hasVisible = (text: string): boolean => text.replaceAll(INVISIBLE, '') !== '';
