import { nowMs } from '../../../platform/clock.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { presentRotation } from './present.ts';
import { overlapEnd } from './rules.ts';
import { newWebhookSecret, sealSecret } from './secrets.ts';

/**
 * Creates a new secret for an endpoint. The previous secret also signs for another 24 hours; an older secret no longer
 * signs (lib/reference/webhooks.md#rotation). Only this response contains the secret.
 */
export const rotateSecret = async (input: {
  company: string;
  id: string;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const secret = newWebhookSecret();
  const now = nowMs();
  const endpoint = await changeEndpoint({
    company: input.company,
    id: input.id,
    change: (before) => ({
      secret: sealSecret(before.id, before.secret.version + 1, secret),
      previousSecret: { ...before.secret, expiresAtMs: overlapEnd(now) },
      updatedAtMs: now,
    }),
    alongside: (after) => [recordReplyWrite(input.idempotency, { status: 200, body: presentRotation(after, now) })],
  });
  return { status: 200, body: { ...presentRotation(endpoint, now), secret } };
};
