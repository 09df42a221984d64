/**
 * Parses a typed number with a decimal comma or point, and with or without a percent sign. Undefined for any other
 * text.
 */
export const typedNumber = (text: string): number | undefined => {
  const figures = text.replace(/\s*%$/, '').replace(',', '.');
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(figures) ? Number(figures) : undefined;
};

const GROUPED = /^-?[1-9]\d{0,2}([.,'’\s])\d{3}(?:\1\d{3})*$/;

/**
 * Parses a typed whole number, in which a point, a comma, an apostrophe or a space may separate thousands: `1.000` is a
 * thousand, not one. A number with decimals is returned with them, so that the rules of its field reject it.
 */
export const typedWholeNumber = (text: string): number | undefined =>
  GROUPED.test(text) ? Number(text.replaceAll(/[^-\d]/g, '')) : typedNumber(text);
