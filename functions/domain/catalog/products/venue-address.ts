interface Address {
  address?: string | null | undefined;
  postcode?: string | null | undefined;
}

/**
 * Address and postcode of a venue as people read them, without line breaks, which some calendars drop: the postcode alone
 * only where the address does not hold it.
 */
export const venueAddress = (venue: Address | undefined): string[] => {
  const { postcode } = venue ?? {};
  const lines = (venue?.address ?? '').split(/[\r\n]+/).map((line) => line.trim().replace(/,$/, ''));
  const address = lines.filter(Boolean).join(', ');
  const isHeld = address && postcode && address.split(/[\s,]+/).includes(postcode);
  return [address, isHeld ? '' : postcode].flatMap((part) => part || []);
};
