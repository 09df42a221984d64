/** Decodes a part of a URL. A part with an invalid encoding is returned unchanged. */
export const decodeUriText = (encoded: string): string => {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
};
