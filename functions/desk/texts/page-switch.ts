import { PAGE_LANGUAGES, type PageLanguage } from '../../platform/page-languages.ts';

type Words = readonly [da: string, en: string, de: string, sv: string, no: string];

/* oxfmt-ignore */
const WORDS = {
  isOpen: ['Siden er åben: kunder kan købe.', 'The page is open: customers can buy.', 'Die Seite ist geöffnet: Kunden können kaufen.', 'Sidan är öppen: kunder kan köpa.', 'Siden er åpen: kunder kan kjøpe.'],
  isClosed: ['Siden er lukket: ingen kan købe.', 'The page is closed: no one can buy.', 'Die Seite ist geschlossen: Niemand kann kaufen.', 'Sidan är stängd: ingen kan köpa.', 'Siden er lukket: ingen kan kjøpe.'],
  open: ['Åbn siden for salg', 'Open the page for sale', 'Seite für den Verkauf öffnen', 'Öppna sidan för försäljning', 'Åpne siden for salg'],
  close: ['Luk siden', 'Close the page', 'Seite schließen', 'Stäng sidan', 'Lukk siden'],
  opened: ['Siden er åbnet.', 'The page is open now.', 'Die Seite ist jetzt geöffnet.', 'Sidan är öppen nu.', 'Siden er åpnet.'],
  closed: ['Siden er lukket nu.', 'The page is closed now.', 'Die Seite ist jetzt geschlossen.', 'Sidan är stängd nu.', 'Siden er lukket nå.'],
} as const satisfies Record<string, Words>;

/** Texts of the switch that opens and closes the order page. */
export const switchText = (language: PageLanguage, name: keyof typeof WORDS): string =>
  WORDS[name][PAGE_LANGUAGES.indexOf(language)] ?? name;
