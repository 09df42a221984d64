import { PassType, PKPass } from 'passkit-generator';
import { channelsOf } from '../../platform/colors.ts';
import { decimalFromMinor } from '../../platform/decimals.ts';
import type { AppleCredentials } from './certificates.ts';
import { drawIcon, logoPng } from './pictures.ts';
import type { LabeledText, WalletCard } from './port.ts';

export const PASS = 'application/vnd.apple.pkpass';

const STYLES = { 'value-card': 'storeCard', voucher: 'coupon', ticket: 'eventTicket' } as const;

/** How a pass is updated: the web service at which devices register, and its token. */
interface PassUpdates {
  /** The same for each version of a card, so that a new version replaces the previous one in the wallet. */
  serial: string;
  url: string;
  token: string;
}

/** Creates a signed pass for Apple Wallet (`.pkpass`). */
export const signedPass = async (card: WalletCard, updates: PassUpdates, apple: AppleCredentials): Promise<Buffer> => {
  const icon = await drawIcon(card.colors);
  const logo = card.logo && (await logoPng(card.logo));
  const files = {
    'icon.png': icon,
    'icon@2x.png': icon,
    'icon@3x.png': icon,
    ...(logo ? { 'logo.png': logo, 'logo@2x.png': logo, 'logo@3x.png': logo } : {}),
  };
  const pass = new PKPass(
    files,
    {
      wwdr: apple.wwdr,
      signerCert: apple.certificate,
      signerKey: apple.key,
      ...(apple.key_passphrase === undefined ? {} : { signerKeyPassphrase: apple.key_passphrase }),
    },
    {
      formatVersion: 1,
      passTypeIdentifier: apple.pass_type_id,
      teamIdentifier: apple.team_id,
      serialNumber: updates.serial,
      webServiceURL: updates.url,
      authenticationToken: updates.token,
      ...(card.state === 'void' ? { voided: true } : {}),
      organizationName: card.shop,
      description: `${card.badge}, ${card.shop}`,
      ...(logo ? {} : { logoText: card.shop }),
      backgroundColor: rgb(card.colors.background),
      foregroundColor: rgb(card.colors.foreground),
      labelColor: rgb(card.colors.foreground),
      ...(card.kind === 'ticket' && card.order ? { groupingIdentifier: card.order.id } : {}),
    },
  );
  pass.types.push(fieldsOf(card));
  pass.setBarcodes({
    format: 'PKBarcodeFormatQR',
    message: card.claimUrl,
    messageEncoding: 'iso-8859-1',
    altText: card.code,
  });
  if (card.endsAtMs !== undefined) pass.setExpirationDate(new Date(card.endsAtMs));
  if (card.event) addStart(pass, new Date(card.event.startsAt));
  return pass.getAsBuffer();
};

/** Sets the start in both formats, because iOS before 18 supports only the first one. */
const addStart = (pass: PKPass, startsAt: Date): void => {
  pass.setRelevantDate(startsAt);
  pass.setRelevantDates([{ relevantDate: startsAt }]);
};

const rgb = (color: string): string => `rgb(${channelsOf(color).join(', ')})`;

const fieldsOf = (card: WalletCard): PassType<'storeCard' | 'coupon' | 'eventTicket'> => {
  const { badge, title, variant, balance, validity, event, seats, order } = card;
  const fields = new PassType(STYLES[card.kind]);
  const field = (key: string, { label, text }: LabeledText) => ({ key, label, value: text });
  const whatItIs = { key: 'title', label: badge, value: title };
  if (balance) {
    const { label, amountMinor, currency } = balance;
    fields.primaryFields.push({
      key: 'balance',
      label,
      value: decimalFromMinor(amountMinor, currency),
      currencyCode: currency,
    });
    fields.secondaryFields.push(whatItIs);
  } else {
    fields.primaryFields.push(whatItIs);
  }
  if (event) fields.secondaryFields.push(field('when', event.when));
  if (event?.where) fields.auxiliaryFields.push({ key: 'where', label: event.where.label, value: event.where.name });
  if (variant) fields.auxiliaryFields.push({ key: 'variant', label: badge, value: variant });
  if (seats) fields.auxiliaryFields.push(field('seats', seats));
  if (validity) fields.auxiliaryFields.push(field('valid', validity));
  fields.backFields.push(
    field('page', card.page),
    ...(event?.where ? [field('place', event.where)] : []),
    ...(order ? [field('order', order)] : []),
    ...card.more.map((each, at) => field(`more-${at}`, each)),
  );
  return fields;
};
