import type * as z from 'zod/mini';
import { toTimestamp } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import type { Scope } from '../../../platform/scopes.ts';
import type { Condition } from '../../../storage/conditions.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { getRow } from '../../../storage/table.ts';
import { TransactionRefused } from '../../../storage/transactions.ts';
import { keyRefused } from './authenticate.ts';
import { apiKeyKey, type ApiKeyRow } from './rows.ts';
import { createKey, type NewKey } from './mint.ts';
import type { createApiKeyBody } from './schema.ts';

/**
 * The new key has its issuer's company, no scopes that the issuer lacks, and no later expiry. If an import changes
 * these members of the issuer's row, or the issuer is revoked, the transaction fails and the function reads the row
 * again.
 */
const createWithStatusOf = (issuer: ApiKeyRow, input: Omit<NewKey, 'company' | 'status'>) => {
  const key = apiKeyKey(issuer.keyId);
  let known: ApiKeyRow | undefined = issuer;
  return retryOnConflict(
    async () => {
      const current = known ?? (await getRow<ApiKeyRow>(key, { consistent: true }));
      known = undefined;
      if (!current || current.revokedAtMs !== undefined) throw keyRefused();
      assertMayGive(current, input.scopes);
      const { actsOn, companyInactive, expiresAtMs } = current;
      const status = { actsOn, ...(companyInactive ? { companyInactive } : {}) };
      const newKey = { ...input, company: issuer.company, status, endsByMs: expiresAtMs };
      return createKey(newKey, [{ check: key, condition: issuerUnchanged(current), name: 'issuer' }]);
    },
    (error) => error instanceof TransactionRefused && error.failed('issuer') !== undefined,
  );
};

const issuerUnchanged = ({ actsOn, companyInactive, expiresAtMs, scopes }: ApiKeyRow): Condition => ({
  expression: [
    'actsOn = :actsOn',
    'scopes = :scopes',
    'attribute_not_exists(revokedAtMs)',
    `attribute_${companyInactive ? 'exists' : 'not_exists'}(companyInactive)`,
    expiresAtMs === undefined ? 'attribute_not_exists(expiresAtMs)' : 'expiresAtMs = :expiresAtMs',
  ].join(' AND '),
  values: {
    ':actsOn': actsOn,
    ':scopes': scopes,
    ...(expiresAtMs === undefined ? {} : { ':expiresAtMs': expiresAtMs }),
  },
});

const assertMayGive = (issuer: ApiKeyRow, scopes: readonly Scope[]): void => {
  const beyond = scopes.filter((scope) => !issuer.scopes.includes(scope));
  if (beyond.length > 0) throw invalid('scopes', `This key cannot give scopes that it lacks: ${beyond.join(', ')}.`);
};

/**
 * Creates a key for the issuer's own company (lib/reference/api-keys.md#creating-keys). Throws 422 on `environment` if
 * a test key requests a live key, which is the default, on `scopes` beyond the issuer's, and on `label` if the company
 * has the maximum number of live keys. A key expires with its issuer at the latest, even when `expires_in_days` is
 * absent or longer. Throws 401 when the issuer was revoked in the meantime.
 */
export const createApiKey = async (issuer: ApiKeyRow, body: z.output<typeof createApiKeyBody>): Promise<object> => {
  const mode = body.environment ?? 'live';
  if (issuer.mode === 'test' && mode !== 'test') {
    throw invalid('environment', 'A test key can mint only test keys. Send "environment": "test".');
  }
  const { label, scopes, expires_in_days: expiresInDays } = body;
  const { key, row } = await createWithStatusOf(issuer, { label, mode, scopes, expiresInDays });
  return {
    id: row.numericId,
    label: row.label,
    scopes: row.scopes,
    environment: mode,
    key,
    expires_at: row.expiresAtMs === undefined ? null : toTimestamp(row.expiresAtMs),
  };
};
