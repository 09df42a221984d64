/**
 * Joins the lines of a string with commas. Browsers drop line breaks from single-line fields, and some calendars drop
 * them from the location of an event, which would run the words on both sides together.
 */
export const joinLines = (text: string): string => {
  if (!/[\r\n]/.test(text)) return text;
  const lines = text.split(/[\r\n]+/).map((line) => line.trim().replace(/,$/, ''));
  return lines.filter((line) => line !== '').join(', ');
};
