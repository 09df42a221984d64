import { createRequire } from 'node:module';

interface Workbook {
  SheetNames: string[];
  Sheets: Record<string, object>;
}

/** The part of SheetJS that tests use. */
const { read, utils } = createRequire(import.meta.url)('@e965/xlsx') as {
  read: (bytes: Uint8Array, options: { type: 'buffer'; raw: boolean }) => Workbook;
  utils: { sheet_to_json: (sheet: object | undefined, options: object) => Record<string, string>[] };
};

/**
 * Rows of a CSV file as a spreadsheet program opens it, by the names in the first row. All cells are text, including
 * empty ones.
 */
export const readSpreadsheet = (bytes: Uint8Array): Record<string, string>[] => {
  const { SheetNames: names, Sheets: sheets } = read(bytes, { type: 'buffer', raw: true });
  return utils.sheet_to_json(sheets[names[0] ?? ''], { defval: '', raw: false });
};
