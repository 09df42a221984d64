/**
 * Scanners type a code as a US keyboard would. A computer with another layout gets other characters for the same keys.
 * Each reading maps the characters of one layout back to those of the US keyboard, with and without Caps Lock.
 */
type KeyMap = ReadonlyMap<string, string>;

const readingOf = (typed: string, meant: string): KeyMap =>
  new Map(Array.from(typed, (character, at) => [character, meant.charAt(at)]));

/** Danish, Norwegian, Swedish and Finnish: only punctuation differs. */
const NORDIC = readingOf('æøö-+_?', ':::/-?_');
/** German, Austrian and Swiss: Y and Z are exchanged. */
const GERMAN = readingOf("öü-ß'_?yz", '::/--?_zy');
/** French: digits are typed with Shift, or with Caps Lock. */
const FRENCH = readingOf('&é"\'(-è_çàaqzw,?m):°!§', '1234567890qawzmm:-.-//');

const READINGS: readonly KeyMap[] = [NORDIC, GERMAN, FRENCH];

/** The text as typed, followed by its reading for each other layout in lowercase. */
export const layoutReadings = (text: string): string[] => {
  const lower = text.toLowerCase();
  return [text, ...READINGS.map((reading) => Array.from(lower, (each) => reading.get(each) ?? each).join(''))];
};
