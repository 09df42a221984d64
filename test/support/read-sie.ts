/** A voucher of a SIE file. Amounts are decimals, debits positive. */
interface SieVoucher {
  number: string;
  date: string;
  lines: { account: string; amount: string; text: string }[];
}

/** Letters of code page 437 that tests use; `TextDecoder` does not support this code page. */
const LETTERS: Readonly<Record<number, string>> = { 0x91: 'æ', 0x92: 'Æ', 0x86: 'å', 0x8f: 'Å', 0x84: 'ä', 0x94: 'ö' };

const textOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => (byte < 128 ? String.fromCodePoint(byte) : (LETTERS[byte] ?? '?'))).join('');

/** Fields of a line: bare, quoted or an object list. */
const fieldsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"\\]|\\.)*)"|\{([^}]*)\}|(\S+)/g)].map(
    ([, quoted, list, bare]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? list ?? bare ?? '',
  );

/**
 * Parses a SIE 4 file independently of the code that writes it: records begin with `#`, the lines of a voucher are in
 * braces.
 */
export const readSie = (bytes: Uint8Array) => {
  const records = new Map<string, string[]>();
  const accounts = new Map<string, string>();
  const vouchers: SieVoucher[] = [];
  for (const line of textOf(bytes).split('\r\n')) {
    const [name = '', ...fields] = fieldsOf(line.trim());
    if (name === '#KONTO') accounts.set(fields[0] ?? '', fields[1] ?? '');
    else if (name === '#VER') vouchers.push({ number: fields[1] ?? '', date: fields[2] ?? '', lines: [] });
    else if (name === '#TRANS') {
      const [account = '', , amount = '', , text = ''] = fields;
      vouchers.at(-1)?.lines.push({ account, amount, text });
    } else if (name.startsWith('#')) records.set(name, fields);
  }
  return { records, accounts, vouchers };
};
