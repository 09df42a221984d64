import { piecesText } from '../../../platform/messages/pieces.ts';
import type { ITEM_CHANGES } from '../../../platform/messages/item-changes.ts';
import type { Message, Translations } from '../../../platform/messages/message.ts';
import { itemChanges as legacyChanges } from '../../../pipeline/translation/items.ts';
import { STATUS_TEXTS } from '../../../pipeline/translation/names.ts';
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
  status_refused: ({ status }) => {
    const { da, sv, de, nb } = STATUS_TEXTS[status];
    return translation(
      `Kodens status er ${da}.`,
      `Kodens status är ${sv}.`,
      `Der Status des Codes ist ${de}.`,
      `Statusen til koden er ${nb}.`,
    );
  },
  claim_repaid: spokenText(
    'The money for what was redeemed has been refunded with the order.',
    'Det indløste er refunderet med ordren.',
    'Pengarna för det inlösta har betalats tillbaka med ordern.',
    'Das Geld für das Eingelöste wurde mit der Bestellung erstattet.',
    'Pengene for det innløste er refundert med ordren.',
  ),
  claim_paid_order: ({ order }) =>
    spokenText(
      `What was redeemed paid for order ${order}: refund that order instead.`,
      `Det indløste har betalt ordre ${order}: refundér den ordre i stedet.`,
      `Det inlösta har betalat order ${order}: återbetala den ordern i stället.`,
      `Das Eingelöste hat die Bestellung ${order} bezahlt: Bitte stattdessen diese Bestellung erstatten.`,
      `Det innløste har betalt ordre ${order}: refunder den ordren i stedet.`,
    ),
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
  not_refunded_by_amount: spokenText(
    'No amount of this item can be returned.',
    'Koden kan ikke tilbageføres med et beløb.',
    'Koden kan inte återföras med ett belopp.',
    'Von diesem Code kann kein Betrag zurückgebucht werden.',
    'Koden kan ikke tilbakeføres med et beløp.',
  ),
  not_refunded_by_piece: spokenText(
    'No pieces of this item can be returned.',
    'Koden kan ikke tilbageføres stykvis.',
    'Koden kan inte återföras styckvis.',
    'Dieser Code kann nicht stückweise zurückgebucht werden.',
    'Koden kan ikke tilbakeføres stykkevis.',
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
  item_money_refunded: translation(
    'Koden er refunderet.',
    'Pengarna för koden har betalats tillbaka.',
    'Das Geld für den Code wurde erstattet.',
    'Pengene for koden er refundert.',
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
  item_busy: spokenText(
    'The item is being changed by too many users at once. Try again.',
    'Koden bliver ændret af for mange på én gang. Prøv igen.',
    'Koden ändras av för många på en gång. Försök igen.',
    'Der Code wird von zu vielen zugleich geändert. Bitte noch einmal versuchen.',
    'Koden endres av for mange på én gang. Prøv igjen.',
  ),
  items_busy: spokenText(
    'The items are being changed by too many users at once. Try again.',
    'Koderne ændres af for mange på én gang. Prøv igen.',
    'Koderna ändras av för många samtidigt. Försök igen.',
    'Die Codes werden gerade von zu vielen geändert. Bitte erneut versuchen.',
    'Kodene endres av for mange på én gang. Prøv igjen.',
  ),
  order_items_busy: translation(
    'Andre er ved at ændre ordrens koder. Prøv igen.',
    'Andra håller på att ändra orderns koder. Försök igen.',
    'Die Codes der Bestellung werden gerade von anderen geändert. Bitte noch einmal versuchen.',
    'Andre endrer kodene i ordren akkurat nå. Prøv igjen.',
  ),
  order_items_incomplete: translation(
    'Ordrens koder er ved at blive udstedt. Prøv igen.',
    'Orderns koder håller på att utfärdas. Försök igen.',
    'Die Codes der Bestellung werden noch ausgestellt. Bitte noch einmal versuchen.',
    'Kodene i ordren blir fortsatt utstedt. Prøv igjen.',
  ),
  order_items_none: translation(
    'Der er endnu ikke udstedt noget til ordren.',
    'Inget har utfärdats för ordern än.',
    'Zu dieser Bestellung wurde noch nichts ausgestellt.',
    'Det er ikke utstedt noe for ordren ennå.',
  ),
  order_items_differ: translation(
    'Ordren har andre koder end dem, der blev vist. Intet er indløst; se på dem igen.',
    'Ordern har andra koder än de som visades. Inget har lösts in; titta på dem igen.',
    'Die Bestellung hat andere Codes als die gezeigten. Nichts wurde eingelöst; bitte noch einmal ansehen.',
    'Ordren har andre koder enn dem som ble vist. Ingenting er innløst; se på dem igjen.',
  ),
  order_being_captured: spokenText(
    'The order of this item is being paid. Try again.',
    'Kodens ordre er ved at blive betalt. Prøv igen.',
    'Kodens order håller på att betalas. Försök igen.',
    'Die Bestellung dieses Codes wird gerade bezahlt. Bitte noch einmal versuchen.',
    'Ordren til koden blir betalt akkurat nå. Prøv igjen.',
  ),
  claim_being_undone: spokenText(
    'This redemption is being undone. Try again.',
    'Indløsningen er ved at blive tilbageført. Prøv igen.',
    'Inlösningen håller på att återföras. Försök igen.',
    'Diese Einlösung wird gerade zurückgebucht. Bitte noch einmal versuchen.',
    'Innløsningen er i ferd med å bli tilbakeført. Prøv igjen.',
  ),
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
  group_unknown: translation(
    'Ordren har ingen gruppe med denne kode.',
    'Ordern har ingen grupp med den koden.',
    'Die Bestellung hat keine Gruppe mit diesem Code.',
    'Ordren har ingen gruppe med denne koden.',
  ),
  vendor_code_used: translation(
    'Leverandøren oplyser, at koden allerede er brugt.',
    'Leverantören uppger att koden redan är använd.',
    'Der Anbieter meldet, dass dieser Code bereits eingelöst ist.',
    'Leverandøren oppgir at koden allerede er brukt.',
  ),
  vendor_code_currency: ({ currency, expected }) =>
    translation(
      `Leverandøren oplyser en værdi i ${currency}. Kun koder i ${expected} kan indløses.`,
      `Leverantören uppger ett värde i ${currency}. Endast koder i ${expected} kan lösas in.`,
      `Der Anbieter nennt einen Wert in ${currency}. Nur Codes in ${expected} können eingelöst werden.`,
      `Leverandøren oppgir en verdi i ${currency}. Bare koder i ${expected} kan innløses.`,
    ),
  too_many_unknown_codes: spokenText(
    'Too many unknown codes were looked up. Nothing was done.',
    'Der er søgt efter for mange koder, der ikke findes. Intet er ændret.',
    'Det har sökts efter för många koder som inte finns. Inget har ändrats.',
    'Es wurde nach zu vielen Codes gesucht, die es nicht gibt. Es wurde nichts geändert.',
    'Det er søkt etter for mange koder som ikke finnes. Ingenting er endret.',
  ),
  sent_too_often: ({ maximum }) =>
    translation(
      `En kode sendes højst ${maximum} gange på et døgn. Intet er sendt.`,
      `En kod skickas högst ${maximum} gånger på ett dygn. Inget har skickats.`,
      `Ein Code wird höchstens ${maximum} Mal am Tag gesendet. Es wurde nichts gesendet.`,
      `En kode sendes høyst ${maximum} ganger på et døgn. Ingenting er sendt.`,
    ),
  search_too_wide: ({ maximum }) =>
    translation(
      `Der er mere end ${maximum} koder at se igennem: gør søgningen mere præcis.`,
      `Det är fler än ${maximum} koder att gå igenom: begränsa sökningen.`,
      `Es sind mehr als ${maximum} Codes durchzusehen: Bitte genauer suchen.`,
      `Det er mer enn ${maximum} koder å se gjennom: gjør søket mer presist.`,
    ),
};
