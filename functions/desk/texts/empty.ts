import { PAGE_LANGUAGES, type PageLanguage } from '../../platform/page-languages.ts';

type Words = readonly [da: string, en: string, de: string, sv: string, no: string];

/** Texts for pages that have nothing to show yet. */
/* oxfmt-ignore */
const WORDS = {
  keys: ['Der er ingen nøgler endnu. Udsted en nedenfor, når et andet system skal bruge den.', 'There are no keys yet. Issue one below when another system needs it.', 'Es gibt noch keine Schlüssel. Stellen Sie unten einen aus, wenn ein anderes System ihn braucht.', 'Det finns inga nycklar än. Utfärda en nedan när ett annat system behöver den.', 'Det finnes ingen nøkler ennå. Utsted en nedenfor når et annet system trenger den.'],
  search: ['Prøv med en del af navnet, en e-mailadresse, koden på kortet eller ordrens nummer.', 'Try a part of the name, an email address, the code on the card or the order number.', 'Versuchen Sie es mit einem Teil des Namens, einer E-Mail-Adresse, dem Code auf der Karte oder der Bestellnummer.', 'Försök med en del av namnet, en e-postadress, koden på kortet eller ordernumret.', 'Prøv med en del av navnet, en e-postadresse, koden på kortet eller ordrenummeret.'],
  report: ['Der er intet for disse datoer. Vælg en længere periode.', 'There is nothing for these dates. Choose a longer period.', 'Für diese Tage gibt es nichts. Wählen Sie einen längeren Zeitraum.', 'Det finns inget för de här dagarna. Välj en längre period.', 'Det finnes ingenting for disse dagene. Velg en lengre periode.'],
  liability: ['Der er ingen udestående værdi på denne dag.', 'There is no outstanding value on this day.', 'An diesem Tag gibt es keinen ausstehenden Wert.', 'Det finns inget utestående värde den här dagen.', 'Det er ingen utestående verdi på denne dagen.'],
  door: ['Der er ikke solgt pladser endnu. Gæsterne vises her, når deres billetter er betalt.', 'No seats are sold yet. Guests appear here once their tickets are paid.', 'Es sind noch keine Plätze verkauft. Gäste erscheinen hier, sobald ihre Tickets bezahlt sind.', 'Inga platser är sålda än. Gästerna visas här när deras biljetter är betalda.', 'Ingen plasser er solgt ennå. Gjestene vises her når billettene er betalt.'],
  newEvent: ['Opret et arrangement', 'Create an event', 'Veranstaltung anlegen', 'Skapa ett evenemang', 'Opprett et arrangement'],
  noInvoices: ['Jeres aftale omfatter ikke udstedelse mod faktura. Aftalen ændres af tjenestens administratorer.', 'Your contract does not include issuing by invoice. Administrators of the service change the contract.', 'Ihr Vertrag umfasst keine Ausgabe auf Rechnung. Administratoren des Dienstes ändern den Vertrag.', 'Ert avtal omfattar inte utfärdande mot faktura. Tjänstens administratörer ändrar avtalet.', 'Avtalen deres omfatter ikke utstedelse mot faktura. Tjenestens administratorer endrer avtalen.'],
  contract: ['Se aftalen', 'See the contract', 'Vertrag ansehen', 'Se avtalet', 'Se avtalen'],
  giveAway: ['Giv koder væk med en kampagne', 'Give codes away with a campaign', 'Codes mit einer Kampagne verschenken', 'Ge bort koder med en kampanj', 'Gi bort koder med en kampanje'],
  firstSale: ['Gør klar til det første salg', 'Prepare for the first sale', 'Den ersten Verkauf vorbereiten', 'Gör klart för den första försäljningen', 'Gjør klart for det første salget'],
  openShop: ['Se butikken', 'Open the shop', 'Shop öffnen', 'Öppna butiken', 'Åpne butikken'],
} as const satisfies Record<string, Words>;

export const emptyText = (language: PageLanguage, name: keyof typeof WORDS): string =>
  WORDS[name][PAGE_LANGUAGES.indexOf(language)] ?? name;
