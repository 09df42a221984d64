import { equalInConstantTime, keyedHash } from '../../platform/secrets.ts';

const BYTES = 18;

/** The part of a receipt's address that nobody can guess: whoever has it may see the order, and nobody else. */
export const receiptSignature = (company: string, orderId: string): string =>
  keyedHash('order-page-receipt', `${company}\n${orderId}`).subarray(0, BYTES).toString('base64url');

export const isReceiptSignature = (company: string, orderId: string, given: string): boolean =>
  equalInConstantTime(given, receiptSignature(company, orderId));
