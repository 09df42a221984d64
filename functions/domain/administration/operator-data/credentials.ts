import { nowMs } from '../../../platform/clock.ts';
import { rowOfType } from '../../../storage/row-of-type.ts';
import { getRows, type Row } from '../../../storage/table.ts';
import { apiKeyIndex, apiKeyKey, type ApiKeyRow, type KeyStatus } from '../../company/api-keys/rows.ts';
import { numericIdOf, parseApiKey, type PresentedKey } from '../../company/api-keys/rules.ts';
import { newLink } from '../../company/users/new-link.ts';
import { oauthClientKey, userIndex, userKey, type OAuthClientRow, type UserRow } from '../../company/users/rows.ts';
import { hashPassword, verifyPassword } from '../../company/users/passwords.ts';
import { keyIdentity, mintedKey, type MintedKeys } from './minted-keys.ts';
import type { Intent } from './rows.ts';
import type { ApiKeyEntry, OperatorData } from './schema.ts';
import type { Company } from '../../company/settings/company-schema.ts';
import type { StoredData } from './stored.ts';

/**
 * Companies that the keys of a company may act for: its active assigned companies, and the company itself while it is
 * active.
 */
export const keyStatusOf = (company: string, data: OperatorData, stored: StoredData): KeyStatus => {
  const named = new Map(
    data.companies.map((entry): [string, Pick<Company, 'assigned' | 'active'>] => [entry.slug, entry]),
  );
  const current = (slug: string) => named.get(slug) ?? stored.companies.get(slug);
  const assigned = new Set(current(company)?.assigned);
  const actsOn = [...assigned].filter((slug) => current(slug)?.active ?? false).sort();
  return current(company)?.active === false ? { actsOn, companyInactive: true } : { actsOn };
};

/**
 * Rows of the keys in the file. For an entry without `key`, the first import creates a key; later imports find it by
 * company, mode and label. If no import has shown the key, it gets a new secret, because the first secret is lost.
 */
export const keyIntents = (data: OperatorData, stored: StoredData, minting: MintedKeys): Intent[] =>
  data.api_keys.map((entry, at) => {
    const path = ['api_keys', at];
    const presented = entry.key === undefined ? undefined : parseApiKey(entry.key);
    if (presented) return { row: keyRow(entry, presented, data, stored), path, keeps: kept(entry) };
    const before = stored.keys.find(
      (key) => key.minted === 'by-import' && keyIdentity({ ...key, environment: key.mode }) === keyIdentity(entry),
    );
    // A revoked key gets no new secret, because it can no longer be used.
    if (before && (before.unshownBy === undefined || before.revokedAtMs !== undefined)) {
      minting.keys.delete(keyIdentity(entry));
      return { row: mintedRow(entry, before, data, stored), path, keeps: kept(entry) };
    }
    const minted = parseApiKey(mintedKey(entry, minting, before?.keyId).key);
    if (!minted) throw new Error('The new key does not have the format of a key');
    const row: ApiKeyRow = { ...mintedRow(entry, minted, data, stored), unshownBy: minting.id };
    return { row, path, keeps: kept(entry), madeFor: before ?? null, guarded: ['unshownBy'] };
  });

const mintedRow = (entry: ApiKeyEntry, known: PresentedKey, data: OperatorData, stored: StoredData): ApiKeyRow => ({
  ...keyRow(entry, known, data, stored),
  minted: 'by-import',
});

/** A revocation is permanent, even if a later file omits it. */
const kept = (entry: ApiKeyEntry): string[] => [
  'tatMs',
  'lastUsedAtMs',
  'createdAtMs',
  ...(entry.revoked_at === null ? ['revokedAtMs', 'ix1sk'] : []),
];

const keyRow = (
  entry: ApiKeyEntry,
  { keyId, mode, secretHash }: PresentedKey,
  data: OperatorData,
  stored: StoredData,
): ApiKeyRow => {
  const numericId = numericIdOf(keyId);
  return {
    ...apiKeyKey(keyId),
    ...apiKeyIndex(entry.company, numericId),
    type: 'api-key',
    v: 1,
    keyId,
    numericId,
    company: entry.company,
    ...keyStatusOf(entry.company, data, stored),
    label: entry.label,
    mode,
    scopes: [...new Set(entry.scopes)],
    secretHash,
    attributed: entry.attributed,
    ...(entry.created_by === undefined ? {} : { createdBy: entry.created_by }),
    createdAtMs: nowMs(),
    ...(entry.expires_at === null ? {} : { expiresAtMs: Date.parse(entry.expires_at) }),
    ...(entry.revoked_at === null ? {} : { revokedAtMs: Date.parse(entry.revoked_at) }),
    tatMs: 0,
  };
};

/**
 * Rows of users and clients. An unchanged password keeps its hash. A user who was changed at the desk is not
 * overwritten.
 */
export const loginIntents = async (data: OperatorData): Promise<Intent[]> => {
  const before = await getRows([
    ...data.users.map(({ username }) => userKey(username)),
    ...data.oauth_clients.map(({ client_id: id }) => oauthClientKey(id)),
  ]);
  const users = data.users.map((entry, at) => userIntent(entry, at, before.get<UserRow>(userKey(entry.username))));
  const clients = data.oauth_clients.map(async (client, at): Promise<Intent> => {
    const { client_id: clientId, client_secret: secret, company } = client;
    const key = oauthClientKey(clientId);
    const secretHash = await storedOrNew(secret, before.get<OAuthClientRow>(key)?.secretHash);
    const row: OAuthClientRow = { ...key, type: 'oauth-client', v: 1, clientId, company, secretHash };
    return { row, path: ['oauth_clients', at] };
  });
  return Promise.all([...users, ...clients]);
};

/**
 * The row of a user. A user without a password gets an invitation if the user is new, or if the email address or the
 * company changes before the invitation is accepted, because the link is only for that address and company.
 */
const userIntent = async (
  { password, ...user }: OperatorData['users'][number],
  at: number,
  known: UserRow | undefined,
): Promise<Intent> => {
  const path = ['users', at];
  const isInvited = password === undefined && (known === undefined || known.invitedUntilMs !== undefined);
  const isNewInvitation = isInvited && (known?.email !== user.email || known?.company !== user.company);
  const hasNewRole = known !== undefined && known.role !== user.role;
  const link = newLink('invitation', user);
  const row: UserRow = {
    ...user,
    ...userKey(user.username),
    ...userIndex(user),
    type: 'user',
    v: 1,
    passwordHash:
      password === undefined ? (known?.passwordHash ?? '') : await storedOrNew(password, known?.passwordHash),
    ...(isInvited ? { invitedUntilMs: isNewInvitation ? link.expiresAtMs : known?.invitedUntilMs } : {}),
    ...(hasNewRole ? { sessionVersion: (known.sessionVersion ?? 0) + 1 } : {}),
  };
  const isKept = (existing: Row): boolean => isManaged(rowOfType<UserRow>('user', existing));
  const guarded = ['passwordHash', 'sessionVersion'];
  const keeps = hasNewRole ? ['factor'] : ['factor', 'sessionVersion'];
  const also = isNewInvitation ? [link] : [];
  return { row, path, isKept, keeps, guarded, versioned: true, also };
};

/** Changes by administrators and by the user take precedence over the file, even if they are made during the import. */
const isManaged = (user: UserRow | undefined): boolean => user?.managed === true;

const storedOrNew = async (secret: string, hash: string | undefined): Promise<string> =>
  hash !== undefined && (await verifyPassword(secret, hash)) ? hash : hashPassword(secret);
