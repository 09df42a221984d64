import { importPKCS8, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { nowMs } from '../../platform/clock.ts';
import { warmMap } from '../../platform/warm-state.ts';
import type { GoogleCredentials } from './certificates.ts';
import { googleCard } from './google.ts';
import type { WalletCard } from './port.ts';

/** Time limit of one call including its response. */
const TIME_LIMIT_MS = 5_000;
const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const TOKEN_SECONDS = 3600;
/** How long before its expiry a token is renewed. */
const TOKEN_RESERVE_MS = 300_000;

interface Token {
  value: string;
  endsAtMs: number;
}
const tokens = warmMap<string, Token>();
const tokenReply = z.object({ access_token: z.string(), expires_in: z.number() });

/** Thrown if Google does not accept a call. */
class GoogleRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`Google Wallet answered ${status}`);
    this.name = 'GoogleRefused';
    this.status = status;
  }
}

/**
 * Updates the object of a card in Google Wallet, or creates it, so that a link that is opened later shows the current
 * state. Safe to repeat. Throws unless Google has accepted the state.
 */
export const putGoogleCard = async (card: WalletCard, google: GoogleCredentials): Promise<void> => {
  const { name, ofClass, ofObject } = googleCard(card, google.issuer_id);
  const change = () => call(google, 'PATCH', `${name}Object/${ofObject.id}`, ofObject);
  const changed = await change();
  if (isDone(changed)) return;
  // The object or its class does not exist. A rescheduled event has a new class.
  if (changed !== 404 && changed !== 400) throw new GoogleRefused(changed);
  assertStored(await call(google, 'POST', `${name}Class`, ofClass));
  const stored = await call(google, 'POST', `${name}Object`, ofObject);
  assertStored(stored);
  if (stored !== EXISTS) return;
  const again = await change();
  if (!isDone(again)) throw new GoogleRefused(again);
};

const isDone = (status: number): boolean => status >= 200 && status < 300;
const EXISTS = 409;

/** Throws `GoogleRefused` unless the object was created or exists already. */
const assertStored = (status: number): void => {
  if (!isDone(status) && status !== EXISTS) throw new GoogleRefused(status);
};

const call = async (google: GoogleCredentials, method: string, path: string, body: object): Promise<number> => {
  const { status, body: response } = await fetch(`${config.googleWalletUrl()}/walletobjects/v1/${path}`, {
    method,
    headers: { Authorization: `Bearer ${await tokenOf(google)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  await response?.cancel();
  if (status === 401) tokens.delete(google.client_email);
  return status;
};

const tokenOf = async (google: GoogleCredentials): Promise<string> => {
  const known = tokens.get(google.client_email);
  if (known && known.endsAtMs - TOKEN_RESERVE_MS > nowMs()) return known.value;
  const issuedAt = Math.floor(nowMs() / 1000);
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(google.client_email)
    .setAudience('https://oauth2.googleapis.com/token')
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + TOKEN_SECONDS)
    .sign(await importPKCS8(google.private_key, 'RS256'));
  const response = await fetch(config.googleTokenUrl(), {
    method: 'POST',
    body: new URLSearchParams({ grant_type: GRANT, assertion }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new GoogleRefused(response.status);
  }
  const { access_token: value, expires_in: seconds } = z.parse(tokenReply, await response.json());
  tokens.set(google.client_email, { value, endsAtMs: nowMs() + seconds * 1000 });
  return value;
};
