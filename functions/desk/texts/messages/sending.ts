import type { SENDING } from '../../../platform/messages/sending.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation, type Translation } from '../../../pipeline/translation/translation.ts';
import { spokenText } from './figures.ts';

export const sending: Translations<typeof SENDING, undefined, Translation> = {
  send_at_malformed: spokenText(
    'This is not a day with a time.',
    'Det er ikke en dag og et tidspunkt.',
    'Det är inte en dag och en tid.',
    'Das ist kein Tag mit Uhrzeit.',
    'Det er ikke en dag og et tidspunkt.',
  ),
  send_at_passed: translation(
    'Tidspunktet er passeret. Vælg et i fremtiden.',
    'Tidpunkten har passerat. Välj en i framtiden.',
    'Dieser Zeitpunkt ist vorbei. Bitte einen in der Zukunft wählen.',
    'Tidspunktet er passert. Velg et i framtiden.',
  ),
  send_at_too_late: ({ months }) =>
    translation(
      `Tidspunktet er mere end ${months} måneder fremme.`,
      `Tidpunkten är mer än ${months} månader bort.`,
      `Dieser Zeitpunkt liegt mehr als ${months} Monate in der Zukunft.`,
      `Tidspunktet er mer enn ${months} måneder fram i tid.`,
    ),
  send_at_after_event: translation(
    'Arrangementet er slut på det tidspunkt. Vælg et tidligere.',
    'Evenemanget är slut då. Välj en tidigare tidpunkt.',
    'Die Veranstaltung ist dann vorbei. Bitte einen früheren Zeitpunkt wählen.',
    'Arrangementet er over da. Velg et tidligere tidspunkt.',
  ),
};
