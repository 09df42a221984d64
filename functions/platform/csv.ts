/** A cell: a number is written with the decimal sign of the language, a text as it is. */
export type Cell = string | number | null;

/** Spreadsheets need a byte order mark to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that begin a formula in spreadsheets (OWASP, CSV injection), including their full-width forms.
 * Spreadsheets skip blanks and invisible characters in front of them. `|` begins a call of another program in older
 * ones.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u;

/** Control characters other than tabs and line breaks. Many programs stop reading a file at one, such as NUL. */
const CONTROL = /[^\P{Cc}\t\r\n]/gu;

/** The decimal separator of a language. Where it is a comma, spreadsheets separate columns by semicolons. */
const decimalSeparator = (language: string): string => {
  const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf([baseOf(language), 'en']);
  return new Intl.NumberFormat(known).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
};

/** Language and region only: extensions may select other digits. An invalid tag counts as English. */
const baseOf = (language: string): string => {
  try {
    const { language: name, region } = new Intl.Locale(language);
    return region === undefined ? name : `${name}-${region}`;
  } catch {
    return 'en';
  }
};

/** A file for spreadsheets (RFC 4180), in the format of a language. */
export const csvOf = (rows: readonly (readonly Cell[])[], language: string): string => {
  const bySemicolon = decimalSeparator(language) === ',';
  const separator = bySemicolon ? ';' : ',';
  const written = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return bySemicolon ? String(cell).replace('.', ',') : String(cell);
    const plain = cell.replace(CONTROL, ' ');
    const text = FORMULA.test(plain) ? `'${plain}` : plain;
    return /["\r\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(written).join(separator)}\r\n`).join('');
};
