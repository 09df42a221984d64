import { joinLines } from '../../../platform/join-lines.ts';

interface Address {
  address?: string | null | undefined;
  postcode?: string | null | undefined;
}

/**
 * Separators of words: spaces, commas and hyphens. A postcode may be written with or without them, as in `123 45`,
 * `12345` and `SE-123 45`.
 */
const BETWEEN = /[\s,-]+/;

/** Whether an address contains a postcode as whole words. */
const hasPostcode = (address: string, postcode: string): boolean => {
  const wanted = postcode.toUpperCase().split(BETWEEN).join('');
  const words = address.toUpperCase().split(BETWEEN);
  return words.some((_, at) => {
    let joined = '';
    for (let end = at; joined.length < wanted.length && end < words.length; end++) joined += words[end] ?? '';
    return joined === wanted;
  });
};

/** The address of a venue as one line, then its postcode if the address does not contain it. Omits empty parts. */
export const venueAddress = (venue: Address | undefined): string[] => {
  const { postcode } = venue ?? {};
  const address = joinLines(venue?.address ?? '');
  const isContained = address && postcode && hasPostcode(address, postcode);
  return [address, isContained ? '' : postcode].flatMap((part) => part || []);
};
