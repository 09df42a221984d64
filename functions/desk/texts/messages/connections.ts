import type { CONNECTIONS } from '../../../platform/messages/connections.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';
import { spokenText } from './figures.ts';

export const connections: Translations<typeof CONNECTIONS, undefined, Translation> = {
  url_not_https: translation(
    'Det skal være en hel https-adresse.',
    'Det ska vara en hel https-adress.',
    'Das muss eine vollständige https-Adresse sein.',
    'Det må være en hel https-adresse.',
  ),
  url_not_public: translation(
    'Det skal være en offentlig https-adresse.',
    'Det ska vara en offentlig https-adress.',
    'Das muss eine öffentliche https-Adresse sein.',
    'Det må være en offentlig https-adresse.',
  ),
  url_not_approved: translation(
    'Adressen begynder ikke med en af virksomhedens godkendte adresser.',
    'Adressen börjar inte med någon av företagets godkända adresser.',
    'Die Adresse beginnt mit keiner freigegebenen Adresse des Unternehmens.',
    'Adressen begynner ikke med en av bedriftens godkjente adresser.',
  ),
  url_not_on_internet: translation(
    'Adressen er ikke på det offentlige internet.',
    'Adressen finns inte på det publika internet.',
    'Die Adresse liegt nicht im öffentlichen Internet.',
    'Adressen er ikke på det offentlige internettet.',
  ),
  url_port_zero: translation(
    'Port 0 er ikke en gyldig port.',
    'Port 0 är inte en giltig port.',
    'Port 0 ist kein gültiger Port.',
    'Port 0 er ikke en gyldig port.',
  ),
  url_with_credentials: spokenText(
    'The address must not contain a username or password.',
    'Adressen må ikke indeholde brugernavn eller adgangskode.',
    'Adressen får inte innehålla användarnamn eller lösenord.',
    'Die Adresse darf keine Zugangsdaten enthalten.',
    'Adressen kan ikke inneholde brukernavn eller passord.',
  ),
  url_with_fragment: spokenText(
    'The address must not have a #.',
    'Adressen må ikke indeholde et #.',
    'Adressen får inte innehålla ett #.',
    'Die Adresse darf kein # enthalten.',
    'Adressen kan ikke inneholde en #.',
  ),
  too_many_endpoints: ({ maximum }) =>
    translation(
      `En virksomhed har højst ${maximum} modtagere. Slet en, der ikke bruges.`,
      `Ett företag har högst ${maximum} mottagare. Ta bort en som inte används.`,
      `Ein Unternehmen hat höchstens ${maximum} Empfänger. Bitte einen unbenutzten löschen.`,
      `En bedrift har høyst ${maximum} mottakere. Slett en som ikke brukes.`,
    ),
  endpoint_busy: spokenText(
    'Another user is changing the endpoint. Try again.',
    'En anden er ved at ændre modtageren. Prøv igen.',
    'Någon annan håller på att ändra mottagaren. Försök igen.',
    'Jemand anderes ändert den Empfänger gerade. Bitte noch einmal versuchen.',
    'Noen andre endrer mottakeren akkurat nå. Prøv igjen.',
  ),
  endpoint_gone: translation(
    'Beskedens modtager er slettet eller slået fra.',
    'Meddelandets mottagare är borttagen eller avslagen.',
    'Der Empfänger der Nachricht ist gelöscht oder ausgeschaltet.',
    'Meldingens mottaker er slettet eller slått av.',
  ),
  endpoint_disabled: translation(
    'Modtageren er slået fra. Slå den til først.',
    'Mottagaren är avslagen. Slå på den först.',
    'Der Empfänger ist ausgeschaltet. Bitte zuerst einschalten.',
    'Mottakeren er slått av. Slå den på først.',
  ),
  delivery_queued: translation(
    'Beskeden venter allerede på at blive sendt.',
    'Meddelandet väntar redan på att skickas.',
    'Die Nachricht wartet schon auf den Versand.',
    'Meldingen venter allerede på å bli sendt.',
  ),
  event_type_repeated: spokenText(
    'Choose each event once.',
    'Vælg hver hændelse én gang.',
    'Välj varje händelse en gång.',
    'Bitte jedes Ereignis nur einmal auswählen.',
    'Velg hver hendelse én gang.',
  ),
  filter_product_repeated: translation(
    'Nævn hvert produkt én gang.',
    'Ange varje produkt en gång.',
    'Bitte jedes Produkt nur einmal nennen.',
    'Oppgi hvert produkt én gang.',
  ),
  filter_product_unknown: translation(
    'Virksomheden har intet produkt med dette id.',
    'Företaget har ingen produkt med detta id.',
    'Das Unternehmen hat kein Produkt mit dieser ID.',
    'Bedriften har ikke noe produkt med denne id-en.',
  ),
  too_many_keys: ({ maximum }) =>
    translation(
      `En virksomhed har højst ${maximum} nøgler i brug. Spær en, der ikke bruges.`,
      `Ett företag har högst ${maximum} nycklar i bruk. Spärra en som inte används.`,
      `Ein Unternehmen hat höchstens ${maximum} gültige Schlüssel. Bitte einen unbenutzten sperren.`,
      `En bedrift har høyst ${maximum} nøkler i bruk. Sperr en som ikke brukes.`,
    ),
};
