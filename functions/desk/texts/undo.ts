import type { PageLanguage } from '../../platform/page-languages.ts';

/** Why a redemption cannot be undone. */
interface UndoTexts {
  back: string;
  partlyBack: string;
}

export const UNDO_TEXTS: Readonly<Record<PageLanguage, UndoTexts>> = {
  da: {
    back: 'Indløsningen er allerede tilbageført. Intet blev ændret; nedenfor står, hvordan koden er nu.',
    partlyBack:
      'En del af indløsningen er allerede tilbageført. Intet blev ændret; nedenfor står, hvordan koden er nu.',
  },
  en: {
    back: 'This redemption was already undone. Nothing was changed; the item is shown as it is now.',
    partlyBack: 'Part of this redemption was already undone. Nothing was changed; the item is shown as it is now.',
  },
  de: {
    back: 'Diese Einlösung wurde schon zurückgebucht. Nichts wurde geändert; unten steht, wie der Code jetzt ist.',
    partlyBack:
      'Ein Teil dieser Einlösung wurde schon zurückgebucht. Nichts wurde geändert; unten steht, wie der Code jetzt ist.',
  },
  sv: {
    back: 'Inlösningen är redan återförd. Inget har ändrats; nedan står hur koden är nu.',
    partlyBack: 'En del av inlösningen är redan återförd. Inget har ändrats; nedan står hur koden är nu.',
  },
  no: {
    back: 'Innløsningen er allerede tilbakeført. Ingenting ble endret; under står hvordan koden er nå.',
    partlyBack: 'En del av innløsningen er allerede tilbakeført. Ingenting ble endret; under står hvordan koden er nå.',
  },
};
