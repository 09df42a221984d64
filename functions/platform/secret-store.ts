import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { nowMs } from './clock.ts';
import { log } from './log.ts';
import { warmMap } from './warm-state.ts';
import { MINUTE_MS } from './durations.ts';

/** How long a secret is cached. After this time a rotation is effective everywhere. */
export const SECRET_KEPT_MS = 5 * MINUTE_MS;
/** Time after which a secret that could not be read is read again. In the meantime, the cached value is used. */
const REREAD_MS = 30_000;

interface CachedSecret {
  text: string;
  freshUntilMs: number;
  readAtMs: number;
}

const kept = warmMap<string, CachedSecret>();
let client: SecretsManagerClient | undefined;

/** Thrown if a secret from a third party is missing or malformed. */
export class SecretMissing extends Error {
  constructor(name: string, cause?: unknown) {
    super(`The secret ${name} is not filled in`, { cause });
    this.name = 'SecretMissing';
  }
}

/**
 * Returns the text of a secret, by its name or ARN. It is cached for five minutes, but at most for `olderThanMs`. If
 * the store does not respond, the cached value is used; without one, the store's error is thrown.
 */
export const secretText = async (id: string, olderThanMs = Infinity): Promise<string> => {
  const known = kept.get(id);
  const now = nowMs();
  if (known && known.freshUntilMs > now && now - known.readAtMs < olderThanMs) return known.text;
  try {
    client ??= new SecretsManagerClient({
      // All attempts together end before the shortest time limit of a function (lib/definition.ts), so that it can
      // still respond.
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

/** The cached value; undefined if there is none. */
export const cachedSecret = (id: string): string | undefined => kept.get(id)?.text;

/**
 * Returns a function that reads a secret from a third party and parses it with `read`. The result is the same object as
 * long as the text does not change. If `read` throws, the returned function throws `SecretMissing` and raises an alarm.
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
      // Drops the cached value, so that the next call reads a secret that an operator has set in the meantime.
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
