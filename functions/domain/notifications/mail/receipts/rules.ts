import { countryName } from '../../../../platform/countries.ts';
import { lastOfCode } from '../../../catalog/codes/rules.ts';
import { methodText } from '../../../../platform/payment-methods.ts';
import type { CompanyRow } from '../../../company/companies/rows.ts';
import { formatAmount, formatDay, inOneLine } from '../../../fulfillment/documents/format.ts';
import type { Language } from '../../../fulfillment/documents/schema.ts';
import { formatTag, documentLanguage } from '../../../fulfillment/documents/texts.ts';
import { mailTextsIn, type MailTexts } from '../texts.ts';
import { gatewayShare, paidCards } from '../../../checkout/orders/gift-cards.ts';
import type { OrderPayment, OrderRow } from '../../../checkout/orders/rows.ts';
import type { CompanyAddress } from '../../../catalog/products/parties.ts';
import type { OrderLine } from '../../../catalog/products/line-shape.ts';

interface ReceiptRow {
  label: string;
  /** A second line under the label. */
  detail?: string | undefined;
  value: string;
  isTotal?: boolean;
  /** Less prominent than the prices. */
  isMinor?: boolean;
}

/** Content of a receipt, shared by email and document. */
interface Receipt {
  language: Language;
  title: string;
  reference: string;
  /** Number, date, payment method. */
  facts: ReceiptRow[];
  lines: ReceiptRow[];
  /** From discount to total, with the contained VAT. */
  sums: ReceiptRow[];
  /** Seller and buyer. */
  parties: { label: string; lines: string[] }[];
}

/** The receipt of an order: items, prices, VAT, seller, buyer and payment. */
export const receiptOf = (order: OrderRow, company: CompanyRow): Receipt => {
  const language = documentLanguage(order.locale, company.language);
  const tag = formatTag(order.locale, language);
  const texts = mailTextsIn(language);
  const column = columnOf(order);
  const money = (minor: number): string => formatAmount(minor, order.amounts.currency, tag, column);
  const paidAtMs = order.payment.capturedAtMs ?? order.payment.settlement?.atMs ?? order.createdAtMs;
  const paidBy = wayOfPayment(order.payment, texts);
  const cards = paidCards(order.payment);
  return {
    language,
    title: texts.receipt,
    reference: order.reference,
    facts: [
      { label: texts.orderNumber, value: order.reference },
      { label: texts.date, value: formatDay(paidAtMs, company.time_zone, tag) },
      ...(paidBy === undefined || cards.length > 0 ? [] : [{ label: texts.paidBy, value: paidBy }]),
    ],
    lines: order.lines.map((line) => lineRow(line, texts, money)),
    sums: [...sumsOf(order, { texts, tag, money }), ...paymentRows(order, paidBy, { texts, money })],
    parties: partiesOf(order, company, { texts, tag }),
  };
};

/** The amounts of a column. If one of them has decimals, all are shown with decimals. */
const columnOf = ({ lines, amounts, payment }: OrderRow): number[] => [
  ...lines.flatMap(({ amount, subtotal }) => [amount, subtotal]),
  amounts.discount,
  amounts.fees,
  amounts.shipping,
  amounts.total,
  ...amounts.included_vat.map(({ vat }) => vat),
  ...paidCards(payment).map(({ amount }) => amount),
];

const wayOfPayment = ({ gateway, method, settlement }: OrderPayment, texts: MailTexts): string | undefined => {
  if (settlement) return texts.payment.invoice(settlement.externalReference);
  if (gateway === undefined) return undefined;
  const way = methodText(method ?? { type: 'card' }, texts.payment.card);
  return gateway === 'test' ? `${way} (${texts.payment.test})` : way;
};

/**
 * The amount that each gift card paid, and the rest. For an order without gift cards, the facts contain the payment
 * method.
 */
const paymentRows = (
  order: OrderRow,
  paidBy: string | undefined,
  { texts, money }: Pick<ReceiptContext, 'texts' | 'money'>,
): ReceiptRow[] => {
  const cards = paidCards(order.payment);
  if (cards.length === 0) return [];
  const gatewayMinor = gatewayShare(order);
  const parts = cards.map(({ code, amount }) => ({ way: texts.payment.giftCard(lastOfCode(code)), amount }));
  if (gatewayMinor > 0 && paidBy !== undefined) parts.push({ way: paidBy, amount: gatewayMinor });
  return parts.map(({ way, amount }) => ({ label: `${texts.paidBy}: ${way}`, value: money(amount) }));
};

const lineRow = (line: OrderLine, texts: MailTexts, money: (minor: number) => string): ReceiptRow => ({
  label: `${line.quantity} × ${inOneLine([line.name, line.optionName], ', ')}`,
  ...(line.quantity > 1 ? { detail: texts.each(money(line.amount)) } : {}),
  value: money(line.subtotal),
});

interface ReceiptContext {
  texts: MailTexts;
  tag: string;
  money: (minor: number) => string;
}

/** The sums, with VAT by rate. Cards are taxed on redemption, unless their product is single-purpose. */
const sumsOf = ({ amounts, lines }: OrderRow, { texts, tag, money }: ReceiptContext): ReceiptRow[] => {
  const percent = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 6 });
  const untaxed = lines.filter(({ vatTreatment }) => vatTreatment === 'multi_purpose');
  const textOfVat = untaxed.length === lines.length ? texts.vat : texts.vatOfAll;
  const optional = [
    { label: texts.discount, minor: -amounts.discount },
    { label: texts.fees, minor: amounts.fees },
    { label: texts.shipping, minor: amounts.shipping },
  ].flatMap(({ label, minor }) => (minor === 0 ? [] : [{ label, value: money(minor) }]));
  return [
    ...optional,
    { label: texts.total, value: money(amounts.total), isTotal: true },
    ...amounts.included_vat
      .filter(({ vat }) => vat > 0)
      .map(({ rate, base, vat }) => ({
        label: textOfVat(percent.format(rate / 100), money(base + vat)),
        value: money(vat),
        isMinor: true,
      })),
    ...(untaxed.length > 0
      ? [
          {
            label: texts.notTaxed,
            value: money(untaxed.reduce((sum, { subtotal, discount }) => sum + subtotal - discount, 0)),
            isMinor: true,
          },
        ]
      : []),
  ];
};

type Address = Pick<CompanyAddress, 'street' | 'postcode' | 'city' | 'country'>;

const addressOf = ({ street, postcode, city, country }: Address, tag: string): string[] => {
  const place = [`${postcode ?? ''} ${city ?? ''}`.trim(), country && countryName(country, tag)];
  return [street ?? '', inOneLine(place, ', ')].filter(Boolean);
};

const partiesOf = (
  order: OrderRow,
  company: CompanyRow,
  { texts, tag }: Pick<ReceiptContext, 'texts' | 'tag'>,
): Receipt['parties'] => {
  const { seller, sender } = order;
  const buyer = sender.company;
  const vat = (number: string | null | undefined): string[] => (number ? [texts.vatNumber(number)] : []);
  return [
    {
      label: texts.seller,
      lines: [seller.name, ...(company.address ? addressOf(company.address, tag) : []), ...vat(seller.vatNumber)],
    },
    {
      label: texts.buyer,
      lines: [
        ...(buyer ? [buyer.name, ...addressOf(buyer, tag), ...vat(buyer.vat_number)] : []),
        ...[sender.name, sender.email].filter(Boolean),
      ],
    },
  ];
};
