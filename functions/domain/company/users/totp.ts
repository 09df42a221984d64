import { createHmac, randomBytes } from 'node:crypto';
import { isEqualInConstantTime } from '../../../platform/secrets.ts';

/** Codes of authenticator apps (RFC 6238): SHA-1, six digits, thirty seconds, which every app supports. */
const STEP_MS = 30_000;
const DIGITS = 6;
/** Accepted clock drift: one step in either direction. */
const STEPS_AROUND = [0, -1, 1];
const SECRET_BYTES = 20;

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A secret in the format of the apps: base32 (RFC 4648), without padding. */
export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES));

export const toBase32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
};

const fromBase32 = (text: string): Buffer => {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
};

/** The code of a step, counted from the epoch. */
export const totpCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (hash.at(-1) ?? 0) & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
};

export const totpStep = (epochMs: number): number => Math.floor(epochMs / STEP_MS);

/** The step of a code, later than the last used one; undefined for a wrong or used code. */
export const matchingStep = (
  secret: string,
  code: string,
  { nowMs, lastStep = -1 }: { nowMs: number; lastStep?: number | undefined },
): number | undefined =>
  STEPS_AROUND.map((around) => totpStep(nowMs) + around).find(
    (step) => step > lastStep && isEqualInConstantTime(totpCode(secret, step), code),
  );

/** Content of the QR code for apps. */
export const totpUri = (issuer: string, username: string, secret: string): string => {
  const query = new URLSearchParams({ secret, issuer, algorithm: 'SHA1', digits: String(DIGITS), period: '30' });
  // Spaces are encoded as %20, because some apps show a plus sign.
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?${query.toString().replaceAll('+', '%20')}`;
};
