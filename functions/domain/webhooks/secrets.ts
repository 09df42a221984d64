import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash } from '../../platform/secrets.ts';
import { secretOf } from '../../platform/webhook-signing.ts';
import type { SealedSecret, WebhookEndpointRow } from './rows.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** A new secret of an endpoint. Under our own signature the whole text is the key, under the standard one its bytes. */
export const mintSecret = (): string => secretOf(randomBytes(32));

/** Signing needs the secret itself, so it is kept, but only under a key that the table does not hold. */
const sealingKey = (): Buffer => keyedHash('webhook-secrets', 'seal');

/** Seals a secret for one endpoint: moved to another, it does not open. */
export const sealSecret = (endpointId: string, version: number, secret: string): SealedSecret => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', sealingKey(), iv);
  cipher.setAAD(Buffer.from(`${endpointId}#${version}`));
  const sealed = Buffer.concat([iv, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return { version, sealed: sealed.toString('base64url') };
};

export const openSecret = (endpointId: string, { version, sealed }: SealedSecret): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', sealingKey(), bytes.subarray(0, IV_BYTES));
  decipher.setAAD(Buffer.from(`${endpointId}#${version}`));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
};

/** The previous secret while its overlap is open. */
export const livePrevious = (endpoint: WebhookEndpointRow, now: number): WebhookEndpointRow['previousSecret'] =>
  endpoint.previousSecret && endpoint.previousSecret.expiresAtMs > now ? endpoint.previousSecret : undefined;

/** Every secret that signs at this moment, newest first. */
export const liveSecrets = (endpoint: WebhookEndpointRow, now: number): { version: number; secrets: string[] } => {
  const previous = livePrevious(endpoint, now);
  const live = previous ? [endpoint.secret, previous] : [endpoint.secret];
  return { version: endpoint.secret.version, secrets: live.map((secret) => openSecret(endpoint.id, secret)) };
};
