import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Text of each page of a PDF, as a reader copies it, with blanks where parts stand apart. */
export const textOfPages = async (bytes: Uint8Array): Promise<string[]> => {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join(' '));
  }
  await document.loadingTask.destroy();
  return pages;
};

/** Without blanks, to be compared whatever lines and parts it was broken into. */
export const squeezed = (text: string): string =>
  text.normalize('NFC').replace(/[\s\u200b-\u200f\u202a-\u202e]+/gu, '');
