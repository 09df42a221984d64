import { nowMs } from '../../../platform/clock.ts';
import { recordReply, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { changeEndpoint } from './change-endpoint.ts';
import { presentRotation } from './present.ts';
import { overlapEnd } from './rules.ts';
import { mintSecret, sealSecret } from './secrets.ts';

/**
 * Gives an endpoint a new secret; the one before signs as well for another 24 hours, and one before that no more
 * (lib/reference/webhooks.md#rotation). The secret is in this answer alone.
 */
export const rotateSecret = async (input: {
  company: string;
  id: string;
  idempotency: IdempotencyRecord;
}): Promise<Reply> => {
  const secret = mintSecret();
  const now = nowMs();
  const endpoint = await changeEndpoint({
    company: input.company,
    id: input.id,
    change: (before) => ({
      secret: sealSecret(before.id, before.secret.version + 1, secret),
      previousSecret: { ...before.secret, expiresAtMs: overlapEnd(now) },
      updatedAtMs: now,
    }),
    alongside: (after) => [recordReply(input.idempotency, { status: 200, body: presentRotation(after, now) })],
  });
  return { status: 200, body: { ...presentRotation(endpoint, now), secret } };
};
