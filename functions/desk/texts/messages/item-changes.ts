import { piecesText } from '../../../platform/messages/pieces.ts';
import type { ITEM_CHANGES } from '../../../platform/messages/item-changes.ts';
import type { Message, Translations } from '../../../platform/messages/message.ts';
import { itemChanges as legacyChanges } from '../../../pipeline/translation/item-changes.ts';
import { translation } from '../../../pipeline/translation/translation.ts';
import { decimalAmount, moment, spokenText, type DeskTranslation } from './figures.ts';
import { reasonText, reservedAfter } from './items.ts';

/** Reason for a disputed item. The translations are short, because they follow the code of the item. */
const DISPUTED = spokenText(
  'The payment for the item is disputed: it cannot be redeemed until that is decided.',
  'Der er gjort indsigelse mod betalingen.',
  'Betalningen är bestridd.',
  'Die Zahlung wird bestritten.',
  'Betalingen er bestridt.',
);

/** Why an item of a group cannot be redeemed as a whole. */
const groupReason = (reason: Message): Required<DeskTranslation> =>
  reason.id === 'item_partly_used' ? { en: String(reason), ...legacyChanges.item_partly_used } : reasonText(reason);

/** Why a redemption, its reversal, or another change of an item is refused. */
export const itemChanges: Translations<typeof ITEM_CHANGES, undefined, DeskTranslation> = {
  ...legacyChanges,
  item_unclaimed: { en: 'Nothing of the item has been redeemed.', ...legacyChanges.item_unclaimed },
  item_claimed: { en: 'Some of the item has been redeemed. Undo that first.', ...legacyChanges.item_claimed },
  too_many_decimals: ({ places }) => ({
    en: `This must be an amount with at most ${places} decimals.`,
    ...legacyChanges.too_many_decimals({ places }),
  }),
  claim_repaid: {
    en: 'The money for what was redeemed has been refunded with the order.',
    ...legacyChanges.claim_repaid,
  },
  claim_paid_order: ({ order }) => ({
    en: `What was redeemed paid for order ${order}: refund that order instead.`,
    ...legacyChanges.claim_paid_order({ order }),
  }),
  not_claimed_by_amount: spokenText(
    'This item cannot be redeemed by amount.',
    'Koden kan ikke indløses med et beløb.',
    'Koden kan inte lösas in med ett belopp.',
    'Von diesem Code kann kein Betrag eingelöst werden.',
    'Koden kan ikke innløses med et beløp.',
  ),
  not_claimed_by_piece: spokenText(
    'This item cannot be redeemed by piece.',
    'Koden kan ikke indløses stykvis.',
    'Koden kan inte lösas in styckvis.',
    'Dieser Code kann nicht stückweise eingelöst werden.',
    'Koden kan ikke innløses stykkevis.',
  ),
  not_refunded_by_amount: {
    en: 'No amount of this item can be returned.',
    ...legacyChanges.not_refunded_by_amount,
  },
  not_refunded_by_piece: {
    en: 'No pieces of this item can be returned.',
    ...legacyChanges.not_refunded_by_piece,
  },
  amount_not_taken: spokenText(
    'Enter an amount only to redeem a part.',
    'Angiv kun et beløb for at indløse en del.',
    'Ange bara ett belopp för att lösa in en del.',
    'Einen Betrag nur eingeben, um einen Teil einzulösen.',
    'Oppgi bare et beløp for å innløse en del.',
  ),
  pieces_not_taken: spokenText(
    'Enter a number only to redeem some pieces.',
    'Angiv kun et antal for at indløse nogle stk.',
    'Ange bara ett antal för att lösa in några st.',
    'Eine Anzahl nur eingeben, um einzelne Stücke einzulösen.',
    'Oppgi bare et antall for å innløse noen stk.',
  ),
  claim_above_amount: ({ held, ...amount }) => {
    const [maximum, after] = [decimalAmount(amount), reservedAfter(held)];
    return spokenText(
      `At most ${maximum.en} of the item can be redeemed.${after.en}`,
      `Højst ${maximum.da} af koden kan indløses.${after.da}`,
      `Högst ${maximum.sv} av koden kan lösas in.${after.sv}`,
      `Höchstens ${maximum.de} des Codes können eingelöst werden.${after.de}`,
      `Høyst ${maximum.nb} av koden kan innløses.${after.nb}`,
    );
  },
  claim_above_pieces: ({ pieces, held }) => {
    const after = reservedAfter(held);
    return spokenText(
      `At most ${piecesText(pieces)} of the item can be redeemed.${after.en}`,
      `Højst ${pieces} stk. af koden kan indløses.${after.da}`,
      `Högst ${pieces} st. av koden kan lösas in.${after.sv}`,
      `Höchstens ${pieces} Stück des Codes können eingelöst werden.${after.de}`,
      `Høyst ${pieces} stk. av koden kan innløses.${after.nb}`,
    );
  },
  undo_above_amount: (amount) => {
    const maximum = decimalAmount(amount);
    return spokenText(
      `At most ${maximum.en} can be returned to the item.`,
      `Højst ${maximum.da} af koden kan tilbageføres.`,
      `Högst ${maximum.sv} av koden kan återföras.`,
      `Höchstens ${maximum.de} des Codes können zurückgebucht werden.`,
      `Høyst ${maximum.nb} av koden kan tilbakeføres.`,
    );
  },
  undo_above_pieces: ({ pieces }) =>
    translation(
      `Højst ${pieces} stk. af koden kan tilbageføres.`,
      `Högst ${pieces} st. av koden kan återföras.`,
      `Höchstens ${pieces} Stück des Codes können zurückgebucht werden.`,
      `Høyst ${pieces} stk. av koden kan tilbakeføres.`,
    ),
  item_not_adjustable: translation(
    'Kun et værdikort kan rettes.',
    'Bara ett värdekort kan justeras.',
    'Nur ein Wertgutschein kann angepasst werden.',
    'Bare et verdikort kan justeres.',
  ),
  adjustment_not_representable: spokenText(
    'The amount has more than six significant digits.',
    'Beløbet har mere end seks betydende cifre.',
    'Beloppet har fler än sex signifikanta siffror.',
    'Der Betrag hat mehr als sechs signifikante Stellen.',
    'Beløpet har mer enn seks gjeldende sifre.',
  ),
  lowering_above_maximum: ({ held, ...amount }) => {
    const [maximum, after] = [decimalAmount(amount), reservedAfter(held)];
    return spokenText(
      `The value can be lowered by at most ${maximum.en}.${after.en}`,
      `Værdien kan højst sænkes med ${maximum.da}.${after.da}`,
      `Värdet kan sänkas med högst ${maximum.sv}.${after.sv}`,
      `Der Wert kann um höchstens ${maximum.de} gesenkt werden.${after.de}`,
      `Verdien kan høyst senkes med ${maximum.nb}.${after.nb}`,
    );
  },
  value_above_maximum: (amount) => {
    const maximum = decimalAmount(amount);
    return spokenText(
      `The value must be at most ${maximum.en}.`,
      `Værdien må højst være ${maximum.da}.`,
      `Värdet får vara högst ${maximum.sv}.`,
      `Der Wert darf höchstens ${maximum.de} betragen.`,
      `Verdien kan høyst være ${maximum.nb}.`,
    );
  },
  value_too_large: translation(
    'Værdien ville blive for stor.',
    'Värdet skulle bli för stort.',
    'Der Wert wäre zu groß.',
    'Verdien ville blitt for stor.',
  ),
  value_refunded_short: translation(
    'Der er refunderet penge for værdi, som kortet ikke længere havde.',
    'Pengar har betalats tillbaka för värde som kortet inte längre hade.',
    'Für Wert, den dieser Gutschein nicht mehr hatte, wurde Geld erstattet.',
    'Penger er refundert for verdi som kortet ikke lenger hadde.',
  ),
  validity_too_early: ({ day }) => {
    const { da, sv, de, nb } = moment(day);
    return translation(
      `Dagen skal være senere end i dag og end ${da}.`,
      `Dagen måste vara senare än i dag och än ${sv}.`,
      `Der Tag muss nach heute und nach dem ${de} liegen.`,
      `Dagen må være senere enn i dag og enn ${nb}.`,
    );
  },
  item_busy: {
    en: 'The item is being changed by too many users at once. Try again.',
    ...legacyChanges.item_busy,
  },
  items_busy: {
    en: 'The items are being changed by too many users at once. Try again.',
    ...legacyChanges.items_busy,
  },
  order_items_differ: translation(
    'Ordren har andre koder end dem, der blev vist. Intet er indløst; se på dem igen.',
    'Ordern har andra koder än de som visades. Inget har lösts in; titta på dem igen.',
    'Die Bestellung hat andere Codes als die gezeigten. Nichts wurde eingelöst; bitte noch einmal ansehen.',
    'Ordren har andre koder enn dem som ble vist. Ingenting er innløst; se på dem igjen.',
  ),
  order_being_captured: {
    en: 'The order of this item is being paid. Try again.',
    ...legacyChanges.order_being_captured,
  },
  claim_being_undone: {
    en: 'This redemption is being undone. Try again.',
    ...legacyChanges.claim_being_undone,
  },
  group_not_claimable: ({ code, reason }) => {
    const why = reason.id === 'item_disputed' ? DISPUTED : groupReason(reason);
    return spokenText(
      `The order cannot be redeemed as a whole. ${code}: ${why.en}`,
      `Ordren kan ikke indløses samlet. ${code}: ${why.da}`,
      `Ordern kan inte lösas in i sin helhet. ${code}: ${why.sv}`,
      `Die Bestellung kann nicht als Ganzes eingelöst werden. ${code}: ${why.de}`,
      `Ordren kan ikke innløses samlet. ${code}: ${why.nb}`,
    );
  },
  too_many_unknown_codes: {
    en: 'Too many unknown codes were looked up. Nothing was done.',
    ...legacyChanges.too_many_unknown_codes,
  },
};
