import type { LabeledText, WalletCard } from '../../../adapters/wallet/port.ts';
import { LAST_MOMENT_MS } from '../../../platform/clock.ts';
import { brandOf } from '../../company/brand/rules.ts';
import { formatAmount, formatDay, formatEventTime } from '../documents/format.ts';
import { contactParts, familyOfItem, termsTextOf } from '../documents/rules.ts';
import type { Language } from '../documents/schema.ts';
import { documentTextsIn } from '../documents/texts.ts';
import type { HolderView } from '../holder/holder-view.ts';
import { claimUrlOf } from '../../value/items/claim-url.ts';
import type { ItemRow } from '../../value/items/rows.ts';
import { CANCELLED, USED } from '../../value/items/statuses.ts';
import { claimableUntilMs, claimError, type ItemTerms } from '../../value/items/rules.ts';
import { isSpentByAmount, isSpentByPiece } from '../../value/items/kinds.ts';
import { walletTextsIn } from './texts.ts';
import { venueAddress } from '../../catalog/products/venue-address.ts';

/** Maximum length of the terms on the back of a card; the page of the card has the full text. */
const TERMS_MAX_CHARACTERS = 1500;

/** Whether a card may be added to a wallet. It must be usable. */
export const isForWallets = (item: ItemRow, terms: ItemTerms): boolean => claimError(item, terms) === null;

/** Language of a card, and the locale tag for its dates and amounts. */
interface CardLocale {
  language: Language;
  tag: string;
}

/** Content of a card in a wallet. Like the page of the card, it contains no name of a person. */
export const walletCard = (held: HolderView & { item: ItemRow }, { language, tag }: CardLocale): WalletCard => {
  const { company, item, terms } = held;
  const texts = documentTextsIn(language);
  const { displayName, colors } = brandOf(company);
  const family = familyOfItem(item);
  const endsAtMs = claimableUntilMs(item.validUntilMs, terms);
  const claimUrl = claimUrlOf(item);
  return {
    kind: isSpentByAmount(item) ? 'value-card' : family === 'event_ticket' ? 'ticket' : 'voucher',
    state: stateOf(item),
    company: company.slug,
    shop: displayName,
    language,
    colors: { background: colors.primary, foreground: colors.onPrimary },
    badge: texts.badge[family],
    title: item.title,
    ...(item.variant ? { variant: item.variant } : {}),
    code: item.code,
    claimUrl,
    ...(isSpentByAmount(item) ? { balance: balanceOf(held, { language, tag }) } : {}),
    ...(item.event
      ? { event: eventOf(held, item.event, { language, tag }) }
      : { validity: { label: texts.validUntil, text: formatDay(item.validUntilMs, company.time_zone, tag) } }),
    ...(endsAtMs === Infinity ? {} : { endsAtMs: Math.min(endsAtMs, LAST_MOMENT_MS) }),
    ...(isSpentByPiece(item) ? { seats: { label: texts.seats, text: texts.admits(item.remainingPieces) } } : {}),
    ...(item.orderReference === null
      ? {}
      : { order: { label: texts.orderNumber, text: item.orderReference, id: item.orderId } }),
    more: moreOf(held, language),
    page: { label: walletTextsIn(language).today, text: claimUrl },
  };
};

/** A spent item whose order was refunded in full stays Used, and is void as a pass. */
const stateOf = ({ status, repaidWhole }: ItemRow): WalletCard['state'] => {
  if (status === CANCELLED || repaidWhole) return 'void';
  return status === USED ? 'used' : 'usable';
};

const balanceOf = ({ item, company, terms }: HolderView & { item: ItemRow }, { language, tag }: CardLocale) => ({
  label: walletTextsIn(language).balanceOn(formatDay(terms.nowMs, company.time_zone, tag)),
  text: formatAmount(item.remainingMinor, item.currency, tag),
  amountMinor: item.remainingMinor,
  currency: item.currency,
  atMs: terms.nowMs,
});

const eventOf = (
  { event, company }: HolderView,
  own: NonNullable<ItemRow['event']>,
  { language, tag }: CardLocale,
): NonNullable<WalletCard['event']> => {
  const texts = documentTextsIn(language);
  const shown = event ?? { ...own, datePrecision: 'date_time' };
  const venue = event?.venue;
  const address = venueAddress(venue).join(', ');
  const place = [venue?.name, address].flatMap((part) => part || []);
  const [name] = place;
  return {
    slug: own.slug,
    startsAt: shown.startsAt,
    endsAt: shown.endsAt,
    when: { label: texts.when, text: formatEventTime(shown, company.time_zone, tag) },
    ...(name === undefined ? {} : { where: { label: texts.where, text: place.join('\n'), name, address } }),
  };
};

/** Place of redemption, contact details of the shop, and the terms. */
const moreOf = ({ company, item }: HolderView & { item: ItemRow }, language: Language): LabeledText[] => {
  const texts = documentTextsIn(language);
  const contact = contactParts(company).join('\n');
  const terms = [...termsTextOf(company, familyOfItem(item), language)];
  const short = terms.length > TERMS_MAX_CHARACTERS ? [...terms.slice(0, TERMS_MAX_CHARACTERS), ' …'] : terms;
  const termsText = [short.join(''), company.terms?.url].filter(Boolean).join('\n');
  return [
    ...(contact ? [{ label: texts.redeemAt, text: contact }] : []),
    ...(termsText ? [{ label: texts.terms, text: termsText }] : []),
  ];
};
