import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Why settings and contracts of companies are refused; found and written as `REFUSALS` are (texts/refusals.ts). */
export const SETTINGS_REFUSALS: Readonly<Record<string, Translation>> = {
  'You cannot switch off your own company.': translation(
    'Du kan ikke lukke din egen virksomhed.',
    'Du kan inte slå av ditt eget företag.',
    'Sie können Ihr eigenes Unternehmen nicht ausschalten.',
    'Du kan ikke slå av din egen bedrift.',
  ),
  'The outcome of this payment method arrives days later, and an unpaid order keeps its stock for 90 minutes at most.':
    translation(
      'Denne betalingsmåde giver først svar efter flere dage, og en ubetalt ordre holder højst sine varer i 90 minutter.',
      'Det här betalsättet ger svar först efter flera dagar, och en obetald order håller sina varor i högst 90 minuter.',
      'Diese Zahlungsart antwortet erst nach Tagen, und eine unbezahlte Bestellung hält ihre Ware höchstens 90 Minuten.',
      'Denne betalingsmåten gir først svar etter flere dager, og en ubetalt ordre holder varene i høyst 90 minutter.',
    ),
  'A payment method is named twice.': translation(
    'En betalingsmåde er nævnt to gange.',
    'Ett betalsätt är angivet två gånger.',
    'Eine Zahlungsart ist doppelt genannt.',
    'En betalingsmåte er nevnt to ganger.',
  ),
  'Only operators set this.': translation(
    'Dette sættes af tjenestens administratorer.',
    'Detta ställs in av tjänstens administratörer.',
    'Das legen die Betreiber fest.',
    'Dette settes av tjenestens administratorer.',
  ),
  'The open order page needs this. Close the page first.': translation(
    'Den åbne bestillingsside skal have dette. Luk siden først.',
    'Den öppna beställningssidan behöver detta. Stäng sidan först.',
    'Die offene Bestellseite braucht das. Schließen Sie die Seite zuerst.',
    'Den åpne bestillingssiden må ha dette. Lukk siden først.',
  ),
  'This company has sold in {} already: its currency cannot change.': translation(
    'Virksomheden har allerede solgt i {}, så valutaen kan ikke ændres.',
    'Företaget har redan sålt i {}, så valutan kan inte ändras.',
    'Das Unternehmen hat schon in {} verkauft, daher lässt sich die Währung nicht ändern.',
    'Bedriften har allerede solgt i {}, så valutaen kan ikke endres.',
  ),
  'This time zone is not known.': translation(
    'Tidszonen er ukendt.',
    'Tidszonen är okänd.',
    'Diese Zeitzone ist unbekannt.',
    'Tidssonen er ukjent.',
  ),
  'No company has the slug {}.': translation(
    'Ingen virksomhed har slug {}.',
    'Inget företag har slug {}.',
    'Kein Unternehmen hat den Slug {}.',
    'Ingen bedrift har slug {}.',
  ),
  'This must be a slug: small letters, digits, hyphens and underscores.': translation(
    'Brug små bogstaver, tal, bindestreger og understregninger.',
    'Använd små bokstäver, siffror, bindestreck och understreck.',
    'Bitte Kleinbuchstaben, Ziffern, Binde- und Unterstriche verwenden.',
    'Bruk små bokstaver, sifre, bindestreker og understreker.',
  ),
  'This must be a country code of two capital letters.': translation(
    'Skriv en landekode på to bogstaver.',
    'Skriv en landskod med två bokstäver.',
    'Bitte einen Ländercode aus zwei Buchstaben eingeben.',
    'Skriv en landkode på to bokstaver.',
  ),
  'This must be a currency code of three capital letters.': translation(
    'Skriv en valutakode på tre bogstaver.',
    'Skriv en valutakod med tre bokstäver.',
    'Bitte einen Währungscode aus drei Buchstaben eingeben.',
    'Skriv en valutakode på tre bokstaver.',
  ),
  'No country has this code.': translation(
    'Intet land har denne kode.',
    'Inget land har den här koden.',
    'Diesen Ländercode gibt es nicht.',
    'Ingen land har denne koden.',
  ),
  'No currency has this code.': translation(
    'Ingen valuta har denne kode.',
    'Ingen valuta har den här koden.',
    'Diesen Währungscode gibt es nicht.',
    'Ingen valuta har denne koden.',
  ),
  'This must be an http or https address.': translation(
    'Skriv en adresse, der begynder med https://.',
    'Skriv en adress som börjar med https://.',
    'Bitte eine Adresse eingeben, die mit https:// beginnt.',
    'Skriv en adresse som begynner med https://.',
  ),
};
