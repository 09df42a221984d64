import type { CheckName } from '../../domain/reporting/reports/rows.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';

/* oxfmt-ignore */
/** Descriptions of the nightly checks of the books. */
export const CHECK_TEXTS: Readonly<Record<CheckName, Readonly<Record<PageLanguage, string>>>> = {
  ledger: { da: 'Kortenes værdi og historik', en: 'Values and histories of cards', de: 'Werte und Verläufe der Karten', sv: 'Kortens värde och historik', no: 'Kortenes verdi og historikk' },
  seats: { da: 'Solgte pladser og udstedte billetter', en: 'Seats sold and tickets issued', de: 'Verkaufte Plätze und ausgestellte Tickets', sv: 'Sålda platser och utfärdade biljetter', no: 'Solgte plasser og utstedte billetter' },
  stock: { da: 'Lager og ordrer', en: 'Stock and orders', de: 'Bestand und Bestellungen', sv: 'Lager och ordrar', no: 'Lager og ordrer' },
  money: { da: 'Ordrernes beløb', en: 'Amounts of orders', de: 'Beträge der Bestellungen', sv: 'Ordrarnas belopp', no: 'Ordrenes beløp' },
  codes: { da: 'Brug af rabatkoder', en: 'Uses of discount codes', de: 'Nutzung der Rabattcodes', sv: 'Användning av rabattkoder', no: 'Bruk av rabattkoder' },
  payments: { da: 'Betalinger hos betalingsudbyderen', en: 'Payments at the payment provider', de: 'Zahlungen beim Zahlungsanbieter', sv: 'Betalningar hos betalleverantören', no: 'Betalinger hos betalingsleverandøren' },
  figures: { da: 'Rapporternes tal', en: 'Figures of the reports', de: 'Zahlen der Berichte', sv: 'Siffrorna i rapporterna', no: 'Rapportenes tall' },
};
