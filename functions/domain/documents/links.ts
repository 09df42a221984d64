import { config } from '../../platform/config.ts';
import { equalInConstantTime, keyedHash } from '../../platform/secrets.ts';

const PURPOSE = 'document-link';
const TAG_BYTES = 18;

const tagOf = (payload: string): string => keyedHash(PURPOSE, payload).subarray(0, TAG_BYTES).toString('base64url');

/**
 * A link to a stored document for somebody who has no key: it works as long as the document stands, because a gift is
 * opened when its receiver has time. Nobody can make one without the application's secret.
 */
export const documentLink = (objectKey: string): string => {
  const payload = Buffer.from(objectKey).toString('base64url');
  return `${config.baseUrl()}/documents/${payload}.${tagOf(payload)}`;
};

/** The object that a token stands for, or undefined for anything that we did not sign. */
export const linkedObject = (token: string): string | undefined => {
  const [payload, tag, ...rest] = token.split('.');
  if (!payload || !tag || rest.length > 0 || !equalInConstantTime(tag, tagOf(payload))) return undefined;
  return Buffer.from(payload, 'base64url').toString();
};
