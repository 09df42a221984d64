import {
  METHODS,
  methodText,
  type PaymentMethodDetails,
  type PaymentMethodType,
} from '../../platform/payment-methods.ts';
import type { PageLanguage } from '../../platform/page-languages.ts';

/** The label of the payment method, and the word for a card without a brand. */
const WORDS: Readonly<Record<PageLanguage, readonly [label: string, card: string]>> = {
  da: ['Betalt med', 'Kort'],
  en: ['Paid with', 'Card'],
  de: ['Bezahlt mit', 'Karte'],
  sv: ['Betalt med', 'Kort'],
  no: ['Betalt med', 'Kort'],
};

/** Name of a payment method that a company offers. */
export const methodName = (language: PageLanguage, type: PaymentMethodType): string =>
  type === 'card' ? WORDS[language][1] : METHODS[type].name;

/**
 * Payment method of an order as label and value: `Paid with`, `Visa •••• 4242`. The value is empty if the method is
 * unknown.
 */
export const paidWith = (
  language: PageLanguage,
  method: PaymentMethodDetails | null,
): [label: string, value: string] => {
  const [label, card] = WORDS[language];
  return [label, method ? methodText(method, card) : ''];
};
