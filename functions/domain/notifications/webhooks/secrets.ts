import { randomBytes } from 'node:crypto';
import { openSealed, seal, resealValue } from '../../../platform/sealing.ts';
import { secretOf } from '../../../platform/webhook-signing.ts';
import type { SealedSecret, WebhookEndpointRow } from './rows.ts';

/**
 * A new secret of an endpoint. The signature of this API uses the text as key; the signature of Standard Webhooks uses
 * its bytes.
 */
export const newWebhookSecret = (): string => secretOf(randomBytes(32));

/** Signing needs the plain secret, so it is stored, sealed under a key outside the table. */
const PURPOSE = 'webhook-secrets';

/** Seals a secret for one endpoint, so that it cannot be opened for another endpoint. */
export const sealSecret = (endpointId: string, version: number, secret: string): SealedSecret => ({
  version,
  sealed: seal(PURPOSE, `${endpointId}#${version}`, secret),
});

export const openSecret = (endpointId: string, { version, sealed }: SealedSecret): string =>
  openSealed(PURPOSE, `${endpointId}#${version}`, sealed);

/** Seals a secret under the current key. Undefined if it is sealed under that key already. */
export const resealSecret = (endpointId: string, { version, sealed }: SealedSecret): SealedSecret | undefined => {
  const renewed = resealValue(PURPOSE, `${endpointId}#${version}`, sealed);
  return renewed === undefined ? undefined : { version, sealed: renewed };
};

/** The previous secret while its overlap lasts. */
export const validPreviousSecret = (endpoint: WebhookEndpointRow, now: number): WebhookEndpointRow['previousSecret'] =>
  endpoint.previousSecret && endpoint.previousSecret.expiresAtMs > now ? endpoint.previousSecret : undefined;

/** Every current signing secret, newest first. */
export const liveSecrets = (endpoint: WebhookEndpointRow, now: number): { version: number; secrets: string[] } => {
  const previous = validPreviousSecret(endpoint, now);
  const live = previous ? [endpoint.secret, previous] : [endpoint.secret];
  return { version: endpoint.secret.version, secrets: live.map((secret) => openSecret(endpoint.id, secret)) };
};
