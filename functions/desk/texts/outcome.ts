import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts of the counter after a redemption, and for an item that was redeemed or restored before. */
interface OutcomeTexts {
  left: string;
  nothingLeft: string;
  /** Heading after the whole ticket was redeemed. */
  admitted: string;
  nextPart: string;
  nextCode: string;
  /** Heading of an item that was redeemed before and has no value left. */
  alreadyUsed: string;
  usedBefore: (when: string, where: string, who: string) => string;
  givenBack: (when: string, where: string, who: string) => string;
  event: string;
  when: string;
  otherDay: string;
  otherDayText: (when: string) => string;
}

export const OUTCOME_TEXTS: Readonly<Record<PageLanguage, OutcomeTexts>> = {
  en: {
    left: 'Balance left',
    nothingLeft: 'No balance left',
    admitted: 'Admitted',
    nextPart: 'Next: return it to the holder, or scan the next code.',
    nextCode: 'Next: scan the next code.',
    alreadyUsed: 'Already used',
    usedBefore: (when, where, who) => `Redeemed on ${when}, at ${where}, by ${who}.`,
    givenBack: (when, where, who) => `Refunded on ${when}, at ${where}, by ${who}.`,
    event: 'Event',
    when: 'Date',
    otherDay: 'Another day',
    otherDayText: (when) => `This ticket is not for today. It is for ${when}.`,
  },
  da: {
    left: 'Tilbage',
    nothingLeft: 'Der er intet tilbage',
    admitted: 'Lukket ind',
    nextPart: 'Næste: giv det tilbage til indehaveren, eller scan den næste kode.',
    nextCode: 'Næste: scan den næste kode.',
    alreadyUsed: 'Allerede brugt',
    usedBefore: (when, where, who) => `Indløst ${when} hos ${where} af ${who}.`,
    givenBack: (when, where, who) => `Pengene for den er refunderet ${when} hos ${where} af ${who}.`,
    event: 'Arrangement',
    when: 'Dato',
    otherDay: 'En anden dag',
    otherDayText: (when) => `Billetten gælder ikke i dag. Den gælder ${when}.`,
  },
  de: {
    left: 'Restwert',
    nothingLeft: 'Es ist nichts mehr übrig',
    admitted: 'Eingelassen',
    nextPart: 'Als Nächstes: zurückgeben oder den nächsten Code scannen.',
    nextCode: 'Als Nächstes: den nächsten Code scannen.',
    alreadyUsed: 'Bereits eingelöst',
    usedBefore: (when, where, who) => `Eingelöst am ${when} bei ${where} von ${who}.`,
    givenBack: (when, where, who) => `Das Geld dafür wurde am ${when} bei ${where} von ${who} erstattet.`,
    event: 'Veranstaltung',
    when: 'Datum',
    otherDay: 'Anderer Tag',
    otherDayText: (when) => `Dieses Ticket gilt nicht heute. Es gilt am ${when}.`,
  },
  sv: {
    left: 'Kvar',
    nothingLeft: 'Det finns inget kvar',
    admitted: 'Insläppt',
    nextPart: 'Nästa: lämna tillbaka det till innehavaren eller skanna nästa kod.',
    nextCode: 'Nästa: skanna nästa kod.',
    alreadyUsed: 'Redan använd',
    usedBefore: (when, where, who) => `Inlöst ${when} hos ${where} av ${who}.`,
    givenBack: (when, where, who) => `Pengarna för den betalades tillbaka ${when} hos ${where} av ${who}.`,
    event: 'Evenemang',
    when: 'Datum',
    otherDay: 'En annan dag',
    otherDayText: (when) => `Biljetten gäller inte i dag. Den gäller ${when}.`,
  },
  no: {
    left: 'Igjen',
    nothingLeft: 'Det er ingenting igjen',
    admitted: 'Sluppet inn',
    nextPart: 'Neste: gi det tilbake til innehaveren, eller skann neste kode.',
    nextCode: 'Neste: skann neste kode.',
    alreadyUsed: 'Allerede brukt',
    usedBefore: (when, where, who) => `Innløst ${when} hos ${where} av ${who}.`,
    givenBack: (when, where, who) => `Pengene for den ble refundert ${when} hos ${where} av ${who}.`,
    event: 'Arrangement',
    when: 'Dato',
    otherDay: 'En annen dag',
    otherDayText: (when) => `Billetten gjelder ikke i dag. Den gjelder ${when}.`,
  },
};
