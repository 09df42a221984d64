import { isKeyedHash, keyedHash } from '../../../platform/secrets.ts';

const BYTES = 18;

const shortenHash = (hash: Buffer): string => hash.subarray(0, BYTES).toString('base64url');

/** The unguessable part of a receipt's URL, which grants access to the order. */
export const receiptSignature = (company: string, orderId: string): string =>
  shortenHash(keyedHash('order-page-receipt', `${company}\n${orderId}`));

export const isReceiptSignature = (company: string, orderId: string, signature: string): boolean =>
  isKeyedHash('order-page-receipt', `${company}\n${orderId}`, signature, shortenHash);
