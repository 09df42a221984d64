import type { ISSUING } from '../../../platform/messages/issuing.ts';
import type { Translations } from '../../../platform/messages/message.ts';
import { issuing as legacyIssuing } from '../../../pipeline/translation/issuing.ts';
import { decimalAmount, spokenText, type DeskTranslation } from './figures.ts';

/** Reasons for refusing to issue a card or to activate a dormant code. */
export const issuing: Translations<typeof ISSUING, undefined, DeskTranslation> = {
  ...legacyIssuing,
  item_awaits_capture: {
    en: 'The item is not paid: register the payment of its order instead.',
    ...legacyIssuing.item_awaits_capture,
  },
  code_value_fixed: (value) => {
    const { en, da, sv, de, nb } = decimalAmount(value);
    return spokenText(
      `This code is worth ${en}; leave the amount out.`,
      `Koden har den faste værdi ${da}; udelad beløbet.`,
      `Koden har det fasta värdet ${sv}; utelämna beloppet.`,
      `Der Code hat den festen Wert ${de}; bitte den Betrag weglassen.`,
      `Koden har den faste verdien ${nb}; utelat beløpet.`,
    );
  },
  activation_below_minimum: (minimum) => {
    const { en, da, sv, de, nb } = decimalAmount(minimum);
    return spokenText(
      `The amount must be at least ${en}.`,
      `Beløbet skal være mindst ${da}.`,
      `Beloppet måste vara minst ${sv}.`,
      `Der Betrag muss mindestens ${de} sein.`,
      `Beløpet må være minst ${nb}.`,
    );
  },
  activation_above_maximum: (maximum) => {
    const { en, da, sv, de, nb } = decimalAmount(maximum);
    return spokenText(
      `The amount must be at most ${en}.`,
      `Beløbet må højst være ${da}.`,
      `Beloppet får vara högst ${sv}.`,
      `Der Betrag darf höchstens ${de} sein.`,
      `Beløpet kan være høyst ${nb}.`,
    );
  },
  card_amount_out_of_range: ({ seller, from, to, currency }) => {
    const minimum = decimalAmount({ amount: from, currency });
    const maximum = to === null ? undefined : decimalAmount({ amount: to, currency });
    const range =
      maximum === undefined
        ? spokenText(
            `at least ${minimum.en}`,
            `mindst ${minimum.da}`,
            `minst ${minimum.sv}`,
            `mindestens ${minimum.de}`,
            `minst ${minimum.nb}`,
          )
        : spokenText(
            `from ${minimum.en} to ${maximum.en}`,
            `fra ${minimum.da} til ${maximum.da}`,
            `från ${minimum.sv} till ${maximum.sv}`,
            `von ${minimum.de} bis ${maximum.de}`,
            `fra ${minimum.nb} til ${maximum.nb}`,
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
};
