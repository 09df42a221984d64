import { translation, type Translation } from '../../pipeline/translation/translation.ts';

/** Why something cannot be done with an item; found and written as `REFUSALS` are (texts/refusals.ts). */
export const ITEM_REFUSALS: Readonly<Record<string, Translation>> = {
  'At most {} pieces of the item can be claimed.': translation(
    'Højst {} stk. af koden kan indløses.',
    'Högst {} st. av koden kan lösas in.',
    'Höchstens {} Stück des Codes können eingelöst werden.',
    'Høyst {} stk. av koden kan innløses.',
  ),
  'The items are being changed by too many requests at once. Try again.': translation(
    'Koderne ændres af for mange på én gang. Prøv igen.',
    'Koderna ändras av för många samtidigt. Försök igen.',
    'Die Codes werden gerade von zu vielen geändert. Bitte erneut versuchen.',
    'Kodene endres av for mange på én gang. Prøv igjen.',
  ),
  'At most {} pieces of the item can be given back.': translation(
    'Højst {} stk. af koden kan tilbageføres.',
    'Högst {} st. av koden kan återföras.',
    'Höchstens {} Stück des Codes können zurückgebucht werden.',
    'Høyst {} stk. av koden kan tilbakeføres.',
  ),
  'Too many codes that do not exist were asked for. Nothing was done.': translation(
    'Der er spurgt efter for mange koder, der ikke findes. Intet er sket.',
    'Det har frågats efter för många koder som inte finns. Inget har hänt.',
    'Es wurde nach zu vielen Codes gefragt, die es nicht gibt. Es ist nichts geschehen.',
    'Det er spurt etter for mange koder som ikke finnes. Ingenting har skjedd.',
  ),
  'An item is sent at most {} times in a day. Nothing was sent.': translation(
    'En kode sendes højst {} gange på et døgn. Intet er sendt.',
    'En kod skickas högst {} gånger på ett dygn. Inget har skickats.',
    'Ein Code wird höchstens {} Mal am Tag gesendet. Es wurde nichts gesendet.',
    'En kode sendes høyst {} ganger på et døgn. Ingenting er sendt.',
  ),
  'The request budget of this user is empty. Nothing was done.': translation(
    'Der er gjort for meget på én gang med denne bruger. Intet er sket.',
    'Det har gjorts för mycket på en gång med den här användaren. Inget har hänt.',
    'Mit diesem Benutzer wurde zu viel auf einmal getan. Es ist nichts geschehen.',
    'Det er gjort for mye på én gang med denne brukeren. Ingenting har skjedd.',
  ),
  'The payment for the item is disputed: it cannot be claimed until that is decided.': translation(
    'Der er gjort indsigelse mod betalingen for koden: den kan ikke indløses, før det er afgjort.',
    'Betalningen för koden är bestridd: den kan inte lösas in förrän det är avgjort.',
    'Die Zahlung für den Code wird bestritten: Bis zur Entscheidung kann er nicht eingelöst werden.',
    'Betalingen for koden er bestridt: den kan ikke innløses før det er avgjort.',
  ),
  'The money for what was claimed has been given back with the order.': translation(
    'Pengene for det indløste er givet tilbage med ordren.',
    'Pengarna för det inlösta har betalats tillbaka med ordern.',
    'Das Geld für das Eingelöste wurde mit der Bestellung erstattet.',
    'Pengene for det innløste er gitt tilbake med ordren.',
  ),
  'The order cannot be claimed as a group. {}: The payment for the item is disputed: it cannot be claimed until that is decided.':
    translation(
      'Ordren kan ikke indløses samlet. {}: Der er gjort indsigelse mod betalingen.',
      'Ordern kan inte lösas in som grupp. {}: Betalningen är bestridd.',
      'Die Bestellung kann nicht als Gruppe eingelöst werden. {}: Die Zahlung wird bestritten.',
      'Ordren kan ikke innløses samlet. {}: Betalingen er bestridt.',
    ),
  'This item cannot be claimed by amount.': translation(
    'Koden kan ikke indløses med et beløb.',
    'Koden kan inte lösas in med ett belopp.',
    'Von diesem Code kann kein Betrag eingelöst werden.',
    'Koden kan ikke innløses med et beløp.',
  ),
  'This item cannot be claimed by piece.': translation(
    'Koden kan ikke indløses stykvis.',
    'Koden kan inte lösas in styckvis.',
    'Dieser Code kann nicht stückweise eingelöst werden.',
    'Koden kan ikke innløses stykkevis.',
  ),
  'The item is being changed by too many requests at once. Try again.': translation(
    'Koden bliver ændret af for mange på én gang. Prøv igen.',
    'Koden ändras av för många på en gång. Försök igen.',
    'Der Code wird von zu vielen zugleich geändert. Bitte noch einmal versuchen.',
    'Koden endres av for mange på én gang. Prøv igjen.',
  ),
  'The items of this order are being changed by others. Try again.': translation(
    'Andre er ved at ændre ordrens koder. Prøv igen.',
    'Andra håller på att ändra orderns koder. Försök igen.',
    'Die Codes der Bestellung werden gerade von anderen geändert. Bitte noch einmal versuchen.',
    'Andre endrer kodene i ordren akkurat nå. Prøv igjen.',
  ),
  'The items of this order are still being issued. Try again.': translation(
    'Ordrens koder er ved at blive udstedt. Prøv igen.',
    'Orderns koder håller på att utfärdas. Försök igen.',
    'Die Codes der Bestellung werden noch ausgestellt. Bitte noch einmal versuchen.',
    'Kodene i ordren blir fortsatt utstedt. Prøv igjen.',
  ),
  'This claim is just being taken back. Try again.': translation(
    'Indløsningen er ved at blive ført tilbage. Prøv igen.',
    'Inlösningen håller på att återföras. Försök igen.',
    'Diese Einlösung wird gerade zurückgenommen. Bitte noch einmal versuchen.',
    'Innløsningen er i ferd med å bli tilbakeført. Prøv igjen.',
  ),
  'Nothing has been issued for this order yet.': translation(
    'Der er endnu ikke udstedt noget til ordren.',
    'Inget har utfärdats för ordern än.',
    'Zu dieser Bestellung wurde noch nichts ausgestellt.',
    'Det er ikke utstedt noe for ordren ennå.',
  ),
  'The order of this item is being captured. Try again.': translation(
    'Kodens ordre er ved at blive betalt. Prøv igen.',
    'Kodens order håller på att betalas. Försök igen.',
    'Die Bestellung dieses Codes wird gerade bezahlt. Bitte noch einmal versuchen.',
    'Ordren til koden blir betalt akkurat nå. Prøv igjen.',
  ),
  'The vendor says that this code has been used already.': translation(
    'Udbyderen oplyser, at koden allerede er brugt.',
    'Leverantören uppger att koden redan är använd.',
    'Der Anbieter sagt, dass dieser Code bereits eingelöst ist.',
    'Leverandøren oppgir at koden allerede er brukt.',
  ),
  'More than {} items are to be looked at: narrow the search.': translation(
    'Der er mere end {} koder at se igennem: gør søgningen snævrere.',
    'Det är fler än {} koder att gå igenom: gör sökningen smalare.',
    'Es sind mehr als {} Codes durchzusehen: Bitte genauer suchen.',
    'Det er mer enn {} koder å se gjennom: gjør søket smalere.',
  ),
  'The order has no group with this code.': translation(
    'Ordren har ingen gruppe med denne kode.',
    'Ordern har ingen grupp med den koden.',
    'Die Bestellung hat keine Gruppe mit diesem Code.',
    'Ordren har ingen gruppe med denne koden.',
  ),
  'The campaign of this code is not open.': translation(
    'Kodens kampagne er ikke åben.',
    'Kodens kampanj är inte öppen.',
    'Die Kampagne dieses Codes läuft nicht.',
    'Kampanjen til koden er ikke åpen.',
  ),
  'This code has no fixed value: activate it with an amount.': translation(
    'Koden har ingen fast værdi: den skal først aktiveres med et beløb.',
    'Koden har inget fast värde: den måste först aktiveras med ett belopp.',
    'Der Code hat keinen festen Wert: Er muss zuerst mit einem Betrag aktiviert werden.',
    'Koden har ingen fast verdi: den må først aktiveres med et beløp.',
  ),
};
