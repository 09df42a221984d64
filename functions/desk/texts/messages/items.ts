import type { ITEMS } from '../../../platform/messages/items.ts';
import { translationOf, type Message, type Translations } from '../../../platform/messages/message.ts';
import { items as legacyItems } from '../../../pipeline/translation/items.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { decimalAmount, moment, spokenText, type DeskTranslation } from './figures.ts';

type ItemTranslations = Translations<typeof ITEMS, undefined, DeskTranslation>;

/** Why an item cannot be redeemed. */
export const items: ItemTranslations = {
  ...legacyItems,
  item_disputed: {
    en: 'The payment for the item is disputed: it cannot be redeemed until that is decided.',
    ...legacyItems.item_disputed,
  },
  item_expired: ({ day }) => {
    const { da, sv, de, nb } = moment(day);
    return translation(
      `Koden udløb den ${da}.`,
      `Koden gick ut den ${sv}.`,
      `Der Code ist am ${de} abgelaufen.`,
      `Koden utløp den ${nb}.`,
    );
  },
  amount_reserved: (args) => {
    const amount = decimalAmount(args);
    const until = moment(args.until);
    return spokenText(
      `${amount.en} of the item are reserved until ${until.en}.`,
      `${amount.da} af koden er reserveret til ${until.da}.`,
      `${amount.sv} av koden är reserverade till ${until.sv}.`,
      `${amount.de} des Codes sind bis ${until.de} reserviert.`,
      `${amount.nb} av koden er reservert til ${until.nb}.`,
    );
  },
  amount_reserved_for_order: (args) => {
    const amount = decimalAmount(args);
    return spokenText(
      `${amount.en} of the item are reserved for an order that is not paid yet.`,
      `${amount.da} af koden er reserveret til en ordre, der ikke er betalt endnu.`,
      `${amount.sv} av koden är reserverade för en order som inte är betald än.`,
      `${amount.de} des Codes sind für eine noch nicht bezahlte Bestellung reserviert.`,
      `${amount.nb} av koden er reservert for en ordre som ikke er betalt ennå.`,
    );
  },
  pieces_reserved: ({ pieces, until }) => {
    const { da, sv, de, nb } = moment(until);
    return translation(
      `${pieces} stk. af koden er reserveret til ${da}.`,
      `${pieces} st. av koden är reserverade till ${sv}.`,
      `${pieces} Stück des Codes sind bis ${de} reserviert.`,
      `${pieces} stk. av koden er reservert til ${nb}.`,
    );
  },
  item_reserved: ({ until }) => {
    const { da, sv, de, nb } = moment(until);
    return translation(
      `Koden er reserveret til ${da}.`,
      `Koden är reserverad till ${sv}.`,
      `Der Code ist bis ${de} reserviert.`,
      `Koden er reservert til ${nb}.`,
    );
  },
};

/** Reservations in a sentence that follows a sentence about the item. */
const RESERVED: Partial<ItemTranslations> = {
  amount_reserved: (args) => {
    const { da, sv, de, nb } = decimalAmount(args);
    const until = moment(args.until);
    return translation(
      `${da} er reserveret til ${until.da}.`,
      `${sv} är reserverade till ${until.sv}.`,
      `${de} sind bis ${until.de} reserviert.`,
      `${nb} er reservert til ${until.nb}.`,
    );
  },
  amount_reserved_for_order: (args) => {
    const { da, sv, de, nb } = decimalAmount(args);
    return translation(
      `${da} er reserveret til en ordre, der ikke er betalt endnu.`,
      `${sv} är reserverade för en order som inte är betald än.`,
      `${de} sind für eine noch nicht bezahlte Bestellung reserviert.`,
      `${nb} er reservert for en ordre som ikke er betalt ennå.`,
    );
  },
  pieces_reserved: ({ pieces, until }) => {
    const { da, sv, de, nb } = moment(until);
    return translation(
      `${pieces} stk. er reserveret til ${da}.`,
      `${pieces} st. är reserverade till ${sv}.`,
      `${pieces} Stück sind bis ${de} reserviert.`,
      `${pieces} stk. er reservert til ${nb}.`,
    );
  },
  pieces_reserved_for_order: ({ pieces }) =>
    translation(
      `${pieces} stk. er reserveret til en ordre, der ikke er betalt endnu.`,
      `${pieces} st. är reserverade för en order som inte är betald än.`,
      `${pieces} Stück sind für eine noch nicht bezahlte Bestellung reserviert.`,
      `${pieces} stk. er reservert for en ordre som ikke er betalt ennå.`,
    ),
};

/** A reservation as a second sentence; empty without one. */
export const reservedAfter = (held: Message | null): Required<DeskTranslation> => {
  if (held === null) return spokenText('', '', '', '', '');
  const whole = reasonText(held);
  const { da, sv, de, nb } = translationOf<undefined, DeskTranslation>(RESERVED, held, undefined) ?? whole;
  return spokenText(` ${whole.en}`, ` ${da}`, ` ${sv}`, ` ${de}`, ` ${nb}`);
};

/** Translations of a reason of this message catalog that is part of another text. */
export const reasonText = (reason: Message): Required<DeskTranslation> => {
  const english = String(reason);
  const {
    en = english,
    da,
    sv,
    de,
    nb,
  } = translationOf<undefined, DeskTranslation>(items, reason, undefined) ??
  spokenText(english, english, english, english, english);
  return spokenText(en, da, sv, de, nb);
};
