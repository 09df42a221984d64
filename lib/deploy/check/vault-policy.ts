type OneOrMany = string | readonly string[];

interface VaultStatement {
  Effect: string;
  Principal?: '*' | { AWS?: OneOrMany };
  Action?: OneOrMany;
  Condition?: object;
}

/** The statements of an AWS Backup vault's access policy that affect copies. */
export interface VaultPolicy {
  Statement: VaultStatement | readonly VaultStatement[];
}

const COPY = 'backup:CopyIntoBackupVault';

const listOf = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** A pattern of a policy, with `*` for any text. */
const isMatch = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*')}$`, 'i').test(text);

const isAboutCopies = ({ Action }: VaultStatement): boolean => listOf(Action).some((action) => isMatch(action, COPY));

const hasPrincipal = ({ Principal }: VaultStatement, account: string): boolean =>
  Principal === '*' ||
  listOf(Principal?.AWS).some((each) => each === '*' || each === account || each.includes(`::${account}:`));

/**
 * Whether the policy allows copies from an account. The owner needs no statement. Conditions are not evaluated: a
 * conditional Allow counts, a conditional Deny does not.
 */
export const canCopy = (
  policy: VaultPolicy | undefined,
  { account, owner }: { account: string; owner: string },
): boolean => {
  const matching = listOf<VaultStatement>(policy?.Statement).filter(
    (each) => isAboutCopies(each) && hasPrincipal(each, account),
  );
  if (matching.some(({ Effect, Condition }) => Effect === 'Deny' && Condition === undefined)) return false;
  return account === owner || matching.some(({ Effect }) => Effect === 'Allow');
};
