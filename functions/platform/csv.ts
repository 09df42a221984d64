/** A cell: a number is written with the decimal sign of the language, a text as it is. */
export type Cell = string | number | null;

/** Languages in which a comma parts decimals, so that spreadsheets part columns by semicolons. */
const BY_SEMICOLON: ReadonlySet<string> = new Set(['da', 'de', 'sv', 'no', 'nb', 'nn']);

/** Without it spreadsheets take UTF-8 for something older. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Spreadsheets calculate what begins like this, whoever wrote it. */
const ARMED = /^[=+\-@\t\r]/;

/** A file for spreadsheets (RFC 4180), in the way that those of a language expect it. */
export const csvOf = (rows: readonly (readonly Cell[])[], language: string): string => {
  const bySemicolon = BY_SEMICOLON.has(language.slice(0, 2).toLowerCase());
  const separator = bySemicolon ? ';' : ',';
  const written = (cell: Cell): string => {
    if (cell === null) return '';
    if (typeof cell === 'number') return bySemicolon ? String(cell).replace('.', ',') : String(cell);
    const text = ARMED.test(cell) ? `'${cell}` : cell;
    return /["\r\n;,]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(written).join(separator)}\r\n`).join('');
};
