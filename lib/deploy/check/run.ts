import { spawnSync } from 'node:child_process';
import { DescribeTableCommand, DynamoDBClient, ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import type { CompanyGateway } from '../../../functions/platform/payment-methods.ts';
import { argumentsOf } from '../../command-arguments.ts';
import { UNUSED } from '../../ops/unused-gateway.ts';
import { ENVIRONMENTS, settingsFrom, type Settings } from '../../stacks/settings.ts';
import { readEnvironmentFile } from '../environment-file.ts';
import {
  checkBootstrap,
  checkCodeDeploy,
  checkExecutions,
  checkPipeline,
  checkQuotas,
  checkRoles,
} from './account-checks.ts';
import { checkBackupVault } from './backup-checks.ts';
import { checkCertificate, checkDomain, checkMail, checkMailDomain, lookUpDomain } from './address-checks.ts';
import { fault, note, ok, type Finding } from './finding.ts';
import { callQuery, xmlText, type AwsIdentity } from './signed-call.ts';
import { errorMessage } from '../../error-message.ts';

const GATEWAYS: readonly CompanyGateway[] = ['stripe', 'mollie'];

const CHECK_USAGE = `npm run deploy -- check --env ${ENVIRONMENTS.join('|')} [--vault-profile PROFILE]`;

/** What a check reads outside AWS. Tests replace it. */
export interface ExternalReads {
  lookUpDomain: (domain: string) => Promise<string[]>;
  /** Lines of `npm run ops -- GATEWAY check`; empty if the configuration matches. */
  gatewayDifferences: (gateway: CompanyGateway, environment: string) => string[];
}

const gatewayDifferences = (gateway: CompanyGateway, environment: string): string[] => {
  const args = ['bin/ops.ts', gateway, 'check', '--env', environment];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  return status === 0 ? [] : stderr.trim().split('\n');
};

const EXTERNAL_READS: ExternalReads = { lookUpDomain, gatewayDifferences };

/** Credentials and region of the default chain of the SDK, or of a profile in the AWS configuration. */
const openCaller = async (profile?: string): Promise<AwsIdentity> => {
  const client = new DynamoDBClient(profile === undefined ? {} : { profile });
  try {
    return { credentials: await client.config.credentials(), region: await client.config.region() };
  } finally {
    client.destroy();
  }
};

const isDeployed = async (TableName: string): Promise<boolean> => {
  const client = new DynamoDBClient({});
  try {
    await client.send(new DescribeTableCommand({ TableName }));
    return true;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return false;
    throw error;
  } finally {
    client.destroy();
  }
};

const accountOf = async (caller: AwsIdentity): Promise<string> => {
  const xml = await callQuery(caller, 'sts', { Action: 'GetCallerIdentity', Version: '2011-06-15' });
  return xmlText(xml, 'Account') ?? '';
};

const checkIdentity = async (caller: AwsIdentity): Promise<Finding> =>
  ok(`account ${await accountOf(caller)}, region ${caller.region}`);

const checkVault = async (settings: Settings, here: AwsIdentity, profile: string | undefined): Promise<Finding> => {
  if (settings.backupVault === undefined) return ok('not used: no backupVault');
  const there = profile === undefined ? undefined : await openCaller(profile);
  return checkBackupVault(settings, settings.backupVault, { here, account: await accountOf(here), there });
};

/**
 * Checks the payment gateways of an environment. A gateway that has no key and that no company has chosen is not
 * needed.
 */
const checkGateways = (
  { environment, paymentGateway }: Settings,
  exists: boolean,
  external: ExternalReads,
): Finding => {
  if (environment !== 'production' && paymentGateway !== 'stripe') return ok('not used: payments run in test mode');
  const setup = (gateway: CompanyGateway): string =>
    `npm run ops -- ${gateway} setup --key-from-stdin --env ${environment} < FILE`;
  const remedies = GATEWAYS.map(setup).join(' or ');
  if (!exists) return note('the environment is not deployed yet', `After the deployment: ${remedies}`);
  const lines = GATEWAYS.map((gateway) => [gateway, external.gatewayDifferences(gateway, environment)] as const);
  const used = lines.filter(([, differences]) => !differences.includes(UNUSED));
  if (used.length === 0) return note('no gateway is set up, and no company accepts payments', remedies);
  const faulty = used.filter(([, differences]) => differences.length > 0);
  if (faulty.length === 0) return ok(`${used.map(([gateway]) => gateway).join(' and ')} set up`);
  return fault(
    faulty.map(([gateway, differences]) => `${gateway}: ${differences.join(' ')}`).join(' '),
    faulty.map(([gateway]) => setup(gateway)).join('\n'),
  );
};

interface CheckInput {
  caller: AwsIdentity;
  settings: Settings;
  /** Whether the environment is deployed. */
  exists: boolean;
  external: ExternalReads;
  vaultProfile: string | undefined;
}

/** The checks of an environment by name, in the order in which their remedies are applied. */
const checksOf = ({
  caller,
  settings,
  exists,
  external,
  vaultProfile,
}: CheckInput): [string, () => Finding | Promise<Finding>][] => [
  ['identity', () => checkIdentity(caller)],
  ['bootstrap', () => checkBootstrap(caller)],
  ['executions', () => checkExecutions(settings)],
  ['quotas', () => checkQuotas(caller, settings)],
  ['roles', () => checkRoles(caller, settings, exists)],
  ['code deploy', () => checkCodeDeploy(caller, settings)],
  ['certificate', () => checkCertificate(caller, settings)],
  ['domain', () => checkDomain(settings, external.lookUpDomain)],
  ['mail', () => checkMail(settings)],
  ['mail domain', () => checkMailDomain(settings)],
  ['payments', () => checkGateways(settings, exists, external)],
  ['backup vault', () => checkVault(settings, caller, vaultProfile)],
  ['pipeline', () => checkPipeline(caller, settings)],
];

/** A failed call is a fault of its check; the others still run. */
const runCheck = async (check: () => Finding | Promise<Finding>): Promise<Finding> => {
  try {
    return await check();
  } catch (error) {
    return fault(errorMessage(error), 'Sign in with rights to read the account, then run the check again.');
  }
};

const linesOf = (name: string, { state, text, remedy }: Finding): string => {
  const remedies = remedy === undefined ? [] : remedy.split('\n').map((line) => `       -> ${line}`);
  return [`${state.padEnd(6)} ${name}: ${text}`, ...remedies].map((line) => `${line}\n`).join('');
};

/** Options of the command. Throws for an unknown option. */
export const checkOptions = (args: readonly string[]) =>
  argumentsOf(CHECK_USAGE, {
    args: [...args],
    options: { env: { type: 'string' }, 'vault-profile': { type: 'string' } },
  }).values;

/**
 * `npm run deploy -- check`: reads the account and external services, and prints a line for each check, with a remedy
 * if needed. Changes nothing. Returns the exit status: 1 if a fault was found.
 */
export const runChecks = async (
  args: readonly string[],
  external = EXTERNAL_READS,
  read = readEnvironmentFile,
): Promise<number> => {
  const values = checkOptions(args);
  const environment = ENVIRONMENTS.find((name) => name === values.env);
  if (environment === undefined) throw new Error(`Usage: ${CHECK_USAGE}`);
  const settings = settingsFrom(environment, read(environment));
  const caller = await openCaller();
  const exists = await isDeployed(settings.prefix);
  const checked = { caller, settings, exists, external, vaultProfile: values['vault-profile'] };
  let faults = 0;
  for (const [name, check] of checksOf(checked)) {
    const finding = await runCheck(check);
    if (finding.state === 'fault') faults += 1;
    process.stdout.write(linesOf(name, finding));
  }
  process.stdout.write(faults === 0 ? 'No fault found.\n' : `${faults} ${faults === 1 ? 'fault' : 'faults'} found.\n`);
  return faults === 0 ? 0 : 1;
};
