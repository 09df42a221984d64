import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Refusals about order pages, orders and lists; used like `REFUSALS` (texts/refusals.ts). */
export const PAGE_REFUSALS: Readonly<Record<string, Translation>> = {
  'This must have at most {} entries.': translation(
    'Højst {} angivelser.',
    'Högst {} angivelser.',
    'Höchstens {} Angaben.',
    'Høyst {} angivelser.',
  ),
  'This must not have control characters.': translation(
    'Der må ikke være styretegn i det.',
    'Det får inte finnas styrtecken i det.',
    'Es darf keine Steuerzeichen enthalten.',
    'Det kan ikke ha styretegn i seg.',
  ),
  '{} is named twice.': translation(
    '{} er nævnt to gange.',
    '{} är nämnd två gånger.',
    '{} ist zweimal genannt.',
    '{} er nevnt to ganger.',
  ),
  '{} is not from {} to {}.': translation(
    '{} er ikke mellem {} og {}.',
    '{} är inte mellan {} och {}.',
    '{} liegt nicht zwischen {} und {}.',
    '{} er ikke mellom {} og {}.',
  ),
  '{} is not a whole number of the smallest unit.': translation(
    '{} er ikke et beløb.',
    '{} är inget belopp.',
    '{} ist kein Betrag.',
    '{} er ikke et beløp.',
  ),
  '{} is nothing that this company sells.': translation(
    '{} er ikke noget, virksomheden sælger.',
    '{} är inget som företaget säljer.',
    '{} ist nichts, was das Unternehmen verkauft.',
    '{} er ikke noe bedriften selger.',
  ),
  '{} is none of: {}.': translation(
    '{} er ikke et af: {}.',
    '{} är inte ett av: {}.',
    '{} ist nichts von: {}.',
    '{} er ikke ett av: {}.',
  ),
  '{} is not among the languages of the page.': translation(
    '{} er ikke blandt sidens sprog.',
    '{} finns inte bland sidans språk.',
    '{} gehört nicht zu den Sprachen der Seite.',
    '{} er ikke blant språkene på siden.',
  ),
  '{}, the default language, must be among them.': translation(
    '{}, som er standardsproget, skal være blandt dem.',
    '{}, som är standardspråket, måste finnas bland dem.',
    '{}, die Standardsprache, muss dabei sein.',
    '{}, som er standardspråket, må være blant dem.',
  ),
  'The company sells no gift cards.': translation(
    'Virksomheden sælger ikke gavekort.',
    'Företaget säljer inga presentkort.',
    'Das Unternehmen verkauft keine Geschenkkarten.',
    'Bedriften selger ikke gavekort.',
  ),
  'All values together have {} bytes; a page has at most {}.': translation(
    'Alt indhold fylder tilsammen {} byte; en side har højst {}.',
    'Allt innehåll är tillsammans {} byte; en sida har högst {}.',
    'Der ganze Inhalt hat {} Byte; eine Seite hat höchstens {}.',
    'Alt innhold er til sammen {} byte; en side har høyst {}.',
  ),
  'No revision of this page has this id.': translation(
    'Siden har ingen udgave med dette nummer.',
    'Sidan har ingen version med det numret.',
    'Die Seite hat keine Fassung mit dieser Nummer.',
    'Siden har ingen utgave med dette nummeret.',
  ),
  'This draft was published. Open a new one; it can begin with any revision.': translation(
    'Kladden er udgivet. Begynd en ny; den kan begynde med enhver udgave.',
    'Utkastet är publicerat. Påbörja ett nytt; det kan utgå från vilken version som helst.',
    'Dieser Entwurf wurde veröffentlicht. Bitte einen neuen beginnen; er kann von jeder Fassung ausgehen.',
    'Kladden er publisert. Begynn på en ny; den kan ta utgangspunkt i enhver utgave.',
  ),
  'This draft was discarded. Open a new one; it can begin with any revision.': translation(
    'Kladden er kasseret. Begynd en ny; den kan begynde med enhver udgave.',
    'Utkastet är kastat. Påbörja ett nytt; det kan utgå från vilken version som helst.',
    'Dieser Entwurf wurde verworfen. Bitte einen neuen beginnen; er kann von jeder Fassung ausgehen.',
    'Kladden er forkastet. Begynn på en ny; den kan ta utgangspunkt i enhver utgave.',
  ),
  'This order goes to its buyer: it has no recipient’s address.': translation(
    'Ordren går til køberen: den har ingen modtageradresse.',
    'Ordern går till köparen: den har ingen mottagaradress.',
    'Die Bestellung geht an den Käufer: Sie hat keine Adresse eines Empfängers.',
    'Ordren går til kjøperen: den har ingen mottakeradresse.',
  ),
  'The total of this order cannot be represented exactly.': translation(
    'Ordrens sum kan ikke gengives nøjagtigt.',
    'Orderns summa kan inte återges exakt.',
    'Die Summe der Bestellung lässt sich nicht genau darstellen.',
    'Summen av ordren kan ikke gjengis nøyaktig.',
  ),
  'The payment of this order cannot be read.': translation(
    'Betalingen af ordren kan ikke læses.',
    'Betalningen av ordern kan inte läsas.',
    'Die Zahlung der Bestellung ist nicht lesbar.',
    'Betalingen av ordren kan ikke leses.',
  ),
  'The refund is not recorded yet.': translation(
    'Tilbagebetalingen er ikke bogført endnu. Prøv igen.',
    'Återbetalningen är inte bokförd än. Försök igen.',
    'Die Erstattung ist noch nicht verbucht. Bitte noch einmal versuchen.',
    'Tilbakebetalingen er ikke bokført ennå. Prøv igjen.',
  ),
  'This is not a cursor of this list. Send back next_cursor as it was given.': translation(
    'Adressen fører ikke videre i listen. Begynd forfra.',
    'Adressen leder inte vidare i listan. Börja om från början.',
    'Die Adresse führt in dieser Liste nicht weiter. Bitte von vorn beginnen.',
    'Adressen fører ikke videre i listen. Begynn på nytt.',
  ),
  'This has changed since you read it. Nothing was written: read it again, and send its new ETag in If-Match.':
    translation(
      'En anden har ændret noget imens. Intet er gemt: se siden efter, og prøv igen.',
      'Någon annan har ändrat något under tiden. Inget är sparat: titta på sidan och försök igen.',
      'Jemand anderes hat inzwischen etwas geändert. Nichts wurde gespeichert: Bitte die Seite ansehen und noch einmal versuchen.',
      'Noen andre har endret noe i mellomtiden. Ingenting er lagret: se på siden og prøv igjen.',
    ),
};
