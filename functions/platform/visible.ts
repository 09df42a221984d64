/** Spaces, control characters, and invisible characters: joiners, direction marks, fillers, the empty Braille cell. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a string has any visible character. */
export const hasVisible = (text: string): boolean => text.replaceAll(INVISIBLE, '') !== '';

/** The text, or null if it has no visible character. */
export const visibleOrNull = (text: string | null | undefined): string | null =>
  text && hasVisible(text) ? text : null;
