import type { ISSUING } from '../../platform/messages/issuing.ts';
import { translation, type LegacyTranslations } from './translation.ts';

/** Reasons for refusing to issue a card or to activate a dormant code. */
export const issuing = {
  item_active: translation(
    'Koden er allerede aktiv.',
    'Koden är redan aktiv.',
    'Der Code ist bereits aktiv.',
    'Koden er allerede aktiv.',
  ),
  card_amount_out_of_range: ({ seller, from, to, currency }) => {
    const [da, sv, de, nb] =
      to === null
        ? [`mindst ${from}`, `minst ${from}`, `mindestens ${from}`, `minst ${from}`]
        : [`fra ${from} til ${to}`, `från ${from} till ${to}`, `von ${from} bis ${to}`, `fra ${from} til ${to}`];
    return seller === 'company'
      ? translation(
          `Beløbet skal hos denne virksomhed være ${da} ${currency}.`,
          `Beloppet måste hos detta företag vara ${sv} ${currency}.`,
          `Der Betrag muss bei diesem Unternehmen ${de} ${currency} sein.`,
          `Beløpet må hos denne bedriften være ${nb} ${currency}.`,
        )
      : translation(
          `Beløbet skal med denne kampagne være ${da} ${currency}.`,
          `Beloppet måste med denna kampanj vara ${sv} ${currency}.`,
          `Der Betrag muss bei dieser Aktion ${de} ${currency} sein.`,
          `Beløpet må med denne kampanjen være ${nb} ${currency}.`,
        );
  },
  validity_passed: translation('Dagen er gået.', 'Dagen har passerat.', 'Dieser Tag ist vorbei.', 'Dagen er passert.'),
  campaign_not_open: translation(
    'Kodens kampagne er ikke åben.',
    'Kodens kampanj är inte öppen.',
    'Die Kampagne dieses Codes läuft nicht.',
    'Kampanjen til koden er ikke åpen.',
  ),
  code_without_value: translation(
    'Koden har ingen fast værdi: den skal først aktiveres med et beløb.',
    'Koden har inget fast värde: den måste först aktiveras med ett belopp.',
    'Der Code hat keinen festen Wert: Er muss zuerst mit einem Betrag aktiviert werden.',
    'Koden har ingen fast verdi: den må først aktiveres med et beløp.',
  ),
  settlement_not_enabled: translation(
    'Virksomheden har ingen fakturaaftale, så der kan ikke udstedes uden salg.',
    'Företaget har inget fakturaavtal, så inget kan utfärdas utan försäljning.',
    'Das Unternehmen hat keinen Rechnungsvertrag, daher kann nichts ohne Verkauf ausgestellt werden.',
    'Bedriften har ingen fakturaavtale, så ingenting kan utstedes uten salg.',
  ),
  item_awaits_capture: translation(
    'Koden er ikke betalt: registrér betalingen af dens ordre i stedet.',
    'Koden är inte betald: registrera betalningen av dess order i stället.',
    'Der Code ist nicht bezahlt: Bitte stattdessen die Zahlung der Bestellung erfassen.',
    'Koden er ikke betalt: registrer betalingen av ordren i stedet.',
  ),
  code_value_fixed: ({ amount, currency }) =>
    translation(
      `Koden har den faste værdi ${amount} ${currency}; udelad beløbet.`,
      `Koden har det fasta värdet ${amount} ${currency}; utelämna beloppet.`,
      `Der Code hat den festen Wert ${amount} ${currency}; bitte den Betrag weglassen.`,
      `Koden har den faste verdien ${amount} ${currency}; utelat beløpet.`,
    ),
  activation_below_minimum: ({ amount }) =>
    translation(
      `Beløbet skal være mindst ${amount}.`,
      `Beloppet måste vara minst ${amount}.`,
      `Der Betrag muss mindestens ${amount} sein.`,
      `Beløpet må være minst ${amount}.`,
    ),
  activation_above_maximum: ({ amount }) =>
    translation(
      `Beløbet må højst være ${amount}.`,
      `Beloppet får vara högst ${amount}.`,
      `Der Betrag darf höchstens ${amount} sein.`,
      `Beløpet kan være høyst ${amount}.`,
    ),
  card_range_missing: translation(
    'Virksomheden har ingen grænser for beløb på gavekort.',
    'Företaget har inga gränser för belopp på presentkort.',
    'Das Unternehmen hat keine Grenzen für Beträge von Geschenkkarten.',
    'Bedriften har ingen grenser for beløp på gavekort.',
  ),
  promotion_unknown: translation(
    'Ingen åben kampagne har dette id.',
    'Ingen öppen kampanj har detta id.',
    'Keine laufende Aktion hat diese Id.',
    'Ingen åpen kampanje har denne id-en.',
  ),
} satisfies LegacyTranslations<typeof ISSUING>;
