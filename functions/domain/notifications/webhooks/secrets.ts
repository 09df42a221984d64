import { randomBytes } from 'node:crypto';
import { openSealed, seal, sealedAnew } from '../../../platform/sealing.ts';
import { secretOf } from '../../../platform/webhook-signing.ts';
import type { SealedSecret, WebhookEndpointRow } from './rows.ts';

/** A new secret of an endpoint. Under our own signature the whole text is the key, under the standard one its bytes. */
export const mintSecret = (): string => secretOf(randomBytes(32));

/** Signing needs the secret itself, so it is kept, but only under a key that the table does not hold. */
const PURPOSE = 'webhook-secrets';

/** Seals a secret for one endpoint: moved to another, it does not open. */
export const sealSecret = (endpointId: string, version: number, secret: string): SealedSecret => ({
  version,
  sealed: seal(PURPOSE, `${endpointId}#${version}`, secret),
});

export const openSecret = (endpointId: string, { version, sealed }: SealedSecret): string =>
  openSealed(PURPOSE, `${endpointId}#${version}`, sealed);

/** The same under the key in use; undefined when it is already. */
export const sealAnew = (endpointId: string, { version, sealed }: SealedSecret): SealedSecret | undefined => {
  const anew = sealedAnew(PURPOSE, `${endpointId}#${version}`, sealed);
  return anew === undefined ? undefined : { version, sealed: anew };
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
