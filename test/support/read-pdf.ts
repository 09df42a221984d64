import { extractText } from 'unpdf';

/** Text of each page of a PDF, as a reader copies it. */
export const textOfPages = async (bytes: Uint8Array): Promise<string[]> =>
  (await extractText(new Uint8Array(bytes), { mergePages: false })).text;

/** Without blanks, to be compared whatever lines and parts it was broken into. */
export const squeezed = (text: string): string =>
  text.normalize('NFC').replace(/[\s\u200b-\u200f\u202a-\u202e]+/gu, '');
