import type * as z from 'zod/mini';
import { nowMs, toTimestamp } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';
import { ABSENT, putRow } from '../../storage/table.ts';
import { apiKeyIndex, apiKeyKey, type ApiKeyRow } from './items.ts';
import { mintApiKey, numericIdOf, parseApiKey } from './rules.ts';
import type { createApiKeyBody } from './schema.ts';

const DAY_MS = 86_400_000;

/**
 * Mints a key for the issuer's own company (service.md, Authentication 4 and 5). Throws 422 on `environment` when a
 * test key asks for anything but a test key, and on `scopes` when it would give more than the issuer has.
 */
export const createApiKey = async (issuer: ApiKeyRow, body: z.output<typeof createApiKeyBody>): Promise<object> => {
  const mode = body.environment ?? 'live';
  if (issuer.mode === 'test' && mode !== 'test') {
    throw invalid('environment', 'A test key can mint only test keys. Send "environment": "test".');
  }
  const beyond = body.scopes.filter((scope) => !issuer.scopes.includes(scope));
  if (beyond.length > 0) throw invalid('scopes', `This key cannot give scopes that it lacks: ${beyond.join(', ')}.`);
  const key = mintApiKey(mode);
  const presented = parseApiKey(key);
  if (!presented) throw new Error('A minted key does not have the shape of a key');
  const createdAtMs = nowMs();
  const numericId = numericIdOf(presented.keyId);
  const row: ApiKeyRow = {
    ...apiKeyKey(presented.keyId),
    ...apiKeyIndex(issuer.company, numericId),
    type: 'api-key',
    v: 1,
    keyId: presented.keyId,
    numericId,
    company: issuer.company,
    actsOn: issuer.actsOn,
    label: body.label,
    mode,
    scopes: [...new Set(body.scopes)],
    secretHash: presented.secretHash,
    attributed: true,
    createdAtMs,
    ...(body.expires_in_days === undefined ? {} : { expiresAtMs: createdAtMs + body.expires_in_days * DAY_MS }),
    tatMs: 0,
  };
  await putRow(row, ABSENT);
  return {
    id: numericId,
    label: row.label,
    scopes: row.scopes,
    environment: mode,
    key,
    expires_at: row.expiresAtMs === undefined ? null : toTimestamp(row.expiresAtMs),
  };
};
