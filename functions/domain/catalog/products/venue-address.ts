import { joinLines } from '../../../platform/join-lines.ts';

interface Address {
  address?: string | null | undefined;
  postcode?: string | null | undefined;
}

/**
 * Address and postcode of a venue as people read them, on one line: the postcode only if the address does not
 * contain it.
 */
export const venueAddress = (venue: Address | undefined): string[] => {
  const { postcode } = venue ?? {};
  const address = joinLines(venue?.address ?? '');
  const isContained = address && postcode && address.split(/[\s,]+/).includes(postcode);
  return [address, isContained ? '' : postcode].flatMap((part) => part || []);
};
