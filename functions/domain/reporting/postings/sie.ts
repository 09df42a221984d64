import { decimalText } from '../../../platform/decimals.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { ownLanguage } from '../../storefront/order-page/languages.ts';
import { accountLabel } from './account-names.ts';
import type { JournalEntry } from './journal.ts';

/** An SIE field: quoted if necessary, without control characters. Code page 437 has only straight quotes. */
const field = (text: string): string => {
  const plain = text.replaceAll(/[“”]/g, '"').replace(/[\p{Cc}]/gu, ' ');
  return /^[\w.-]+$/.test(plain) ? plain : `"${plain.replaceAll(/[\\"]/g, (sign) => `\\${sign}`)}"`;
};

/**
 * A Swedish organization number in the SIE format, `nnnnnn-nnnn`, from an organization or VAT number. Other numbers are
 * unchanged.
 */
const organizationNumber = ({ vat_number: number = '', address }: CompanyRow): string => {
  const isSwedish = /^SE/i.test(number) || address?.country === 'SE';
  // Only a VAT number ends with two more digits: a personal number with twelve digits begins with the century.
  const digits = number.replaceAll(/[\s-]/g, '').replace(/^SE(\d{10})(?:\d\d)?$/i, '$1');
  const [, first, last] = /^(\d{6})(\d{4})$/.exec(digits) ?? [];
  return isSwedish && first !== undefined && last !== undefined ? `${first}-${last}` : number;
};

const day = (date: string): string => date.replaceAll('-', '');

interface SieFile {
  company: CompanyRow;
  entries: readonly JournalEntry[];
  /** Role of each account number; see JournalPart. */
  roles: ReadonlyMap<string, string>;
  /** `YYYY-MM-DD` */
  from: string;
  to: string;
  madeOn: string;
}

/**
 * Entries as SIE 4 (type 4I): debits positive, credits negative. Lines end with CR LF; the caller encodes the text in
 * code page 437.
 */
export const sieOf = ({ company, entries, roles, from, to, madeOn }: SieFile): string => {
  const language = ownLanguage(company.language);
  const years = [...new Set([from.slice(0, 4), to.slice(0, 4)])].toReversed();
  const lines = [
    '#FLAGGA 0',
    '#PROGRAM "Gift Commerce API" 1',
    '#FORMAT PC8',
    `#GEN ${day(madeOn)}`,
    '#SIETYP 4',
    ...(company.vat_number === undefined ? [] : [`#ORGNR ${field(organizationNumber(company))}`]),
    `#FNAMN ${field(company.name)}`,
    ...years.map((year, at) => `#RAR ${at === 0 ? 0 : -at} ${year}0101 ${year}1231`),
    `#VALUTA ${company.currency}`,
    ...[...roles].map(([account, role]) => `#KONTO ${field(account)} ${field(accountLabel(role, language))}`),
    ...entries.flatMap(({ date, voucher, lines: entryLines }) => [
      `#VER G ${voucher} ${day(date)} ${field(entryLines[0]?.text ?? '')}`,
      '{',
      ...entryLines.map(({ account, debit, credit, reference, text }) => {
        const amount = decimalText(debit - credit, company.currency);
        return `#TRANS ${field(account)} {} ${amount} ${day(date)} ${field(`${text} ${reference}`)}`;
      }),
      '}',
    ]),
  ];
  return lines.map((line) => `${line}\r\n`).join('');
};
