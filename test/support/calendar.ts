const property = (file: string, name: string): string =>
  new RegExp(String.raw`\r\n${name}:([^\r]*)`).exec(file)?.[1] ?? '';

/** Whether a calendar accepts a file as a newer version of the entry in another file (RFC 5546, 2.1.5). */
export const isNewer = (file: string, than: string): boolean => {
  const [sequence, before] = [property(file, 'SEQUENCE'), property(than, 'SEQUENCE')].map(Number);
  if (property(file, 'UID') === '' || property(file, 'UID') !== property(than, 'UID')) return false;
  if (sequence !== before) return Number(sequence) > Number(before);
  return ['DTSTAMP', 'LAST-MODIFIED'].every((name) => property(file, name) > property(than, name));
};
