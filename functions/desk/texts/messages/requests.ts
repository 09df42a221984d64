import type { REQUESTS } from '../../../platform/messages/requests.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { spokenText, type DeskTranslation } from './figures.ts';

/** What a rate limit applies to. */
const BUDGETS = {
  user: spokenText('this user', 'denne bruger', 'den här användaren', 'diesem Benutzer', 'denne brukeren'),
  key: spokenText('this key', 'denne nøgle', 'den här nyckeln', 'diesem Schlüssel', 'denne nøkkelen'),
  company: spokenText('this company', 'denne virksomhed', 'det här företaget', 'diesem Unternehmen', 'denne bedriften'),
};

export const requests: Translations<typeof REQUESTS, undefined, DeskTranslation> = {
  service_busy: translation(
    'Der er for mange ændringer på én gang. Prøv igen.',
    'Det är för många ändringar på en gång. Försök igen.',
    'Zu viele Änderungen auf einmal. Bitte noch einmal versuchen.',
    'Det er for mange endringer på én gang. Prøv igjen.',
  ),
  service_overloaded: spokenText(
    'Too many changes at the same time. Try again.',
    'Der er for mange samtidige ændringer. Prøv igen.',
    'För många samtidiga ändringar. Försök igen.',
    'Zu viele gleichzeitige Änderungen. Bitte noch einmal versuchen.',
    'Det er for mange samtidige endringer. Prøv igjen.',
  ),
  request_running: spokenText(
    'This is already being done. Look at the page again in a moment.',
    'Det er i gang. Se på siden igen om lidt.',
    'Det pågår. Titta på sidan igen om en stund.',
    'Das läuft gerade. Bitte die Seite gleich noch einmal ansehen.',
    'Det er i gang. Se på siden igjen om litt.',
  ),
  key_used_differently: spokenText(
    'This form was already used for something else. Open the page again.',
    'Formularen er brugt til noget andet. Åbn siden igen.',
    'Formuläret har använts till något annat. Öppna sidan igen.',
    'Das Formular wurde schon für etwas anderes verwendet. Bitte die Seite neu öffnen.',
    'Skjemaet er brukt til noe annet. Åpne siden på nytt.',
  ),
  form_expired: translation(
    'Formularen er ikke længere gyldig. Genindlæs siden.',
    'Formuläret är inte längre giltigt. Ladda om sidan.',
    'Das Formular ist nicht mehr gültig. Bitte die Seite neu laden.',
    'Skjemaet er ikke lenger gyldig. Last inn siden på nytt.',
  ),
  request_budget_empty: ({ whose }) =>
    spokenText(
      `There were too many requests from ${BUDGETS[whose].en}. Nothing was changed.`,
      `Der er sendt for mange forespørgsler med ${BUDGETS[whose].da}. Intet er ændret.`,
      `För många förfrågningar har skickats med ${BUDGETS[whose].sv}. Inget har ändrats.`,
      `Mit ${BUDGETS[whose].de} wurden zu viele Anfragen gesendet. Es wurde nichts geändert.`,
      `Det er sendt for mange forespørsler med ${BUDGETS[whose].nb}. Ingenting er endret.`,
    ),
  cursor_unknown: spokenText(
    'This address does not continue the list. Start again from the beginning.',
    'Adressen fører ikke videre i listen. Begynd forfra.',
    'Adressen leder inte vidare i listan. Börja om från början.',
    'Die Adresse führt in dieser Liste nicht weiter. Bitte von vorn beginnen.',
    'Adressen fører ikke videre i listen. Begynn på nytt.',
  ),
  changed_since_read: spokenText(
    'Another user has changed something in the meantime. Nothing was saved: check the page and try again.',
    'En anden har ændret noget imens. Intet er gemt: tjek siden, og prøv igen.',
    'Någon annan har ändrat något under tiden. Inget är sparat: titta på sidan och försök igen.',
    'Jemand anderes hat inzwischen etwas geändert. Nichts wurde gespeichert: Bitte die Seite ansehen und noch einmal versuchen.',
    'Noen andre har endret noe i mellomtiden. Ingenting er lagret: se på siden og prøv igjen.',
  ),
};
