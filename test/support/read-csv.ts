/**
 * Reads comma- or semicolon-separated values by RFC 4180 alone: CRLF ends a record, quotes enclose any text, two of
 * them are one. Throws for a quote inside a bare field, a record of another length, and an open quote.
 */
export const readCsv = (bytes: Uint8Array): Record<string, string>[] => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const separator = /^[^\r\n",;]+;/.test(text) ? ';' : ',';
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const [field, next] = text[at] === '"' ? quoted(text, at) : bare(text, at, separator);
    record.push(field);
    at = next;
    if (text[at] === separator) {
      at++;
      continue;
    }
    if (at < text.length && !text.startsWith('\r\n', at)) throw new Error(`A field does not end at ${at}`);
    at += 2;
    records.push(record);
    record = [];
  }
  const [head = [], ...rows] = records;
  return rows.map((row) => {
    if (row.length !== head.length) throw new Error(`A record has ${row.length} fields, not ${head.length}`);
    return Object.fromEntries(head.map((name, column) => [name, row[column] ?? '']));
  });
};

const quoted = (text: string, from: number): [field: string, next: number] => {
  let field = '';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') field += text[at];
    else if (text[at + 1] === '"') field += text[++at];
    else return [field, at + 1];
  }
  throw new Error(`A quote that begins at ${from} has no end`);
};

const bare = (text: string, from: number, separator: string): [field: string, next: number] => {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') at++;
  const field = text.slice(from, at);
  if (field.includes('"')) throw new Error(`A quote in a bare field at ${from}`);
  return [field, at];
};
