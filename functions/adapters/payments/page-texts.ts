import { ownMember } from '../../platform/own-member.ts';

/** The texts of the service on a gateway's payment page. */
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
  nb: { order: (reference) => `Ordre ${reference}`, fees: 'Gebyrer', shipping: 'Porto' },
  sv: { order: (reference) => `Order ${reference}`, fees: 'Avgifter', shipping: 'Porto' },
};

/** The texts in the language of the page (`da`, `da_DK`), or in English if they are not translated. */
export const pageTexts = (locale: string | undefined): GatewayPageTexts =>
  ownMember(TEXTS, locale?.split(/[-_]/)[0] ?? '') ?? EN;
