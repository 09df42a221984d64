import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts in the order of `LANGUAGES`. */
type Translations = readonly [da: string, en: string, de: string, sv: string, no: string];
const LANGUAGES: readonly PageLanguage[] = ['da', 'en', 'de', 'sv', 'no'];

/** `{}` is the placeholder of a number, a day or a name. */
/* oxfmt-ignore */
const TEXTS = {
  today: ['I dag', 'Today', 'Heute', 'I dag', 'I dag'],
  week: ['Denne uge', 'This week', 'Diese Woche', 'Den här veckan', 'Denne uken'],
  month: ['Denne måned', 'This month', 'Dieser Monat', 'Den här månaden', 'Denne måneden'],
  against: ['Sammenlignet med {}', 'Compared with {}', 'Verglichen mit {}', 'Jämfört med {}', 'Sammenlignet med {}'],
  before: ['før {}', 'was {}', 'vorher {}', 'var {}', 'før {}'],
  answers: ['Genveje', 'Shortcuts', 'Schnellzugriff', 'Genvägar', 'Snarveier'],
  soldLastWeek: ['Salg i sidste uge', 'Sales of last week', 'Verkäufe der letzten Woche', 'Försäljning förra veckan', 'Salg forrige uke'],
  owedToday: ['Udestående værdi i dag', 'Outstanding value today', 'Ausstehender Wert heute', 'Utestående värde i dag', 'Utestående verdi i dag'],
  booksOf: ['Bogføring for {}', 'For the accountant: {}', 'Für die Buchhaltung: {}', 'Till bokföringen: {}', 'Til regnskapet: {}'],
  attention: ['Kræver opmærksomhed', 'Needs attention', 'Braucht Aufmerksamkeit', 'Kräver uppmärksamhet', 'Krever oppmerksomhet'],
  allWell: ['Intet kræver din opmærksomhed.', 'Nothing needs your attention.', 'Nichts braucht Ihre Aufmerksamkeit.', 'Ingenting kräver din uppmärksamhet.', 'Ingenting krever din oppmerksomhet.'],
  failedFulfillments: ['Ordrer, der ikke kunne udstedes: {}', 'Orders that could not be issued: {}', 'Nicht ausgestellte Bestellungen: {}', 'Ordrar som inte kunde utfärdas: {}', 'Ordrer som ikke kunne utstedes: {}'],
  disputes: ['Åbne indsigelser: {}', 'Open disputes: {}', 'Offene Rückbuchungen: {}', 'Öppna tvister: {}', 'Åpne tvister: {}'],
  lowStock: ['Næsten udsolgt: {}', 'Low stock: {}', 'Geringer Bestand: {}', 'Nästan slutsålt: {}', 'Nesten utsolgt: {}'],
  left: ['{} tilbage', '{} left', 'noch {}', '{} kvar', '{} igjen'],
  bounces: ['Mails, der kom retur: {}', 'Bounced emails: {}', 'Unzustellbare E-Mails: {}', 'Studsade mejl: {}', 'E-poster i retur: {}'],
  unsentMails: ['Mails, der ikke blev sendt: {}', 'Emails that were not sent: {}', 'Nicht gesendete E-Mails: {}', 'Mejl som inte skickades: {}', 'E-poster som ikke ble sendt: {}'],
  steps: ['Åbne trin i opsætningen: {}', 'Open set-up steps: {}', 'Offene Einrichtungsschritte: {}', 'Återstående steg för att komma igång: {}', 'Åpne trinn i oppsettet: {}'],
  order: ['Ordre', 'Order', 'Bestellung', 'Order', 'Ordre'],
  days: ['Betalt de sidste 30 dage', 'Paid in the last 30 days', 'Bezahlt in den letzten 30 Tagen', 'Betalt de senaste 30 dagarna', 'Betalt de siste 30 dagene'],
  year: ['Betalt det sidste år, pr. måned', 'Paid in the last year, by month', 'Bezahlt im letzten Jahr, nach Monaten', 'Betalt det senaste året, per månad', 'Betalt det siste året, per måned'],
  families: ['Fordelt på typer, 30 dage', 'By type, 30 days', 'Nach Art, 30 Tage', 'Per typ, 30 dagar', 'Per type, 30 dager'],
  channels: ['Fordelt på kanaler, 30 dage', 'By channel, 30 days', 'Nach Kanal, 30 Tage', 'Per kanal, 30 dagar', 'Per kanal, 30 dager'],
  noSales: ['Ingen betalinger i denne periode.', 'No payments in this period.', 'Keine Zahlungen in diesem Zeitraum.', 'Inga betalningar under perioden.', 'Ingen betalinger i perioden.'],
  newest: ['Nyeste ordrer', 'Newest orders', 'Neueste Bestellungen', 'Senaste ordrarna', 'Nyeste ordrer'],
  noOrders: ['Der er ingen ordrer endnu.', 'There are no orders yet.', 'Es gibt noch keine Bestellungen.', 'Det finns inga ordrar än.', 'Det finnes ingen ordrer ennå.'],
  recounting: ['Tallene beregnes på ny. De er endelige, når det er gjort.', 'The figures are being recalculated. They are final once that has finished.', 'Die Zahlen werden neu berechnet. Danach sind sie endgültig.', 'Siffrorna räknas om. De är slutgiltiga när det är klart.', 'Tallene beregnes på nytt. De er endelige når det er gjort.'],
  asTable: ['Vis som tabel', 'Show as a table', 'Als Tabelle anzeigen', 'Visa som tabell', 'Vis som tabell'],
  share: ['Andel', 'Share', 'Anteil', 'Andel', 'Andel'],
  summary: ['Salg', 'Sales', 'Verkäufe', 'Försäljning', 'Salg'],
  movements: ['Værdibevægelser', 'Movements of value', 'Wertbewegungen', 'Värdeförändringar', 'Verdibevegelser'],
  capturedByPeriod: ['Betalt pr. periode', 'Paid by period', 'Bezahlt nach Zeitraum', 'Betalt per period', 'Betalt per periode'],
  capturedByGroup: ['Betalt pr. gruppe', 'Paid by group', 'Bezahlt nach Gruppe', 'Betalt per grupp', 'Betalt per gruppe'],
  closingByPeriod: ['Udestående værdi ved periodens slutning', 'Outstanding value at the end of the period', 'Ausstehender Wert am Ende des Zeitraums', 'Utestående värde vid periodens slut', 'Utestående verdi ved periodens slutt'],
  interval: ['Interval', 'Interval', 'Intervall', 'Intervall', 'Intervall'],
  by_day: ['Dage', 'Days', 'Tage', 'Dagar', 'Dager'],
  by_week: ['Uger', 'Weeks', 'Wochen', 'Veckor', 'Uker'],
  by_month: ['Måneder', 'Months', 'Monate', 'Månader', 'Måneder'],
  weekOf: ['Uge {}', 'Week {}', 'Woche {}', 'Vecka {}', 'Uke {}'],
  groupBy: ['Fordel på', 'Group by', 'Gruppieren nach', 'Gruppera efter', 'Grupper etter'],
  by_none: ['Ingen', 'Nothing', 'Nichts', 'Inget', 'Ingenting'],
  by_family: ['Type', 'Type', 'Art', 'Typ', 'Type'],
  by_product: ['Produkt', 'Product', 'Produkt', 'Produkt', 'Produkt'],
  by_channel: ['Kanal', 'Channel', 'Kanal', 'Kanal', 'Kanal'],
  by_item_type: ['Varetype', 'Kind of item', 'Artikelart', 'Artikeltyp', 'Varetype'],
  by_vat_treatment: ['Moms', 'VAT', 'USt.', 'Moms', 'Mva.'],
} satisfies Record<string, Translations>;

export type HomeText = keyof typeof TEXTS;

/** A text of Home or of the book reports. `about` is the number, day or name for its placeholder. */
export const homeText = (language: PageLanguage, name: HomeText, about: string | number = ''): string => {
  const texts: Translations = TEXTS[name];
  return (texts[LANGUAGES.indexOf(language)] ?? texts[1]).replace('{}', String(about));
};
