import { createHash } from 'node:crypto';
import { importPKCS8, SignJWT } from 'jose';
import { decimalsOf } from '../../platform/currencies.ts';
import type { GoogleCredentials } from './certificates.ts';
import type { WalletCard } from './port.ts';

/** Google's URL for saving a signed card. */
const SAVE = 'https://pay.google.com/gp/v/save/';

/**
 * Google's limit: longer links may be truncated. Texts are shortened, and the logo is left out, until the link fits. If
 * even the shortest form is too long, it is used anyway.
 */
const TOKEN_MAX_CHARACTERS = 1800;
const TEXT_BYTES = 100;
const FORMS = [
  { textBytes: TEXT_BYTES, hasLogo: true },
  { textBytes: 70, hasLogo: true },
  { textBytes: 45, hasLogo: true },
  { textBytes: 25, hasLogo: true },
  { textBytes: 25, hasLogo: false },
  { textBytes: 12, hasLogo: false },
];
const MICROS_DECIMALS = 6;

/** The link that saves the card in Google Wallet. It contains the card, signed by the operator's service account. */
export const saveLink = async (card: WalletCard, google: GoogleCredentials, nowMs: number): Promise<string> => {
  const key = await importPKCS8(google.private_key, 'RS256');
  const { logoUrl: _, ...plainCard } = card;
  let token = '';
  for (const { textBytes, hasLogo } of FORMS) {
    const payload = payloadOf(hasLogo ? card : plainCard, google.issuer_id, textBytes);
    token = await new SignJWT({ typ: 'savetowallet', origins: [], payload })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(google.client_email)
      .setAudience('google')
      .setIssuedAt(Math.floor(nowMs / 1000))
      .sign(key);
    if (token.length <= TOKEN_MAX_CHARACTERS) break;
  }
  return `${SAVE}${token}`;
};

const payloadOf = (card: WalletCard, issuer: string, textBytes: number): object => {
  const { name, ofClass, ofObject } = googleCard(card, issuer, textBytes);
  return { [`${name}Classes`]: [ofClass], [`${name}Objects`]: [ofObject] };
};

/** A card in Google's format: its class and its object. */
interface GoogleCard {
  name: 'giftCard' | 'offer' | 'eventTicket';
  ofClass: { id: string };
  ofObject: { id: string; classId: string; state: (typeof STATES)[WalletCard['state']] };
}

const STATES = { usable: 'ACTIVE', used: 'COMPLETED', void: 'INACTIVE' } as const;

/** Converts a card to Google's format, with texts of at most `textBytes` bytes. */
export const googleCard = (card: WalletCard, issuer: string, textBytes = TEXT_BYTES): GoogleCard => {
  const short = (text: string): string => cut(text, textBytes);
  const { name, own, ofCard } = MADE[card.kind](card, short);
  const looks = {
    issuerName: short(card.shop),
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: card.colors.background,
  };
  const content = { ...looks, ...own, ...logoOf(card, LOGO_MEMBERS[card.kind]) };
  // Links never change an existing class, so the id depends on the content.
  const classId = `${issuer}.${card.company}-${hashOf(JSON.stringify(content), 12)}`;
  const ofObject = {
    id: `${issuer}.${hashOf(`${card.company}\n${card.code}`, 24)}`,
    classId,
    state: STATES[card.state],
    barcode: { type: 'QR_CODE', value: card.claimUrl, alternateText: card.code },
    ...(card.endsAtMs === undefined ? {} : { validTimeInterval: { end: { date: rfc3339(card.endsAtMs) } } }),
    ...ofCard,
  };
  return { name, ofClass: { id: classId, ...content }, ofObject };
};

interface PassParts {
  /** Prefix of the member names, such as `giftCardClasses` and `giftCardObjects`. */
  name: GoogleCard['name'];
  /** Data that all cards of the class have in common. */
  own: object;
  ofCard: object;
}

const MADE: Record<WalletCard['kind'], (card: WalletCard, short: (text: string) => string) => PassParts> = {
  'value-card': ({ shop, code, balance }, short) => ({
    name: 'giftCard',
    own: { merchantName: short(shop) },
    ofCard: {
      cardNumber: code,
      ...(balance ? { balance: moneyOf(balance), balanceUpdateTime: { date: rfc3339(balance.atMs) } } : {}),
    },
  }),
  voucher: ({ shop, title, variant }, short) => ({
    name: 'offer',
    own: {
      title: short([title, variant].filter(Boolean).join(', ')),
      provider: short(shop),
      redemptionChannel: 'INSTORE',
    },
    ofCard: {},
  }),
  ticket: ({ title, variant, event, order, language }, short) => {
    const localized = (value: string) => ({ defaultValue: { language, value: short(value) } });
    const where = event?.where;
    return {
      name: 'eventTicket',
      own: {
        eventName: localized(title),
        // Google requires both name and address.
        ...(where ? { venue: { name: localized(where.name), address: localized(where.address || where.name) } } : {}),
        ...(event
          ? { dateTime: { start: event.startsAt, ...(event.endsAt === null ? {} : { end: event.endsAt }) } }
          : {}),
      },
      ofCard: {
        ...(variant ? { ticketType: localized(variant) } : {}),
        ...(order ? { reservationInfo: { confirmationCode: order.text } } : {}),
      },
    };
  },
};

/** Name of the logo's member in each class. */
const LOGO_MEMBERS: Record<WalletCard['kind'], string> = {
  'value-card': 'programLogo',
  voucher: 'titleImage',
  ticket: 'logo',
};

/** Google fetches the logo, so only a logo with an `https` URL is included. */
const logoOf = ({ logoUrl }: WalletCard, member: string): object =>
  logoUrl?.startsWith('https://') ? { [member]: { sourceUri: { uri: logoUrl } } } : {};

const moneyOf = ({ amountMinor, currency }: NonNullable<WalletCard['balance']>) => ({
  micros: String(amountMinor * 10 ** (MICROS_DECIMALS - decimalsOf(currency))),
  currencyCode: currency,
});

const rfc3339 = (epochMs: number): string => new Date(epochMs).toISOString();

const hashOf = (text: string, characters: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, characters);

/** Shortens a string to a number of bytes, with an ellipsis. */
const cut = (text: string, mostBytes: number): string => {
  if (Buffer.byteLength(text) <= mostBytes) return text;
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(`${kept}${segment}…`) > mostBytes) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
};
