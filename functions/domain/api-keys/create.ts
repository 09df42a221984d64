import type * as z from 'zod/mini';
import { toTimestamp } from '../../platform/clock.ts';
import { invalid } from '../../platform/errors.ts';
import { untilFree } from '../../storage/retry.ts';
import { getRow } from '../../storage/table.ts';
import { TransactionRefused } from '../../storage/transactions.ts';
import { apiKeyKey, type ApiKeyRow } from './rows.ts';
import { mintKey, type NewKey } from './mint.ts';
import type { createApiKeyBody } from './schema.ts';

/**
 * The new key stands as its issuer does at that moment. An import that takes a company from an agency, or switches one off,
 * changes the issuer's row, and whoever mints then looks again; what was minted before, it finds.
 */
const mintWithStandingOf = (issuer: ApiKeyRow, wanted: Omit<NewKey, 'company' | 'standing'>) => {
  const key = apiKeyKey(issuer.keyId);
  let known: ApiKeyRow | undefined = issuer;
  return untilFree(
    async () => {
      const { actsOn, companyInactive } = known ?? (await getRow<ApiKeyRow>(key, { consistent: true })) ?? issuer;
      known = undefined;
      const standing = { actsOn, ...(companyInactive ? { companyInactive } : {}) };
      const condition = {
        expression: `actsOn = :actsOn AND attribute_${companyInactive ? 'exists' : 'not_exists'}(companyInactive)`,
        values: { ':actsOn': actsOn },
      };
      return mintKey({ ...wanted, company: issuer.company, standing }, [{ check: key, condition, name: 'issuer' }]);
    },
    (error) => error instanceof TransactionRefused && error.failed('issuer') !== undefined,
  );
};

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
  const { label, scopes, expires_in_days: expiresInDays } = body;
  const { key, row } = await mintWithStandingOf(issuer, { label, mode, scopes, expiresInDays });
  return {
    id: row.numericId,
    label: row.label,
    scopes: row.scopes,
    environment: mode,
    key,
    expires_at: row.expiresAtMs === undefined ? null : toTimestamp(row.expiresAtMs),
  };
};
