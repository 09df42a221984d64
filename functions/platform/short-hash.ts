import { createHash } from 'node:crypto';

const LENGTH = 12;

/** A hash that identifies content, with 12 characters that are valid in a URL. */
export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, LENGTH);
