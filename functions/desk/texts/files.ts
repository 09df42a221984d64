import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts about a file that is too large for a response. */
export const FILE_TEXTS: Readonly<Record<PageLanguage, { title: string; text: string; save: string }>> = {
  da: { title: 'Filen er klar', text: 'Linket virker i ti minutter.', save: 'Hent filen' },
  en: { title: 'The file is ready', text: 'The link works for ten minutes.', save: 'Save the file' },
  de: { title: 'Die Datei ist fertig', text: 'Der Link gilt zehn Minuten.', save: 'Datei speichern' },
  sv: { title: 'Filen är klar', text: 'Länken fungerar i tio minuter.', save: 'Hämta filen' },
  no: { title: 'Filen er klar', text: 'Lenken virker i ti minutter.', save: 'Hent filen' },
};
