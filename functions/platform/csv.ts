/** A cell. A number is written with the decimal sign of the language. A string is never read as a formula. */
export type Cell = string | number | null;

/** Spreadsheets need a byte order mark to read UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Characters that begin a formula in a spreadsheet (OWASP, CSV injection), including full-width ones. Spreadsheets
 * ignore whitespace and invisible characters before them. In older programs, `|` calls another program.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@|%\uFF1D\uFF0B\uFF0D\uFF20\u2212]|^[\t\r\n]/u;

/**
 * Control characters except tabs and line breaks. Many programs stop reading a file at such a character, for example
 * NUL.
 */
const CONTROL = /[^\P{Cc}\t\r\n]/gu;

/** The decimal sign of a language. If it is a comma, spreadsheets expect semicolons between columns. */
const decimalSeparator = (language: string): string => {
  const [known = 'en'] = Intl.NumberFormat.supportedLocalesOf([baseOf(language), 'en']);
  return new Intl.NumberFormat(known).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.';
};

/**
 * Language and region of a tag. Extensions are removed, because they can select other digits. An invalid tag is treated
 * as English.
 */
const baseOf = (language: string): string => {
  try {
    const { language: name, region } = new Intl.Locale(language);
    return region === undefined ? name : `${name}-${region}`;
  } catch {
    return 'en';
  }
};

/** A CSV file (RFC 4180) in the format that spreadsheets expect in a language. */
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
