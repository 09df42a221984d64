/**
 * Parses a typed number with a decimal comma or point, and with or without a percent sign. Undefined for any other
 * text.
 */
export const typedNumber = (text: string): number | undefined => {
  const figures = text.replace(/\s*%$/, '').replace(',', '.');
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)$/.test(figures) ? Number(figures) : undefined;
};
