import type * as z from 'zod/mini';
import { toTimestamp } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';
import type { ApiKeyRow } from './rows.ts';
import { mintKey } from './mint.ts';
import type { createApiKeyBody } from './schema.ts';

/**
 * Mints a key for the issuer's own company (lib/reference/api-keys.md#minting). Throws 422 on `environment` when a test
 * key asks for anything but a test key, and on `scopes` when it would give more than the issuer has.
 */
export const createApiKey = async (issuer: ApiKeyRow, body: z.output<typeof createApiKeyBody>): Promise<object> => {
  const mode = body.environment ?? 'live';
  if (issuer.mode === 'test' && mode !== 'test') {
    throw invalid('environment', 'A test key can mint only test keys. Send "environment": "test".');
  }
  const beyond = body.scopes.filter((scope) => !issuer.scopes.includes(scope));
  if (beyond.length > 0) throw invalid('scopes', `This key cannot give scopes that it lacks: ${beyond.join(', ')}.`);
  const { company, actsOn } = issuer;
  const { label, scopes, expires_in_days: expiresInDays } = body;
  const { key, row } = await mintKey({ company, actsOn, label, mode, scopes, expiresInDays });
  return {
    id: row.numericId,
    label: row.label,
    scopes: row.scopes,
    environment: mode,
    key,
    expires_at: row.expiresAtMs === undefined ? null : toTimestamp(row.expiresAtMs),
  };
};
