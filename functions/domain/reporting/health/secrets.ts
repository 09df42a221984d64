import { isTestGatewayInUse } from '../../../adapters/payments/gateway-names.ts';
import { describeSecret } from '../../../adapters/secrets/describe.ts';
import { nowMs, timestampOrNull } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import { SECRETS, type SecretName } from '../../../platform/secret-names.ts';
import { SECRET_KEPT_MS } from '../../../platform/secret-store.ts';
import { enabledWallets } from '../../../platform/wallets.ts';

/** A new key of the keyring is used only after every function has read it. */
const SETTLES_MS: Partial<Record<SecretName, number>> = { keys: 2 * SECRET_KEPT_MS };

/**
 * Whether this environment needs a secret: `payments` unless the test gateway is in use, `wallet` only for enabled
 * wallets.
 */
const isRequired = (purpose: SecretName): boolean => {
  if (purpose === 'payments') return !isTestGatewayInUse();
  return purpose !== 'wallet' || enabledWallets().length > 0;
};

/**
 * State of a secret: whether it exists and since when, never its value. `settles_at`: until then some functions may use
 * the previous version; null once all use this version. Secrets provided in another way are omitted.
 */
const healthOf = async (purpose: SecretName) => {
  const id = config.secretId(purpose);
  if (id === undefined) return [];
  const { state, version = null, changedAtMs } = await describeSecret(id, purpose === 'keys');
  const settlesAtMs = state === 'missing' ? undefined : (changedAtMs ?? 0) + (SETTLES_MS[purpose] ?? SECRET_KEPT_MS);
  const isSettled = settlesAtMs === undefined || settlesAtMs <= nowMs();
  return [
    {
      purpose,
      state,
      required: isRequired(purpose),
      version,
      changed_at: timestampOrNull(changedAtMs),
      settles_at: isSettled ? null : timestampOrNull(settlesAtMs),
    },
  ];
};

/** `degraded`: a secret that this environment needs is missing or could not be checked. */
export const readSecretsHealth = async () => {
  const secrets = (await Promise.all(SECRETS.map(healthOf))).flat();
  const isWhole = secrets.every(({ state, required }) => state === 'set' || !required);
  return { status: isWhole ? 'ok' : 'degraded', secrets };
};
