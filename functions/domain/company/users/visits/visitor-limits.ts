import { consumeRateLimit, type RateLimit } from '../../../../storage/limits/fixed-window.ts';
import type { Limit } from '../../../../storage/limits/sliding-window.ts';
import { visitsKey } from './rows.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../platform/durations.ts';

/** Far more than a household needs during an on-sale, but soon exceeded by a script. */
const VIEWS_PER_MINUTE = 300;
const ORDERS_PER_MINUTE = 20;
/** Enough for a buyer who mistypes postcodes. */
const PICKUP_LOOKUPS_PER_MINUTE = 12;
/**
 * Key of limits across all companies. A caller can use any company's pages, so a limit per company could be bypassed.
 */
const ALL_COMPANIES = '*';

export interface Visitor {
  company: string;
  address: string;
}

/** Counts a view of a company's page. Throws `LimitExceeded`. */
export const consumeViewLimit = ({ company, address }: Visitor): Promise<void> =>
  consumeRateLimit({ key: visitsKey(company, address, 'views'), maximum: VIEWS_PER_MINUTE, windowMs: MINUTE_MS });

/** Counts an order. Throws `LimitExceeded`. */
export const consumeOrderLimit = ({ company, address }: Visitor): Promise<void> =>
  consumeRateLimit({ key: visitsKey(company, address, 'orders'), maximum: ORDERS_PER_MINUTE, windowMs: MINUTE_MS });

/** Counts a lookup of pickup points. Throws `LimitExceeded`. */
export const consumeVisitorLookupLimit = ({ company, address }: Visitor): Promise<void> =>
  consumeRateLimit({
    key: visitsKey(company, address, 'pickup-lookups'),
    maximum: PICKUP_LOOKUPS_PER_MINUTE,
    windowMs: MINUTE_MS,
  });

/**
 * Maximum number of pictures in one form, and maximum per hour from one IP address. A household or an office may share
 * an IP address.
 */
export const PICTURES_OF_FORM = 8;
export const PICTURES_PER_HOUR = 40;
/**
 * Maximum checks per picture. A picture that could not be stored or decoded is checked again, and each check may read
 * and decode 10 MB.
 */
const CHECKS_OF_PICTURE = 3;
/** A form is valid for a day. */
const FORM_MS = DAY_MS;

const consumePictureLimit = async (
  what: 'pictures' | 'picture-checks',
  { company, address, form }: Visitor & { form: string },
  factor: number,
): Promise<void> => {
  const ofForm = visitsKey(company, `form ${form}`, what);
  await consumeRateLimit({ key: ofForm, maximum: PICTURES_OF_FORM * factor, windowMs: FORM_MS });
  const ofAddress = visitsKey(ALL_COMPANIES, address, what);
  await consumeRateLimit({ key: ofAddress, maximum: PICTURES_PER_HOUR * factor, windowMs: HOUR_MS });
};

/** Counts an upload slot per form and per IP address. Throws `LimitExceeded`. */
export const consumePictureSlotLimit = (of: Visitor & { form: string }): Promise<void> =>
  consumePictureLimit('pictures', of, 1);

/** Counts a check of uploaded bytes in the same way. Throws `LimitExceeded`. */
export const consumePictureCheckLimit = (of: Visitor & { form: string }): Promise<void> =>
  consumePictureLimit('picture-checks', of, CHECKS_OF_PICTURE);

/** Far more than the people in one shop look up. The limit on unknown codes allows for typing errors. */
const CODE_LOOKUPS_PER_MINUTE = 120;
const MISSES_PER_HOUR = 20;

/** Limit on code lookups from one IP address, for known and unknown codes. */
export const codeLookupLimit = (address: string): RateLimit => ({
  key: visitsKey(ALL_COMPANIES, address, 'codes'),
  maximum: CODE_LOOKUPS_PER_MINUTE,
  windowMs: MINUTE_MS,
});

/** Limit on lookups of unknown codes. */
export const unknownCodeLimit = (address: string): Limit => ({
  key: visitsKey(ALL_COMPANIES, address, 'unknown-codes'),
  maximum: MISSES_PER_HOUR,
  lengthMs: HOUR_MS,
});

const GIFT_CARD_MISSES = 10;
const GIFT_CARD_MS = 10 * MINUTE_MS;

/**
 * Unknown codes that one IP address may enter to pay for an order, across all pages
 * (lib/reference/payments.md#gift-cards).
 */
export const unknownGiftCardLimit = (address: string): Limit => ({
  key: visitsKey(ALL_COMPANIES, address, 'gift-card-misses'),
  maximum: GIFT_CARD_MISSES,
  lengthMs: GIFT_CARD_MS,
});

/** Far more documents than people in one network open; each may have to be rendered. */
export const DOCUMENTS_PER_MINUTE = 60;

/** Counts a document that is read through its link, across all companies. Throws `LimitExceeded`. */
export const consumeDocumentLimit = (address: string): Promise<void> =>
  consumeRateLimit({
    key: visitsKey(ALL_COMPANIES, address, 'documents'),
    maximum: DOCUMENTS_PER_MINUTE,
    windowMs: MINUTE_MS,
  });

/** A device reports rarely, but a mobile carrier's IP address serves many devices. */
const WALLET_LOGS_PER_MINUTE = 20;

/** Counts a log report that a device sends about its passes. Throws `LimitExceeded`. */
export const consumeWalletLogLimit = (address: string): Promise<void> =>
  consumeRateLimit({
    key: visitsKey(ALL_COMPANIES, address, 'wallet-logs'),
    maximum: WALLET_LOGS_PER_MINUTE,
    windowMs: MINUTE_MS,
  });
