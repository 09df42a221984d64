import { ownMember } from '../../platform/own-member.ts';

/** Our words on the payment page of a gateway. */
interface GatewayPageTexts {
  order: (reference: string) => string;
  fees: string;
  shipping: string;
}

const EN: GatewayPageTexts = { order: (reference) => `Order ${reference}`, fees: 'Fees', shipping: 'Postage' };

const TEXTS: Readonly<Record<string, GatewayPageTexts>> = {
  en: EN,
  da: { order: (reference) => `Ordre ${reference}`, fees: 'Gebyrer', shipping: 'Porto' },
  de: { order: (reference) => `Bestellung ${reference}`, fees: 'Gebühren', shipping: 'Versand' },
  nb: { order: (reference) => `Ordre ${reference}`, fees: 'Gebyrer', shipping: 'Frakt' },
  sv: { order: (reference) => `Order ${reference}`, fees: 'Avgifter', shipping: 'Porto' },
};

/** The words in the language of the page (`da`, `da_DK`); English where there are none in it. */
export const pageTexts = (locale: string | undefined): GatewayPageTexts =>
  ownMember(TEXTS, locale?.split(/[-_]/)[0] ?? '') ?? EN;
