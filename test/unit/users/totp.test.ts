import { describe, expect, it } from 'vitest';
import {
  matchingStep,
  newTotpSecret,
  toBase32,
  totpCode,
  totpStep,
  totpUri,
} from '../../../functions/domain/company/users/totp.ts';

/** The secret of the test vectors of RFC 6238, appendix B. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));

describe('codes of an authenticator app', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at %s seconds', (seconds, code) => {
    expect(totpCode(SECRET, totpStep(seconds * 1000))).toBe(code);
  });

  it('are accepted half a minute before and after, and only when newer than the last one', () => {
    const now = 1_111_111_111_000;
    const step = totpStep(now);
    for (const around of [-1, 0, 1]) {
      const code = totpCode(SECRET, step + around);
      expect(matchingStep(SECRET, code, { nowMs: now })).toBe(step + around);
      expect(matchingStep(SECRET, code, { nowMs: now, lastStep: step + around })).toBeUndefined();
    }
    expect(matchingStep(SECRET, totpCode(SECRET, step + 2), { nowMs: now })).toBeUndefined();
    expect(matchingStep(SECRET, '', { nowMs: now })).toBeUndefined();
  });

  it('are derived from a secret that apps read from a QR code', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(totpUri('Nordlys & Co', 'anna', secret)).toBe(
      `otpauth://totp/Nordlys%20%26%20Co:anna?secret=${secret}&issuer=Nordlys%20%26%20Co&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
