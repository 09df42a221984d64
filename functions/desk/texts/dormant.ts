import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts of the counter for a campaign code that is not activated yet. */
interface DormantTexts {
  asleep: string;
  wakes: string;
}

export const DORMANT_TEXTS: Readonly<Record<PageLanguage, DormantTexts>> = {
  da: { asleep: 'Ikke aktiveret endnu.', wakes: 'Ikke aktiveret endnu: den aktiveres, når den indløses.' },
  en: { asleep: 'Not activated yet.', wakes: 'Not activated yet: redeeming it activates it.' },
  de: { asleep: 'Noch nicht aktiviert.', wakes: 'Noch nicht aktiviert: Die Einlösung aktiviert ihn.' },
  sv: { asleep: 'Inte aktiverad än.', wakes: 'Inte aktiverad än: den aktiveras när den löses in.' },
  no: { asleep: 'Ikke aktivert ennå.', wakes: 'Ikke aktivert ennå: den aktiveres når den innløses.' },
};
