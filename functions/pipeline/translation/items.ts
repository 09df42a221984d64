import type { ISSUING } from '../../platform/messages/issuing.ts';
import type { ITEM_CHANGES } from '../../platform/messages/item-changes.ts';
import type { ITEMS } from '../../platform/messages/items.ts';
import { translationOf } from '../../platform/messages/message.ts';
import { translation, type LegacyTranslations, type Translation } from './translation.ts';

/** Why an item cannot be redeemed. */
export const items = {
  item_used: translation(
    'Koden er allerede brugt.',
    'Koden är redan använd.',
    'Der Code ist bereits eingelöst.',
    'Koden er allerede brukt.',
  ),
  item_unpaid: translation(
    'Koden er endnu ikke betalt.',
    'Koden är inte betald än.',
    'Der Code ist noch nicht bezahlt.',
    'Koden er ikke betalt ennå.',
  ),
  item_empty: translation(
    'Der er intet tilbage på koden.',
    'Det finns inget kvar på koden.',
    'Vom Code ist nichts mehr übrig.',
    'Det er ingenting igjen på koden.',
  ),
  item_expired: ({ day }) =>
    translation(
      `Koden udløb den ${day}.`,
      `Koden gick ut den ${day}.`,
      `Der Code ist am ${day} abgelaufen.`,
      `Koden utløp den ${day}.`,
    ),
  item_cancelled: translation(
    'Koden er annulleret.',
    'Koden är makulerad.',
    'Der Code ist storniert.',
    'Koden er annullert.',
  ),
  item_blocked: translation('Koden er spærret.', 'Koden är spärrad.', 'Der Code ist gesperrt.', 'Koden er sperret.'),
} satisfies LegacyTranslations<
  typeof ITEMS,
  | 'item_disputed'
  | 'item_replaced'
  | 'item_blocked_because'
  | 'amount_reserved'
  | 'amount_reserved_for_order'
  | 'pieces_reserved'
  | 'pieces_reserved_for_order'
  | 'item_reserved'
  | 'item_reserved_for_order'
>;

const PARTLY_USED = translation(
  'En del af den er allerede brugt.',
  'En del av den är redan använd.',
  'Ein Teil davon ist bereits eingelöst.',
  'En del av den er allerede brukt.',
);

const GROUP_REASONS = { ...items, item_partly_used: PARTLY_USED };

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
  claim_above_amount: ({ amount, currency, held }) =>
    held === null
      ? translation(
          `Højst ${amount} ${currency} af koden kan indløses.`,
          `Högst ${amount} ${currency} av koden kan lösas in.`,
          `Höchstens ${amount} ${currency} des Codes können eingelöst werden.`,
          `Høyst ${amount} ${currency} av koden kan innløses.`,
        )
      : undefined,
  claim_above_pieces: ({ pieces, held }) =>
    held === null
      ? translation(
          `Højst ${pieces} stk. af koden kan indløses.`,
          `Högst ${pieces} st. av koden kan lösas in.`,
          `Höchstens ${pieces} Stück des Codes können eingelöst werden.`,
          `Høyst ${pieces} stk. av koden kan innløses.`,
        )
      : undefined,
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
    const english = String(reason);
    const { da, sv, de, nb } =
      translationOf<undefined, Translation>(GROUP_REASONS, reason, undefined) ??
      translation(english, english, english, english);
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
} satisfies LegacyTranslations<
  typeof ITEM_CHANGES,
  | 'status_refused'
  | 'claim_repaid'
  | 'claim_paid_order'
  | 'not_refunded_by_amount'
  | 'not_refunded_by_piece'
  | 'item_not_adjustable'
  | 'item_money_refunded'
  | 'adjustment_not_representable'
  | 'lowering_above_maximum'
  | 'value_above_maximum'
  | 'value_too_large'
  | 'value_refunded_short'
  | 'validity_too_early'
  | 'item_busy'
  | 'items_busy'
  | 'order_items_busy'
  | 'order_items_incomplete'
  | 'order_items_none'
  | 'order_items_differ'
  | 'order_being_captured'
  | 'claim_being_undone'
  | 'group_unknown'
  | 'vendor_code_used'
  | 'vendor_code_currency'
  | 'too_many_unknown_codes'
  | 'sent_too_often'
  | 'search_too_wide'
>;

/** Reasons for refusing to issue a card or to activate a dormant code. */
export const issuing = {
  item_active: translation(
    'Koden er allerede aktiv.',
    'Koden är redan aktiv.',
    'Der Code ist bereits aktiv.',
    'Koden er allerede aktiv.',
  ),
  card_amount_out_of_range: ({ seller, from, to, currency }) => {
    // The maximum is null only for promotions, because a company always has one.
    if (seller === 'promotion' || to === null) return undefined;
    return translation(
      `Beløbet skal hos denne virksomhed være fra ${from} til ${to} ${currency}.`,
      `Beloppet måste hos detta företag vara från ${from} till ${to} ${currency}.`,
      `Der Betrag muss bei diesem Unternehmen von ${from} bis ${to} ${currency} sein.`,
      `Beløpet må hos denne bedriften være fra ${from} til ${to} ${currency}.`,
    );
  },
  validity_passed: translation('Dagen er gået.', 'Dagen har passerat.', 'Dieser Tag ist vorbei.', 'Dagen er passert.'),
} satisfies LegacyTranslations<
  typeof ISSUING,
  | 'campaign_not_open'
  | 'item_awaits_capture'
  | 'code_value_fixed'
  | 'activation_below_minimum'
  | 'activation_above_maximum'
  | 'code_without_value'
  | 'settlement_not_enabled'
>;
