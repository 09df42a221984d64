import type { PageLanguage } from '../../../domain/order-page/schema.ts';

/** What stands beside a form that was sent and whose answer tells of a fault of ours, or is no page. */
interface RepeatTexts {
  retrying: string;
  failed: string;
}

export const REPEAT_TEXTS: Readonly<Record<PageLanguage, RepeatTexts>> = {
  da: {
    retrying: 'Der kommer intet svar fra os. Prøver igen …',
    failed: 'Det lykkedes ikke lige nu. Tryk igen: det sker ikke to gange.',
  },
  en: {
    retrying: 'No answer from our side. Trying again …',
    failed: 'That did not work just now. Press again: it is not done twice.',
  },
  de: {
    retrying: 'Keine Antwort von uns. Neuer Versuch …',
    failed: 'Das hat gerade nicht geklappt. Bitte noch einmal drücken: Es geschieht nicht zweimal.',
  },
  sv: {
    retrying: 'Inget svar från oss. Försöker igen …',
    failed: 'Det gick inte just nu. Tryck igen: det sker inte två gånger.',
  },
  no: {
    retrying: 'Ikke noe svar fra oss. Prøver igjen …',
    failed: 'Det gikk ikke akkurat nå. Trykk igjen: det skjer ikke to ganger.',
  },
};
