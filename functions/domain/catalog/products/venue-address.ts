import { joinLines } from '../../../platform/one-line.ts';

interface Address {
  address?: string | null | undefined;
  postcode?: string | null | undefined;
}

/**
 * Address and postcode of a venue as people read them, on one line: the postcode alone only where the address does not
 * hold it.
 */
export const venueAddress = (venue: Address | undefined): string[] => {
  const { postcode } = venue ?? {};
  const address = joinLines(venue?.address ?? '');
  const isHeld = address && postcode && address.split(/[\s,]+/).includes(postcode);
  return [address, isHeld ? '' : postcode].flatMap((part) => part || []);
};
