import { equalInConstantTime, keyedHash } from './secrets.ts';

const TAG_BYTES = 18;

const tagOf = (purpose: string, payload: string): string =>
  keyedHash(purpose, payload).subarray(0, TAG_BYTES).toString('base64url');

/** A text that travels through other hands: readable, but nobody can make one without the application's secret. */
export const signText = (purpose: string, text: string): string => {
  const payload = Buffer.from(text).toString('base64url');
  return `${payload}.${tagOf(purpose, payload)}`;
};

/** What was signed for this purpose, or undefined for anything that we did not sign. */
export const readSigned = (purpose: string, token: string): string | undefined => {
  const [payload, tag, ...rest] = token.split('.');
  if (!payload || !tag || rest.length > 0 || !equalInConstantTime(tag, tagOf(purpose, payload))) return undefined;
  return Buffer.from(payload, 'base64url').toString();
};
