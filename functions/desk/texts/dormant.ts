import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts of the counter for a code of a campaign or of a vendor that is not an item yet. */
interface DormantTexts {
  asleep: string;
  wakes: string;
  ofVendor: (vendor: string) => string;
}

export const DORMANT_TEXTS: Readonly<Record<PageLanguage, DormantTexts>> = {
  da: {
    asleep: 'Ikke aktiveret endnu.',
    wakes: 'Ikke aktiveret endnu: den aktiveres, når den indløses.',
    ofVendor: (vendor) => `En kode fra ${vendor}: den indløses også dér, når den indløses her.`,
  },
  en: {
    asleep: 'Not activated yet.',
    wakes: 'Not activated yet: redeeming it activates it.',
    ofVendor: (vendor) => `A code of ${vendor}: redeeming it here redeems it there, too.`,
  },
  de: {
    asleep: 'Noch nicht aktiviert.',
    wakes: 'Noch nicht aktiviert: Die Einlösung aktiviert ihn.',
    ofVendor: (vendor) => `Ein Code von ${vendor}: Die Einlösung löst ihn auch dort ein.`,
  },
  sv: {
    asleep: 'Inte aktiverad än.',
    wakes: 'Inte aktiverad än: den aktiveras när den löses in.',
    ofVendor: (vendor) => `En kod från ${vendor}: den löses in även där när den löses in här.`,
  },
  no: {
    asleep: 'Ikke aktivert ennå.',
    wakes: 'Ikke aktivert ennå: den aktiveres når den innløses.',
    ofVendor: (vendor) => `En kode fra ${vendor}: den innløses også der når den innløses her.`,
  },
};
