type OneOrMany = string | readonly string[];

interface VaultStatement {
  Effect: string;
  Principal?: '*' | { AWS?: OneOrMany };
  Action?: OneOrMany;
  Condition?: object;
}

/** Access policy of a vault of AWS Backup, as far as copies go. */
export interface VaultPolicy {
  Statement: VaultStatement | readonly VaultStatement[];
}

const COPY = 'backup:CopyIntoBackupVault';

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** A pattern of a policy, with `*` for any text. */
const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(text);

const concerns = ({ Action }: VaultStatement): boolean => listOf(Action).some((action) => matches(action, COPY));

const names = ({ Principal }: VaultStatement, account: string): boolean =>
  Principal === '*' ||
  listOf(Principal?.AWS).some((each) => each === '*' || each === account || each.includes(`::${account}:`));

/**
 * Whether the policy allows copies from an account. The owner needs no statement. Conditions are not evaluated: an
 * allowance under one counts, a denial does not.
 */
export const canCopy = (
  policy: VaultPolicy | undefined,
  { account, owner }: { account: string; owner: string },
): boolean => {
  const own = listOf<VaultStatement>(policy?.Statement).filter((each) => concerns(each) && names(each, account));
  if (own.some(({ Effect, Condition }) => Effect === 'Deny' && Condition === undefined)) return false;
  return account === owner || own.some(({ Effect }) => Effect === 'Allow');
};
