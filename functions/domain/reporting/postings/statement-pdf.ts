import { renderReceipt, type ReceiptLine } from '../../../adapters/pdf/receipt.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { brandPicturesOf } from '../../fulfillment/documents/brand-pictures.ts';
import { formatAmount, formatDay, inOneLine } from '../../fulfillment/documents/format.ts';
import { documentName } from '../../fulfillment/documents/name.ts';
import { formatTag, languageFor } from '../../fulfillment/documents/texts.ts';
import { documentBrand } from '../../fulfillment/documents/rules.ts';
import { contactLines } from '../../notifications/mail/writing.ts';
import { ownLanguage } from '../../storefront/order-page/languages.ts';
import type { Statement } from './statement.ts';
import { STATEMENT_TEXTS } from './statement-texts.ts';
import type { StatementFigures } from './statement-rows.ts';

/** Figures of what was sold, and those that the net consists of; the latter with the sign that they have in it. */
const SOLD = ['gross', 'discounts', 'fees', 'shipping', 'paidByCard', 'settled', 'disputesWon'] as const;
const BALANCE = {
  captured: 1,
  refunds: -1,
  disputesLost: -1,
  commission: -1,
  commissionVat: -1,
  carriedForward: 1,
} as const;

/** `November 2026`, in a language. */
const monthName = (month: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-15`));

const addressOf = ({ address }: CompanyRow): string[] =>
  address ? [address.street, `${address.postcode} ${address.city}`.trim(), address.country].filter(Boolean) : [];

/** The statement as a document, in the language of the company. */
export const statementFile = async (
  statement: Statement,
  company: CompanyRow,
): Promise<{ bytes: Buffer; filename: string }> => {
  const language = ownLanguage(company.language);
  const texts = STATEMENT_TEXTS[language];
  const tag = formatTag(null, languageFor(null, company.language));
  const { figures, number, month, issuedAtMs, currency } = statement;
  const money = (name: keyof StatementFigures, sign = 1): string =>
    formatAmount(sign * figures[name] || 0, currency, tag);
  const row = (name: keyof StatementFigures, sign = 1): ReceiptLine => ({
    label: texts.figures[name],
    value: money(name, sign),
  });
  const reference = number === null ? month : String(number);
  const bytes = await renderReceipt({
    language,
    brand: documentBrand(company, await brandPicturesOf(company)),
    title: texts.title,
    reference,
    facts: [
      { label: texts.month, value: monthName(month, tag) },
      { label: texts.number, value: number === null ? texts.preview : String(number) },
      ...(issuedAtMs === null ? [] : [{ label: texts.issued, value: formatDay(issuedAtMs, company.time_zone, tag) }]),
    ],
    lines: SOLD.map((name) => row(name, name === 'discounts' ? -1 : 1)),
    sums: [
      ...(Object.keys(BALANCE) as (keyof typeof BALANCE)[]).map((name) => row(name, BALANCE[name])),
      { ...row('net'), isTotal: true },
    ],
    parties: [
      {
        label: texts.company,
        lines: [
          company.name,
          ...addressOf(company),
          ...(company.vat_number === undefined ? [] : [texts.vatNumber(company.vat_number)]),
        ],
      },
    ],
    contact: inOneLine(contactLines(company), '   ·   '),
  });
  return { bytes: Buffer.from(bytes), filename: `${documentName(texts.title, `${company.slug}-${month}`)}.pdf` };
};
