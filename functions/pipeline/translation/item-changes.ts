import type { ITEM_CHANGES } from '../../platform/messages/item-changes.ts';
import { translationOf, type Message } from '../../platform/messages/message.ts';
import { items } from './items.ts';
import { STATUS_TEXTS } from './names.ts';
import { translation, type LegacyTranslations, type Translation } from './translation.ts';

const PARTLY_USED = translation(
  'En del af den er allerede brugt.',
  'En del av den är redan använd.',
  'Ein Teil davon ist bereits eingelöst.',
  'En del av den er allerede brukt.',
);

const REASONS = { ...items, item_partly_used: PARTLY_USED };

/** A reason that is part of another text. */
const reasonIn = (reason: Message): Translation => {
  const english = String(reason);
  return (
    translationOf<undefined, Translation>(REASONS, reason, undefined) ?? translation(english, english, english, english)
  );
};

/** A reservation as a second sentence; empty without one. */
const reservedAfter = (held: Message | null): Translation => {
  if (held === null) return translation('', '', '', '');
  const { da, sv, de, nb } = reasonIn(held);
  return translation(` ${da}`, ` ${sv}`, ` ${de}`, ` ${nb}`);
};

/** Why a redemption or its reversal is refused. */
export const itemChanges = {
  item_unclaimed: translation(
    'Intet er indløst på koden.',
    'Inget har lösts in på koden.',
    'Vom Code wurde nichts eingelöst.',
    'Ingenting er innløst på koden.',
  ),
  item_claimed: translation(
    'Noget af koden er indløst. Tilbagefør det først.',
    'En del av koden är inlöst. Återför den först.',
    'Ein Teil ist eingelöst. Bitte zuerst zurückbuchen.',
    'Noe av koden er innløst. Tilbakefør det først.',
  ),
  not_claimed_by_amount: translation(
    'Koden kan ikke indløses efter amount.',
    'Koden kan inte lösas in efter amount.',
    'Der Code kann nicht nach amount eingelöst werden.',
    'Koden kan ikke innløses etter amount.',
  ),
  not_claimed_by_piece: translation(
    'Koden kan ikke indløses efter piece.',
    'Koden kan inte lösas in efter piece.',
    'Der Code kann nicht nach piece eingelöst werden.',
    'Koden kan ikke innløses etter piece.',
  ),
  claim_amount_missing: translation(
    'En forespørgsel af typen amount kræver et amount.',
    'En begäran av typen amount kräver ett amount.',
    'Eine Anfrage vom Typ amount braucht ein Feld amount.',
    'En forespørsel av typen amount krever et amount.',
  ),
  claim_pieces_missing: translation(
    'En forespørgsel af typen piece kræver et number.',
    'En begäran av typen piece kräver ett number.',
    'Eine Anfrage vom Typ piece braucht ein Feld number.',
    'En forespørsel av typen piece krever et number.',
  ),
  amount_not_taken: translation(
    'Kun en forespørgsel af typen amount har et amount.',
    'Bara en begäran av typen amount har ett amount.',
    'Nur eine Anfrage vom Typ amount hat ein Feld amount.',
    'Bare en forespørsel av typen amount har et amount.',
  ),
  pieces_not_taken: translation(
    'Kun en forespørgsel af typen piece har et number.',
    'Bara en begäran av typen piece har ett number.',
    'Nur eine Anfrage vom Typ piece hat ein Feld number.',
    'Bare en forespørsel av typen piece har et number.',
  ),
  claim_above_amount: ({ amount, currency, held }) => {
    const after = reservedAfter(held);
    return translation(
      `Højst ${amount} ${currency} af koden kan indløses.${after.da}`,
      `Högst ${amount} ${currency} av koden kan lösas in.${after.sv}`,
      `Höchstens ${amount} ${currency} des Codes können eingelöst werden.${after.de}`,
      `Høyst ${amount} ${currency} av koden kan innløses.${after.nb}`,
    );
  },
  claim_above_pieces: ({ pieces, held }) => {
    const after = reservedAfter(held);
    return translation(
      `Højst ${pieces} stk. af koden kan indløses.${after.da}`,
      `Högst ${pieces} st. av koden kan lösas in.${after.sv}`,
      `Höchstens ${pieces} Stück des Codes können eingelöst werden.${after.de}`,
      `Høyst ${pieces} stk. av koden kan innløses.${after.nb}`,
    );
  },
  undo_above_amount: ({ amount, currency }) =>
    translation(
      `Højst ${amount} ${currency} af koden kan tilbageføres.`,
      `Högst ${amount} ${currency} av koden kan återföras.`,
      `Höchstens ${amount} ${currency} des Codes können zurückgebucht werden.`,
      `Høyst ${amount} ${currency} av koden kan tilbakeføres.`,
    ),
  undo_above_pieces: ({ pieces }) =>
    translation(
      `Højst ${pieces} stk. af koden kan tilbageføres.`,
      `Högst ${pieces} st. av koden kan återföras.`,
      `Höchstens ${pieces} Stück des Codes können zurückgebucht werden.`,
      `Høyst ${pieces} stk. av koden kan tilbakeføres.`,
    ),
  undo_above_redemptions: ({ maximum }) =>
    translation(
      `Højst ${maximum} indløsninger kan tilbageføres på én gang: tilbagefør en mindre del først.`,
      `Högst ${maximum} inlösen kan återföras på en gång: återför en mindre del först.`,
      `Höchstens ${maximum} Einlösungen können auf einmal zurückgebucht werden: Bitte zuerst einen kleineren Teil zurückbuchen.`,
      `Høyst ${maximum} innløsninger kan tilbakeføres på én gang: tilbakefør en mindre del først.`,
    ),
  group_not_claimable: ({ code, reason }) => {
    const { da, sv, de, nb } = reasonIn(reason);
    return translation(
      `Ordren kan ikke indløses samlet. ${code}: ${da}`,
      `Ordern kan inte lösas in som grupp. ${code}: ${sv}`,
      `Die Bestellung kann nicht als Gruppe eingelöst werden. ${code}: ${de}`,
      `Ordren kan ikke innløses samlet. ${code}: ${nb}`,
    );
  },
  item_partly_used: PARTLY_USED,
  too_many_decimals: ({ places }) =>
    translation(
      `Det skal være et beløb med højst ${places} decimaler.`,
      `Det måste vara ett belopp med högst ${places} decimaler.`,
      `Dies muss ein Betrag mit höchstens ${places} Nachkommastellen sein.`,
      `Det må være et beløp med høyst ${places} desimaler.`,
    ),
  date_malformed: translation(
    'Det skal være en dato, der findes, som YYYY-MM-DD.',
    'Det måste vara ett datum som finns, som YYYY-MM-DD.',
    'Dies muss ein bestehendes Datum sein, als YYYY-MM-DD.',
    'Det må være en dato som finnes, som YYYY-MM-DD.',
  ),
  days_missing: translation(
    'Send date_from og date_to, begge som YYYY-MM-DD.',
    'Skicka date_from och date_to, båda som YYYY-MM-DD.',
    'Sende date_from und date_to, beide als YYYY-MM-DD.',
    'Send date_from og date_to, begge som YYYY-MM-DD.',
  ),
  search_too_short: ({ minimum }) =>
    translation(
      `En søgning skal have mindst ${minimum} tegn.`,
      `En sökning behöver minst ${minimum} tecken.`,
      `Eine Suche braucht mindestens ${minimum} Zeichen.`,
      `Et søk må ha minst ${minimum} tegn.`,
    ),
  search_without_filter: translation(
    'Send mindst et af felterne order_id, group_code og search.',
    'Skicka minst ett av fälten order_id, group_code och search.',
    'Sende mindestens eines der Felder order_id, group_code und search.',
    'Send minst ett av feltene order_id, group_code og search.',
  ),
  claim_repaid: translation(
    'Det indløste er refunderet med ordren.',
    'Pengarna för det inlösta har betalats tillbaka med ordern.',
    'Das Geld für das Eingelöste wurde mit der Bestellung erstattet.',
    'Pengene for det innløste er refundert med ordren.',
  ),
  claim_paid_order: ({ order }) =>
    translation(
      `Det indløste har betalt ordre ${order}: refundér den ordre i stedet.`,
      `Det inlösta har betalat order ${order}: återbetala den ordern i stället.`,
      `Das Eingelöste hat die Bestellung ${order} bezahlt: Bitte stattdessen diese Bestellung erstatten.`,
      `Det innløste har betalt ordre ${order}: refunder den ordren i stedet.`,
    ),
  not_refunded_by_amount: translation(
    'Koden kan ikke tilbageføres med et beløb.',
    'Koden kan inte återföras med ett belopp.',
    'Von diesem Code kann kein Betrag zurückgebucht werden.',
    'Koden kan ikke tilbakeføres med et beløp.',
  ),
  not_refunded_by_piece: translation(
    'Koden kan ikke tilbageføres stykvis.',
    'Koden kan inte återföras styckvis.',
    'Dieser Code kann nicht stückweise zurückgebucht werden.',
    'Koden kan ikke tilbakeføres stykkevis.',
  ),
  item_busy: translation(
    'Koden bliver ændret af for mange på én gang. Prøv igen.',
    'Koden ändras av för många på en gång. Försök igen.',
    'Der Code wird von zu vielen zugleich geändert. Bitte noch einmal versuchen.',
    'Koden endres av for mange på én gang. Prøv igjen.',
  ),
  items_busy: translation(
    'Koderne ændres af for mange på én gang. Prøv igen.',
    'Koderna ändras av för många samtidigt. Försök igen.',
    'Die Codes werden gerade von zu vielen geändert. Bitte erneut versuchen.',
    'Kodene endres av for mange på én gang. Prøv igjen.',
  ),
  order_being_captured: translation(
    'Kodens ordre er ved at blive betalt. Prøv igen.',
    'Kodens order håller på att betalas. Försök igen.',
    'Die Bestellung dieses Codes wird gerade bezahlt. Bitte noch einmal versuchen.',
    'Ordren til koden blir betalt akkurat nå. Prøv igjen.',
  ),
  claim_being_undone: translation(
    'Indløsningen er ved at blive tilbageført. Prøv igen.',
    'Inlösningen håller på att återföras. Försök igen.',
    'Diese Einlösung wird gerade zurückgebucht. Bitte noch einmal versuchen.',
    'Innløsningen er i ferd med å bli tilbakeført. Prøv igjen.',
  ),
  too_many_unknown_codes: translation(
    'Der er søgt efter for mange koder, der ikke findes. Intet er ændret.',
    'Det har sökts efter för många koder som inte finns. Inget har ändrats.',
    'Es wurde nach zu vielen Codes gesucht, die es nicht gibt. Es wurde nichts geändert.',
    'Det er søkt etter for mange koder som ikke finnes. Ingenting er endret.',
  ),
  status_refused: ({ status }) => {
    const { da, sv, de, nb } = STATUS_TEXTS[status];
    return translation(
      `Kodens status er ${da}.`,
      `Kodens status är ${sv}.`,
      `Der Status des Codes ist ${de}.`,
      `Statusen til koden er ${nb}.`,
    );
  },
  item_money_refunded: translation(
    'Koden er refunderet.',
    'Pengarna för koden har betalats tillbaka.',
    'Das Geld für den Code wurde erstattet.',
    'Pengene for koden er refundert.',
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
} satisfies LegacyTranslations<
  typeof ITEM_CHANGES,
  | 'item_not_adjustable'
  | 'adjustment_not_representable'
  | 'lowering_above_maximum'
  | 'value_above_maximum'
  | 'value_too_large'
  | 'value_refunded_short'
  | 'validity_too_early'
  | 'order_items_differ'
>;
