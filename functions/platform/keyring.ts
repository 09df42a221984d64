import { nowMs } from './clock.ts';
import { config } from './config.ts';
import { beforeEachInvocation } from './prepare.ts';
import { cachedSecret, secretText } from './secret-store.ts';

/**
 * The purpose of each use of a key. Each purpose is rotated separately. `names` is for values that must never change,
 * because they identify rows or repeated requests.
 */
const PURPOSE_OF = {
  cursor: 'cursors',
  'document-link': 'links',
  'item-link': 'links',
  'order-page-preview': 'links',
  'order-page-receipt': 'links',
  'unsubscribe-link': 'links',
  'desk-form': 'sessions',
  'desk-second-factor': 'sessions',
  'user-link': 'sessions',
  'order-page-form': 'sessions',
  'test-gateway-call': 'sessions',
  'test-gateway-notice': 'sessions',
  'synthetic-sale': 'sessions',
  'webhook-secrets': 'webhook-secrets',
  'second-factor': 'second-factors',
  'item-order': 'item-codes',
  'item-successor': 'item-codes',
  'operator-issue': 'item-codes',
  'checkout-session': 'names',
  'test-gateway-card': 'names',
  unsubscribe: 'names',
  visits: 'names',
  search: 'names',
  'item-id': 'names',
  'wallet-pass': 'names',
} as const;

export type Purpose = (typeof PURPOSE_OF)[keyof typeof PURPOSE_OF];
/** Each use derives its own key from that of its purpose, so that a value of one use is not valid for another. */
export type KeyUse = keyof typeof PURPOSE_OF | `search\n${string}`;

export const PURPOSES = [...new Set<Purpose>(Object.values(PURPOSE_OF))];

/** Why the keys of these purposes are never rotated. */
export const FIXED: Partial<Record<Purpose, string>> = {
  'item-codes':
    'a repeated request for items must issue the same codes at any later time, and would issue others with another key',
  names:
    'rows of searches and unsubscriptions, repeated payment pages, ids of items, and tokens of passes in wallets are derived from it',
};

/** A key in the keyring. */
export interface KeyVersion {
  version: number;
  key: string;
  /** Time from which the key is used. By then, every function has read it. */
  fromMs: number;
}

/** All keys of an environment. The root key is version 1 of every purpose; without rotations it is the only key. */
export interface Keyring {
  root: string;
  purposes: Partial<Record<Purpose, { versions: KeyVersion[]; oldest: number }>>;
}

export const parseKeyring = (text: string): Keyring => {
  if (text === '') throw new Error('The keyring is empty');
  return text.startsWith('{') ? (JSON.parse(text) as Keyring) : { root: text, purposes: {} };
};

/** The versions of a purpose that are still accepted, oldest first. */
export const versionsOf = ({ root, purposes }: Keyring, purpose: Purpose): KeyVersion[] => {
  const { versions = [], oldest = 1 } = purposes[purpose] ?? {};
  return [{ version: 1, key: root, fromMs: 0 }, ...versions].filter(({ version }) => version >= oldest);
};

/** The version that is used at a time. */
export const inUse = (versions: readonly KeyVersion[], atMs: number): KeyVersion => {
  const version = versions.findLast(({ fromMs }) => fromMs <= atMs) ?? versions[0];
  if (!version) throw new Error('A purpose has no key');
  return version;
};

let parsed: { text: string; ring: Keyring } | undefined;

/**
 * `KEYS_SECRET` is the name of the secret with the keyring. Without a secret store (in tests and benchmarks),
 * `APP_SECRET` is the root key.
 */
const currentRing = (): Keyring => {
  const id = config.keysSecret();
  const text = id === undefined ? config.appSecret() : cachedSecret(id);
  if (text === undefined) throw new Error('The keyring was not read');
  if (parsed?.text !== text) parsed = { text, ring: parseKeyring(text) };
  return parsed.ring;
};

/** Reads the keyring if it is due. Commands call this themselves; for functions it runs before each invocation. */
export const readKeys = async (): Promise<void> => {
  const id = config.keysSecret();
  if (id !== undefined) await secretText(id);
};

beforeEachInvocation(readKeys);

const purposeOf = (use: KeyUse): Purpose => PURPOSE_OF[use.split('\n')[0] as keyof typeof PURPOSE_OF];

/** All keys that may have been used to create values of this use, the current one first. */
export const keysFor = (use: KeyUse): [KeyVersion, ...KeyVersion[]] => {
  const versions = versionsOf(currentRing(), purposeOf(use));
  const current = inUse(versions, nowMs());
  return [current, ...versions.filter((each) => each !== current).toReversed()];
};
