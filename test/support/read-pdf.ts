import { extractText } from 'unpdf';

/** Text of each page of a PDF, as copied from a PDF reader. */
export const textOfPages = async (bytes: Uint8Array): Promise<string[]> =>
  (await extractText(new Uint8Array(bytes), { mergePages: false })).text;

/** Removes whitespace, for comparisons independent of line breaks. */
export const withoutWhitespace = (text: string): string =>
  text.normalize('NFC').replace(/[\s\u200b-\u200f\u202a-\u202e]+/gu, '');
