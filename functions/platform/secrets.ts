import { createHmac, timingSafeEqual } from 'node:crypto';
import { config } from './config.ts';

/** HMAC-SHA256 under a key of its own for each purpose, derived from the application secret. */
export const keyedHasher = (purpose: string): ((text: string) => Buffer) => {
  const key = createHmac('sha256', config.appSecret()).update(`purpose:${purpose}`).digest();
  return (text) => createHmac('sha256', key).update(text).digest();
};

export const keyedHash = (purpose: string, text: string): Buffer => keyedHasher(purpose)(text);

/** Compares in constant time; texts of different length are unequal. */
export const equalInConstantTime = (left: string, right: string): boolean => {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
};
