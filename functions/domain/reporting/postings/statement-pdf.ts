import { renderReceipt, type ReceiptLine } from '../../../adapters/pdf/receipt.ts';
import { formatMoney } from '../../../platform/currencies.ts';
import { decimalFromMinor } from '../../../platform/decimals.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { brandPicturesOf } from '../../fulfillment/documents/brand-pictures.ts';
import { formatDay, inOneLine } from '../../fulfillment/documents/format.ts';
import { documentName } from '../../fulfillment/documents/name.ts';
import { formatTag, documentLanguage } from '../../fulfillment/documents/texts.ts';
import { documentBrand } from '../../fulfillment/documents/rules.ts';
import { contactLines } from '../../notifications/mail/writing.ts';
import { ownLanguage } from '../../storefront/order-page/languages.ts';
import type { Statement } from './statement.ts';
import { STATEMENT_TEXTS } from './statement-texts.ts';
import { BALANCE, signedFigure, SOLD, type StatementFigures } from './statement-rows.ts';
import { countryName } from '../../../platform/countries.ts';

/** Name of a month in a language, such as `November 2026`. */
const monthName = (month: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(Date.parse(`${month}-15`));

const addressOf = ({ address }: CompanyRow, tag: string): string[] => {
  if (!address) return [];
  const country = countryName(address.country, tag);
  return [address.street, `${address.postcode} ${address.city}`.trim(), country].filter(Boolean);
};

/** The statement as a document, in the language of the company. */
export const statementFile = async (
  statement: Statement,
  company: CompanyRow,
): Promise<{ bytes: Buffer; name: string }> => {
  const language = ownLanguage(company.language);
  const texts = STATEMENT_TEXTS[language];
  const tag = formatTag(null, documentLanguage(null, company.language));
  const { figures, number, month, issuedAtMs, currency } = statement;
  const row = (name: keyof StatementFigures): ReceiptLine => ({
    label: texts.figures[name],
    value: formatMoney(tag, currency, decimalFromMinor(signedFigure(figures, name), currency)),
  });
  const rows = <N extends keyof StatementFigures>(signs: Readonly<Record<N, number>>): ReceiptLine[] =>
    (Object.keys(signs) as N[]).map(row);
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
    lines: rows(SOLD),
    sums: [
      ...rows(BALANCE),
      { ...row('net'), isTotal: true },
      // For information: won disputes are not part of the net amount.
      ...(figures.disputesWon === 0 ? [] : [row('disputesWon')]),
    ],
    parties: [
      {
        label: texts.company,
        lines: [
          company.name,
          ...addressOf(company, tag),
          ...(company.vat_number === undefined ? [] : [texts.vatNumber(company.vat_number)]),
        ],
      },
    ],
    contact: inOneLine(contactLines(company), '   ·   '),
  });
  return { bytes: Buffer.from(bytes), name: documentName(texts.title, `${company.slug}-${month}`) };
};
