/** Spaces, controls, and what has no shape of its own: joiners, marks of direction, fillers, the empty Braille cell. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Whether a text has anything that people see. */
export const hasVisible = (text: string): boolean => text.replaceAll(INVISIBLE, '') !== '';
