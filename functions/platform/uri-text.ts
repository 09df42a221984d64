/** Decodes a part of an address. A part with an invalid encoding is returned unchanged. */
export const decodeUriText = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
