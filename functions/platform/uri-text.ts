/** A decoded part of an address; one with an invalid encoding is unchanged. */
export const decodeUriText = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
