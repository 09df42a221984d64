/**
 * A text on one line, its lines joined by commas. Browsers drop line breaks from single-line fields, and some calendars
 * from places: the words around them would run together.
 */
export const joinLines = (text: string): string => {
  if (!/[\r\n]/.test(text)) return text;
  const lines = text.split(/[\r\n]+/).map((line) => line.trim().replace(/,$/, ''));
  return lines.filter((line) => line !== '').join(', ');
};
