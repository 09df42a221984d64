/** The `(0)` of `+49 (0)30 …`, which is dialed only within the country. */
const WITHIN_COUNTRY = /((?:\+|\b00)\s*[1-9][\d\s.-]*)\(\s*0\s*\)/;

/** The `tel:` URL of a telephone number as people write it. */
export const phoneUrl = (phone: string): string =>
  `tel:${phone.replace(WITHIN_COUNTRY, '$1').replaceAll(/[^+\d]/g, '')}`;
