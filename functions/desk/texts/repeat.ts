import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts shown next to a form if its response is a server error or not a page. */
interface RepeatTexts {
  retrying: string;
  failed: string;
}

export const REPEAT_TEXTS: Readonly<Record<PageLanguage, RepeatTexts>> = {
  da: {
    retrying: 'Intet svar fra os. Prøver igen …',
    failed: 'Resultatet er ukendt. Tryk igen: det sker ikke to gange.',
  },
  en: {
    retrying: 'No response. Trying again …',
    failed: 'The result is unknown. Press again: nothing is done twice.',
  },
  de: {
    retrying: 'Keine Antwort von uns. Neuer Versuch …',
    failed: 'Das Ergebnis ist nicht bekannt. Bitte noch einmal drücken: Es geschieht nicht zweimal.',
  },
  sv: {
    retrying: 'Inget svar från oss. Försöker igen …',
    failed: 'Resultatet är okänt. Tryck igen: det sker inte två gånger.',
  },
  no: {
    retrying: 'Ikke noe svar fra oss. Prøver igjen …',
    failed: 'Resultatet er ukjent. Trykk igjen: det skjer ikke to ganger.',
  },
};
