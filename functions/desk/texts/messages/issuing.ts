import type { ISSUING } from '../../../platform/messages/issuing.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { decimalAmount, spokenText, type DeskTranslation } from './figures.ts';

/** Why no card is issued, nor a dormant code activated. */
export const issuing: Translations<typeof ISSUING, undefined, DeskTranslation> = {
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
  card_amount_out_of_range: ({ seller, from, to, currency }) => {
    const least = decimalAmount({ amount: from, currency });
    const most = to === null ? undefined : decimalAmount({ amount: to, currency });
    const range =
      most === undefined
        ? spokenText(
            `at least ${least.en}`,
            `mindst ${least.da}`,
            `minst ${least.sv}`,
            `mindestens ${least.de}`,
            `minst ${least.nb}`,
          )
        : spokenText(
            `from ${least.en} to ${most.en}`,
            `fra ${least.da} til ${most.da}`,
            `från ${least.sv} till ${most.sv}`,
            `von ${least.de} bis ${most.de}`,
            `fra ${least.nb} til ${most.nb}`,
          );
    return seller === 'company'
      ? spokenText(
          `For this company the amount must be ${range.en}.`,
          `Beløbet skal hos denne virksomhed være ${range.da}.`,
          `Beloppet måste hos detta företag vara ${range.sv}.`,
          `Der Betrag muss bei diesem Unternehmen ${range.de} sein.`,
          `Beløpet må hos denne bedriften være ${range.nb}.`,
        )
      : spokenText(
          `With this promotion the amount must be ${range.en}.`,
          `Beløbet skal med denne kampagne være ${range.da}.`,
          `Beloppet måste med denna kampanj vara ${range.sv}.`,
          `Der Betrag muss bei dieser Aktion ${range.de} sein.`,
          `Beløpet må med denne kampanjen være ${range.nb}.`,
        );
  },
  validity_passed: translation('Dagen er gået.', 'Dagen har passerat.', 'Dieser Tag ist vorbei.', 'Dagen er passert.'),
  settlement_not_enabled: translation(
    'Virksomheden har ingen fakturaaftale, så der kan ikke udstedes uden salg.',
    'Företaget har inget fakturaavtal, så inget kan utfärdas utan försäljning.',
    'Das Unternehmen hat keinen Rechnungsvertrag, daher kann nichts ohne Verkauf ausgestellt werden.',
    'Selskapet har ingen fakturaavtale, så ingenting kan utstedes uten salg.',
  ),
};
