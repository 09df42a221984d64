import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts shown next to a form if its response is a server error or not a page. */
interface RepeatTexts {
  retrying: string;
  failed: string;
}

export const REPEAT_TEXTS: Readonly<Record<PageLanguage, RepeatTexts>> = {
  da: {
    retrying: 'Der kommer intet svar fra os. Prøver igen …',
    failed: 'Det er ikke sikkert, om det blev gjort. Tryk igen: det sker ikke to gange.',
  },
  en: {
    retrying: 'No response. Trying again …',
    failed: 'The result is unknown. Press again: nothing is done twice.',
  },
  de: {
    retrying: 'Keine Antwort von uns. Neuer Versuch …',
    failed: 'Ob das geklappt hat, ist nicht bekannt. Bitte noch einmal drücken: Es geschieht nicht zweimal.',
  },
  sv: {
    retrying: 'Inget svar från oss. Försöker igen …',
    failed: 'Det är inte säkert om det blev gjort. Tryck igen: det sker inte två gånger.',
  },
  no: {
    retrying: 'Ikke noe svar fra oss. Prøver igjen …',
    failed: 'Det er ikke sikkert om det ble gjort. Trykk igjen: det skjer ikke to ganger.',
  },
};
