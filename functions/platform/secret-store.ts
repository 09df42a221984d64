import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { nowMs } from './clock.ts';
import { log } from './log.ts';
import { warmMap } from './warm-state.ts';

/** How long a secret is cached: a rotation is effective everywhere after this. */
export const SECRET_KEPT_MS = 5 * 60_000;
/** Retry interval for a secret that cannot be read; until then the cached one is used. */
const REREAD_MS = 30_000;

interface CachedSecret {
  text: string;
  freshUntilMs: number;
  readAtMs: number;
}

const kept = warmMap<string, CachedSecret>();
let client: SecretsManagerClient | undefined;

/** A secret that a third party issues is missing or malformed. */
export class SecretMissing extends Error {
  constructor(name: string, cause?: unknown) {
    super(`The secret ${name} is not filled in`, { cause });
    this.name = 'SecretMissing';
  }
}

/**
 * The text of a secret, by its name or ARN; read at most every five minutes. When the store does not respond, the last
 * value is used. `olderThanMs`: read again when it was read longer ago than this. Throws the store's error when there
 * is no cached value.
 */
export const secretText = async (id: string, olderThanMs = Infinity): Promise<string> => {
  const known = kept.get(id);
  const now = nowMs();
  if (known && known.freshUntilMs > now && now - known.readAtMs < olderThanMs) return known.text;
  try {
    client ??= new SecretsManagerClient({
      // All attempts together end before the shortest function times out (lib/definition.ts), leaving it time to
      // respond.
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_500, throwOnRequestTimeout: true },
    });
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    kept.set(id, { text: SecretString, readAtMs: now, freshUntilMs: now + SECRET_KEPT_MS });
    return SecretString;
  } catch (error) {
    log.error('The secret store did not respond', { alarm: 'secret_unreadable', cause: error });
    if (!known) throw error;
    kept.set(id, { ...known, freshUntilMs: now + REREAD_MS });
    return known.text;
  }
};

/** The cached value; undefined without one. */
export const heldSecret = (id: string): string | undefined => kept.get(id)?.text;

/**
 * A secret that a third party issues, as parsed by `read`; the same object while the text stays the same. Throws
 * `SecretMissing`, which raises an alarm, when `read` throws.
 */
export const issuedSecret = <T>(name: string, read: (text: string) => T) => {
  const understood = warmMap<string, { text: string; value: T }>();
  return async (id: string, olderThanMs?: number): Promise<T> => {
    const text = await secretText(id, olderThanMs);
    const known = understood.get(id);
    if (known?.text === text) return known.value;
    try {
      const value = read(text);
      understood.set(id, { text, value });
      return value;
    } catch (error) {
      // An operator who set the secret waits for it.
      kept.delete(id);
      log.error('A secret that a third party issues is missing or malformed', {
        alarm: 'secret_missing',
        name,
        cause: error,
      });
      throw new SecretMissing(name, error);
    }
  };
};
