import { COPY_RETENTION_DAYS } from '../../constructs/backups.ts';
import type { Settings } from '../../stacks/settings.ts';
import { fault, note, ok, type Finding } from './finding.ts';
import { canCopy, type VaultPolicy } from './vault-policy.ts';
import { CallError, getFromBackup, type AwsIdentity } from './signed-call.ts';

/** Parts of the ARN in the setting `backupVault`. */
interface Vault {
  arn: string;
  region: string;
  account: string;
  name: string;
}

const vaultOf = (arn: string): Vault => {
  const [, , , region = '', account = '', , name = ''] = arn.split(':');
  return { arn, region, account, name };
};

interface DescribedVault {
  MinRetentionDays?: number;
  MaxRetentionDays?: number;
}

/** Errors for a vault that does not exist; AWS Backup does not distinguish it from one that the caller may not read. */
const ABSENT = new Set(['ResourceNotFoundException', 'AccessDeniedException']);

/** Undefined if the resource does not exist. */
const unlessAbsent = async <T>(read: Promise<T>): Promise<T | undefined> => {
  try {
    return await read;
  } catch (error) {
    if (error instanceof CallError && ABSENT.has(error.code)) return undefined;
    throw error;
  }
};

/**
 * Copies of table backups require the advanced features for DynamoDB, and AWS Backup must manage both services in this
 * region.
 */
const checkServices = async (caller: AwsIdentity): Promise<Finding | undefined> => {
  const { ResourceTypeOptInPreference: optIn, ResourceTypeManagementPreference: management } = await getFromBackup<
    Record<string, Record<string, boolean> | undefined>
  >(caller, '/account-settings');
  const off = [
    ...['DynamoDB', 'S3'].filter((type) => optIn?.[type] !== true),
    ...(management?.['DynamoDB'] === true ? [] : ['advanced backups of DynamoDB']),
  ];
  if (off.length === 0) return undefined;
  return fault(
    `off in ${caller.region}: ${off.join(', ')}`,
    'aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true,S3=true ' +
      '--resource-type-management-preference DynamoDB=true',
  );
};

const checkRetention = ({ region, name }: Vault, { MinRetentionDays, MaxRetentionDays }: DescribedVault) => {
  const [min, max] = [MinRetentionDays ?? 0, MaxRetentionDays ?? Infinity];
  if (min <= COPY_RETENTION_DAYS && COPY_RETENTION_DAYS <= max) return undefined;
  return fault(
    `${name} keeps backups from ${min} to ${max} days, copies are kept for ${COPY_RETENTION_DAYS}`,
    `aws backup delete-backup-vault-lock-configuration --backup-vault-name ${name} --region ${region}, or choose another vault`,
  );
};

const checkPolicy = async (there: AwsIdentity, vault: Vault, account: string): Promise<Finding | undefined> => {
  const path = `/backup-vaults/${vault.name}/access-policy`;
  const response = await unlessAbsent(getFromBackup<{ Policy?: string }>(there, path));
  const policy = response?.Policy === undefined ? undefined : (JSON.parse(response.Policy) as VaultPolicy);
  if (canCopy(policy, { account, owner: vault.account })) return undefined;
  const requiredPolicy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { AWS: `arn:aws:iam::${account}:root` },
        Action: 'backup:CopyIntoBackupVault',
        Resource: '*',
      },
    ],
  };
  return fault(
    `the policy of ${vault.name} does not allow copies from account ${account}`,
    `aws backup put-backup-vault-access-policy --backup-vault-name ${vault.name} --region ${vault.region} ` +
      `--policy '${JSON.stringify(requiredPolicy)}' (in account ${vault.account}; keep its other statements)`,
  );
};

const checkOrganization = async (caller: AwsIdentity): Promise<Finding | undefined> => {
  const { GlobalSettings } = await getFromBackup<{ GlobalSettings?: Record<string, string> }>(
    caller,
    '/global-settings',
  );
  if (GlobalSettings?.['isCrossAccountBackupEnabled'] === 'true') return undefined;
  return fault(
    'the organization does not allow backups across accounts',
    'aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true (in its management account)',
  );
};

/** Credentials for this account, and for the account of the vault if its profile was given. */
interface VaultCallers {
  here: AwsIdentity;
  account: string;
  there: AwsIdentity | undefined;
}

/** Whether backups can be copied to the vault of an ARN: services, organization, vault, retention and policy. */
export const checkBackupVault = async (
  { environment }: Settings,
  arn: string,
  { here, account, there }: VaultCallers,
): Promise<Finding> => {
  const vault = vaultOf(arn);
  const isOwn = vault.account === account;
  const serviceFault = (await checkServices(here)) ?? (isOwn ? undefined : await checkOrganization(here));
  if (serviceFault) return serviceFault;
  if (!isOwn && !there) {
    return note(
      `the vault is in account ${vault.account}, which requires separate credentials`,
      `npm run deploy -- check --env ${environment} --vault-profile PROFILE`,
    );
  }
  const caller = { ...(isOwn || !there ? here : there), region: vault.region };
  const described = await unlessAbsent(getFromBackup<DescribedVault>(caller, `/backup-vaults/${vault.name}`));
  if (!described) {
    return fault(
      `account ${vault.account} has no vault ${vault.name} in ${vault.region}, or denies access to it`,
      `aws backup create-backup-vault --backup-vault-name ${vault.name} --region ${vault.region}`,
    );
  }
  const finding = checkRetention(vault, described) ?? (await checkPolicy(caller, vault, account));
  return finding ?? ok(`copies go to ${vault.name} in ${vault.region} of account ${vault.account}`);
};
