import { createHmac } from 'node:crypto';
import { signatureOf } from './verify-webhook.ts';

const PREFIX = 'whsec_';

/**
 * The signature of the Standard Webhooks specification: `v1,` and the base64 HMAC-SHA256 of `<id>.<timestamp>.<body>`,
 * keyed with the bytes that the secret encodes in base64.
 */
export const standardSignatureOf = (secret: string, timestamp: string, id: string, rawBody: Uint8Array): string => {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64')}`;
};

interface SignatureInput {
  id: string;
  /** Unix time in seconds. */
  timestamp: number;
  body: Uint8Array;
  /** All signing secrets, newest first; at least one. */
  secrets: readonly string[];
  /** Version of the first secret. */
  version: number;
}

/**
 * Headers that prove the authenticity of a delivery: those of the service, and those of Standard Webhooks
 * (lib/reference/webhooks.md#signatures).
 */
export const signedHeaders = ({ id, timestamp, body, secrets, version }: SignatureInput): Record<string, string> => {
  const seconds = String(timestamp);
  return {
    'Service-Webhook-Id': id,
    'Service-Webhook-Timestamp': seconds,
    'Service-Webhook-Secret-Version': String(version),
    'Service-Webhook-Signature': secrets.map((secret) => signatureOf(secret, seconds, id, body)).join(','),
    'webhook-id': id,
    'webhook-timestamp': seconds,
    'webhook-signature': secrets.map((secret) => standardSignatureOf(secret, seconds, id, body)).join(' '),
  };
};

/**
 * Encodes a new secret: `whsec_` and the padded base64 of 32 random bytes, as libraries for Standard Webhooks expect
 * it.
 */
export const secretOf = (bytes: Uint8Array): string => `${PREFIX}${Buffer.from(bytes).toString('base64')}`;
