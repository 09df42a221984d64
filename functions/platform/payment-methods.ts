import { minorFromDecimal } from './decimals.ts';
import { ownMember } from './own-member.ts';

/** A payment method, independent of gateways (lib/reference/payments.md#payment-methods). */
interface PaymentMethod {
  /** Brand name of the method. The name of `card` is translated. */
  name: string;
  /** `manual`: authorized first, and captured by the service. `at_once`: captured when the buyer approves. */
  capture: 'manual' | 'at_once';
  /** Supported currencies; absent: every currency. */
  currencies?: readonly string[];
  /** Minimum and maximum total by currency, in whole units; absent: any total. */
  totals?: Readonly<Record<string, readonly [minimum: number, maximum: number]>>;
  /** Number of days after which an authorization expires; 0 if the method has none. */
  authorizedDays: number;
}

export const PAYMENT_METHODS = [
  'card',
  'link',
  'mobilepay',
  'vipps',
  'swish',
  'klarna',
  'paypal',
  'ideal',
  'bancontact',
  'twint',
  'blik',
] as const;
export type PaymentMethodType = (typeof PAYMENT_METHODS)[number];

const words = (text: string): string[] => text.split(' ');

export const METHODS: Readonly<Record<PaymentMethodType, PaymentMethod>> = {
  card: { name: 'Card', capture: 'manual', authorizedDays: 5 },
  link: { name: 'Link', capture: 'manual', authorizedDays: 5 },
  mobilepay: { name: 'MobilePay', capture: 'manual', currencies: words('DKK EUR NOK SEK'), authorizedDays: 7 },
  vipps: { name: 'Vipps', capture: 'manual', currencies: ['NOK'], authorizedDays: 7 },
  swish: {
    name: 'Swish',
    capture: 'at_once',
    currencies: ['SEK'],
    totals: { SEK: [1, 150_000] },
    authorizedDays: 0,
  },
  klarna: {
    name: 'Klarna',
    capture: 'manual',
    currencies: words('CHF CZK DKK EUR GBP NOK PLN RON SEK'),
    totals: {
      CHF: [1, 5_000],
      CZK: [25, 100_000],
      DKK: [10, 100_000],
      EUR: [1, 14_000],
      GBP: [1, 4_000],
      NOK: [10, 100_000],
      PLN: [5, 20_000],
      RON: [5, 20_000],
      SEK: [10, 150_000],
    },
    authorizedDays: 28,
  },
  paypal: {
    name: 'PayPal',
    capture: 'manual',
    currencies: words('AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD'),
    authorizedDays: 10,
  },
  ideal: { name: 'iDEAL', capture: 'at_once', currencies: ['EUR'], authorizedDays: 0 },
  bancontact: { name: 'Bancontact', capture: 'at_once', currencies: ['EUR'], authorizedDays: 0 },
  twint: {
    name: 'TWINT',
    capture: 'at_once',
    currencies: ['CHF'],
    totals: { CHF: [0, 5_000] },
    authorizedDays: 0,
  },
  blik: { name: 'BLIK', capture: 'at_once', currencies: ['PLN'], authorizedDays: 0 },
};

/** Gateways that a company can choose (lib/reference/payments.md#gateways). */
export const COMPANY_GATEWAYS = ['stripe', 'mollie'] as const;
export type CompanyGateway = (typeof COMPANY_GATEWAYS)[number];

export const GATEWAY_NAMES: Readonly<Record<CompanyGateway, string>> = { stripe: 'Stripe', mollie: 'Mollie' };

/** The default gateway. */
export const DEFAULT_GATEWAY: CompanyGateway = 'stripe';

/** The default methods. */
export const DEFAULT_METHODS: readonly PaymentMethodType[] = ['card', 'link'];

/**
 * Methods that are not offered, because their outcome may take days and an unpaid order keeps its stock for 90 minutes
 * at most.
 */
export const DELAYED_METHODS: ReadonlySet<unknown> = new Set(
  words(
    'acss_debit au_becs_debit bacs_debit bank_transfer banktransfer boleto customer_balance directdebit konbini ' +
      'multibanco nz_bank_account oxxo payto sepa_debit sofort us_bank_account',
  ),
);

const hasCurrency = (type: PaymentMethodType, currency: string): boolean =>
  METHODS[type].currencies?.includes(currency) ?? true;

/** Minimum and maximum total of a method, in the smallest currency unit. */
const limitsOf = (type: PaymentMethodType, currency: string): { minimum: number; maximum: number } => {
  const limits = ownMember(METHODS[type].totals ?? {}, currency) ?? [];
  const [minimum = 0, maximum = Infinity] = limits.map((amount) => minorFromDecimal(amount, currency));
  return { minimum, maximum };
};

/** Whether a method supports a total. `total` is in the smallest currency unit. */
const takes = (type: PaymentMethodType, total: number, currency: string): boolean => {
  const { minimum, maximum } = limitsOf(type, currency);
  return hasCurrency(type, currency) && total >= minimum && total <= maximum;
};

/** The methods of a company that support a total in the smallest currency unit, in the company's order. */
export const paymentMethodsFor = (
  chosen: readonly PaymentMethodType[],
  total: number,
  currency: string,
): PaymentMethodType[] => chosen.filter((type) => takes(type, total, currency));

/**
 * `preferred`, or the lowest maximum of the methods with this currency if that is lower. Both are in the smallest
 * currency unit. Minimums are not considered.
 */
export const commonTotal = (chosen: readonly PaymentMethodType[], preferred: number, currency: string): number =>
  Math.min(
    preferred,
    ...chosen.filter((type) => hasCurrency(type, currency)).map((type) => limitsOf(type, currency).maximum),
  );

export interface PaymentMethodDetails {
  /** Type of the method. A gateway may report one that is not offered here, such as its own wallet. */
  type: string;
  /** Brand of a card, in lowercase. */
  brand?: string;
  /** Last four digits of a card. */
  last4?: string;
}

/**
 * Number of days until an authorization expires. Unknown methods, and methods without authorizations, are treated like
 * a card.
 */
export const authorizedDays = (method?: PaymentMethodDetails): number =>
  (method && ownMember(METHODS, method.type)?.authorizedDays) || METHODS.card.authorizedDays;

/** The displayed name of a method: `MobilePay`, `Visa •••• 4242`. `card` is the name of a card without a brand. */
export const methodText = ({ type, brand, last4 }: PaymentMethodDetails, card: string): string => {
  const name = type === 'card' ? (brand ? brandName(brand) : card) : (ownMember(METHODS, type)?.name ?? type);
  return last4 === undefined ? name : `${name} •••• ${last4}`;
};

const BRANDS: Readonly<Record<string, string>> = { amex: 'American Express', jcb: 'JCB', dankort: 'Dankort' };

const brandName = (brand: string): string =>
  ownMember(BRANDS, brand) ?? `${brand.charAt(0).toUpperCase()}${brand.slice(1).replaceAll('_', ' ')}`;
