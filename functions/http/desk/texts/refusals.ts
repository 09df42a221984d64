import { translation, type Translation } from '../../v1/translation.ts';

/**
 * What operations refuse that only the desk tells to people, in the English of the service; `{}` stands for what differs from
 * time to time.
 */
export const REFUSALS: Readonly<Record<string, Translation>> = {
  'This must be an absolute https address.': translation(
    'Det skal være en hel https-adresse.',
    'Det ska vara en hel https-adress.',
    'Das muss eine vollständige https-Adresse sein.',
    'Det må være en hel https-adresse.',
  ),
  'This must be a public https address.': translation(
    'Det skal være en offentlig https-adresse.',
    'Det ska vara en offentlig https-adress.',
    'Das muss eine öffentliche https-Adresse sein.',
    'Det må være en offentlig https-adresse.',
  ),
  'This address does not begin with an approved URL of the company.': translation(
    'Adressen begynder ikke med en af virksomhedens godkendte adresser.',
    'Adressen börjar inte med någon av företagets godkända adresser.',
    'Die Adresse beginnt mit keiner freigegebenen Adresse des Unternehmens.',
    'Adressen begynner ikke med en av bedriftens godkjente adresser.',
  ),
  'This address is not among the approved addresses of the company.': translation(
    'Adressen er ikke blandt virksomhedens godkendte adresser.',
    'Adressen finns inte bland företagets godkända adresser.',
    'Die Adresse gehört nicht zu den freigegebenen des Unternehmens.',
    'Adressen er ikke blant bedriftens godkjente adresser.',
  ),
  'This address is not on the public internet.': translation(
    'Adressen er ikke på det offentlige internet.',
    'Adressen finns inte på det öppna internet.',
    'Die Adresse liegt nicht im öffentlichen Internet.',
    'Adressen er ikke på det åpne internettet.',
  ),
  'A company has at most {} webhook endpoints. Delete one that is not used.': translation(
    'En virksomhed har højst {} modtagere. Slet en, der ikke bruges.',
    'Ett företag har högst {} mottagare. Ta bort en som inte används.',
    'Ein Unternehmen hat höchstens {} Empfänger. Bitte einen unbenutzten löschen.',
    'En bedrift har høyst {} mottakere. Slett en som ikke brukes.',
  ),
  'This delivery is queued already.': translation(
    'Beskeden venter allerede på at blive sendt.',
    'Meddelandet väntar redan på att skickas.',
    'Die Nachricht wartet schon auf den Versand.',
    'Meldingen venter allerede på å bli sendt.',
  ),
  'The endpoint of this delivery was deleted or disabled.': translation(
    'Beskedens modtager er slettet eller slået fra.',
    'Meddelandets mottagare är borttagen eller avslagen.',
    'Der Empfänger der Nachricht ist gelöscht oder ausgeschaltet.',
    'Meldingens mottaker er slettet eller slått av.',
  ),
  'The endpoint is disabled. Enable it first.': translation(
    'Modtageren er slået fra. Slå den til først.',
    'Mottagaren är avslagen. Slå på den först.',
    'Der Empfänger ist ausgeschaltet. Bitte zuerst einschalten.',
    'Mottakeren er slått av. Slå den på først.',
  ),
  'Only a failed fulfilment is taken up again, and not while money is on its way back.': translation(
    'Kun en opgivet ordre gennemføres igen, og ikke mens penge er på vej tilbage.',
    'Bara en order som gavs upp slutförs igen, och inte medan pengar är på väg tillbaka.',
    'Nur eine aufgegebene Bestellung wird nochmals ausgeführt, und nicht, während Geld erstattet wird.',
    'Bare en ordre som ble gitt opp, fullføres igjen, og ikke mens penger er på vei tilbake.',
  ),
  'Only an order that waits for its send_at can go at another time or to another address.': translation(
    'Kun en ordre, der venter på sit tidspunkt, kan sendes på et andet tidspunkt eller til en anden adresse.',
    'Bara en order som väntar på sin tidpunkt kan skickas vid en annan tid eller till en annan adress.',
    'Nur eine Bestellung, die auf ihren Zeitpunkt wartet, kann zu einer anderen Zeit oder an eine andere Adresse gehen.',
    'Bare en ordre som venter på tidspunktet sitt, kan sendes på et annet tidspunkt eller til en annen adresse.',
  ),
  'This moment has passed. Choose one in the future.': translation(
    'Tidspunktet er passeret. Vælg et i fremtiden.',
    'Tidpunkten har passerat. Välj en i framtiden.',
    'Dieser Zeitpunkt ist vorbei. Bitte einen in der Zukunft wählen.',
    'Tidspunktet er passert. Velg et i framtiden.',
  ),
  'The event is over by then. Choose an earlier moment.': translation(
    'Arrangementet er slut på det tidspunkt. Vælg et tidligere.',
    'Evenemanget är slut då. Välj en tidigare tidpunkt.',
    'Die Veranstaltung ist dann vorbei. Bitte einen früheren Zeitpunkt wählen.',
    'Arrangementet er over da. Velg et tidligere tidspunkt.',
  ),
  'This moment is more than {} months ahead.': translation(
    'Tidspunktet er mere end {} måneder fremme.',
    'Tidpunkten är mer än {} månader bort.',
    'Dieser Zeitpunkt liegt mehr als {} Monate in der Zukunft.',
    'Tidspunktet er mer enn {} måneder fram i tid.',
  ),
  'This must be an RFC 3339 timestamp with offset, such as 2027-05-01T09:00:00+02:00.': translation(
    'Det er ikke en dag og et tidspunkt.',
    'Det är inte en dag och en tid.',
    'Das ist kein Tag mit Uhrzeit.',
    'Det er ikke en dag og et tidspunkt.',
  ),
  'This template is active. Activate another one first.': translation(
    'Skabelonen er i brug. Tag en anden i brug først.',
    'Mallen används. Börja använda en annan först.',
    'Die Vorlage ist in Gebrauch. Bitte zuerst eine andere verwenden.',
    'Malen er i bruk. Ta en annen i bruk først.',
  ),
  'There is no place for the code, without which nobody can use the card.': translation(
    'Der er ingen plads til koden, og uden den kan ingen bruge kortet.',
    'Det finns ingen plats för koden, och utan den kan ingen använda kortet.',
    'Es gibt keinen Platz für den Code, ohne den niemand die Karte nutzen kann.',
    'Det er ingen plass til koden, og uten den kan ingen bruke kortet.',
  ),
  '{} on {} has a contrast of {}:1 and cannot be read well; at least {}:1 is needed. The nearest colour that passes is {}.':
    translation(
      '{} på {} har en kontrast på {}:1 og kan ikke læses godt; der skal mindst {}:1 til. Den nærmeste farve, der går, er {}.',
      '{} på {} har kontrasten {}:1 och går inte att läsa bra; det krävs minst {}:1. Den närmaste färgen som går är {}.',
      '{} auf {} hat einen Kontrast von {}:1 und ist schlecht lesbar; nötig sind {}:1. Die nächste lesbare Farbe ist {}.',
      '{} på {} har en kontrast på {}:1 og kan ikke leses godt; det trengs minst {}:1. Den nærmeste fargen som går, er {}.',
    ),
  'A company has at most {} open drafts. Publish or discard one of them first.': translation(
    'En virksomhed har højst {} åbne kladder. Udgiv eller kassér en af dem først.',
    'Ett företag har högst {} öppna utkast. Publicera eller kasta ett av dem först.',
    'Ein Unternehmen hat höchstens {} offene Entwürfe. Bitte zuerst einen veröffentlichen oder verwerfen.',
    'En bedrift har høyst {} åpne utkast. Publiser eller forkast ett av dem først.',
  ),
  'This must be an e-mail address.': translation(
    'Det skal være en e-mailadresse.',
    'Det ska vara en e-postadress.',
    'Das muss eine E-Mail-Adresse sein.',
    'Det må være en e-postadresse.',
  ),
  'This must have at most {} characters.': translation(
    'Højst {} tegn.',
    'Högst {} tecken.',
    'Höchstens {} Zeichen.',
    'Høyst {} tegn.',
  ),
  'At most {} can still be refunded.': translation(
    'Der kan højst gives {} tilbage.',
    'Högst {} kan ges tillbaka.',
    'Höchstens {} können noch erstattet werden.',
    'Høyst {} kan gis tilbake.',
  ),
  'What is named was paid with {} that was not given back yet.': translation(
    'Af det valgte er {} betalt og endnu ikke givet tilbage.',
    'Av det valda är {} betalt och ännu inte återbetalat.',
    'Vom Gewählten sind {} bezahlt und noch nicht erstattet.',
    'Av det valgte er {} betalt og ennå ikke gitt tilbake.',
  ),
  'The first request with this key is still running.': translation(
    'Det er ved at ske. Se på ordren igen om lidt.',
    'Det pågår. Titta på ordern igen om en stund.',
    'Das geschieht gerade. Bitte den Auftrag gleich noch einmal ansehen.',
    'Det er i gang. Se på ordren igjen om litt.',
  ),
  'The order has other items than were shown. Nothing was redeemed; look at them again.': translation(
    'Ordren har andre koder end dem, der blev vist. Intet er indløst; se på dem igen.',
    'Ordern har andra koder än de som visades. Inget har lösts in; titta på dem igen.',
    'Die Bestellung hat andere Codes als die gezeigten. Nichts wurde eingelöst; bitte noch einmal ansehen.',
    'Ordren har andre koder enn dem som ble vist. Ingenting er innløst; se på dem igjen.',
  ),
  'This must not be empty.': translation(
    'Det må ikke være tomt.',
    'Det får inte vara tomt.',
    'Das darf nicht leer sein.',
    'Det må ikke være tomt.',
  ),
};
