import { isUtf8 } from 'node:buffer';

const BEYOND_ASCII = /[\u0080-\u00FF]/;
/** Characters beyond Latin-1. An intermediary has already decoded a header that contains them. */
const BEYOND_BYTES = /[\u0100-\uFFFF]/;

/**
 * Decodes the text of a header. Clients send UTF-8, and servers pass its bytes on as Latin-1. Bytes that are not UTF-8
 * were sent as Latin-1 and are kept (lib/decisions/idempotency.md#a-key-has-one-meaning-in-every-channel).
 */
export const headerText = (value: string): string => {
  if (BEYOND_BYTES.test(value) || !BEYOND_ASCII.test(value)) return value;
  const bytes = Buffer.from(value, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : value;
};

/** Encodes a string for a header; `headerText` decodes it. */
export const headerBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
