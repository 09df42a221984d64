import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { deployedTo } from '../../deployed.ts';
import { RESERVED_FUNCTIONS } from '../../reserved-functions.ts';
import type { Settings } from '../../stacks/settings.ts';
import { STAGE_THROTTLE } from '../../throttles.ts';
import { fault, note, ok, type Finding } from './finding.ts';
import { callJson, CallError, callQuery, xmlText, type AwsIdentity } from './signed-call.ts';

/** Version of the bootstrap stack that the templates require. */
const BOOTSTRAP_VERSION = 6;
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
/** Concurrent executions that cannot be reserved in any account. */
const UNRESERVED = 100;
const REQUIRED_EXECUTIONS = 1000;

export const checkBootstrap = async (caller: AwsIdentity): Promise<Finding> => {
  const remedy = 'npx cdk bootstrap';
  try {
    const { Parameter } = await callJson<{ Parameter: { Value: string } }>(caller, 'ssm', 'AmazonSSM.GetParameter', {
      Name: BOOTSTRAP_PARAMETER,
    });
    const version = Number(Parameter.Value);
    if (version >= BOOTSTRAP_VERSION) return ok(`version ${version}`);
    return fault(`version ${version}, the templates need ${BOOTSTRAP_VERSION}`, remedy);
  } catch (error) {
    if (error instanceof CallError && error.code === 'ParameterNotFound') return fault('not bootstrapped', remedy);
    throw error;
  }
};

const quotaRemedy = (service: string, code: string, value: number): string =>
  `aws service-quotas request-service-quota-increase --service-code ${service} --quota-code ${code} --desired-value ${value}`;

export const checkExecutions = async ({ reservedConcurrency = 0 }: Settings): Promise<Finding> => {
  const client = new LambdaClient({});
  try {
    const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
    const available = AccountLimit?.ConcurrentExecutions ?? 0;
    const reserved = reservedConcurrency * RESERVED_FUNCTIONS.length + UNRESERVED;
    const required = Math.max(REQUIRED_EXECUTIONS, reserved);
    if (available >= required) return ok(`${available} concurrent executions`);
    const remedy = quotaRemedy('lambda', 'L-B99A9384', required);
    if (reservedConcurrency === 0)
      return note(`${available} concurrent executions, an on-sale needs ${required}`, remedy);
    return fault(
      `${available} concurrent executions, reservedConcurrency ${reservedConcurrency} needs ${required}`,
      remedy,
    );
  } finally {
    client.destroy();
  }
};

interface Quota {
  QuotaCode: string;
  QuotaName: string;
  Value: number;
}

const quotasOf = async (caller: AwsIdentity, ServiceCode: string): Promise<Quota[]> => {
  const quotas: Quota[] = [];
  let NextToken: string | undefined;
  do {
    const page = await callJson<{ Quotas: Quota[]; NextToken?: string }>(
      caller,
      'servicequotas',
      'ServiceQuotasV20190624.ListServiceQuotas',
      { ServiceCode, ...(NextToken === undefined ? {} : { NextToken }) },
    );
    quotas.push(...page.Quotas);
    ({ NextToken } = page);
  } while (NextToken !== undefined);
  return quotas;
};

/** Quotas by service and name prefix, with the required value. */
const neededQuotas = ({ environment, shift }: Settings): [service: string, name: string, value: number][] => {
  const { routes, functions } = deployedTo(environment);
  return [
    ['apigateway', 'Throttle rate', STAGE_THROTTLE.perSecond],
    ['cloudformation', 'Stack count', new Set(routes.map(({ entry }) => entry.split('/')[2])).size + 10],
    ...(shift === 'at-once'
      ? []
      : [['codedeploy', 'Concurrent deployments', functions.length] as [string, string, number]]),
  ];
};

/** One finding for all quotas: a fault if a quota is too low, a note if a service does not list it. */
export const checkQuotas = async (caller: AwsIdentity, settings: Settings): Promise<Finding> => {
  const insufficient: string[] = [];
  const unknown: string[] = [];
  const sufficient: string[] = [];
  for (const [service, name, value] of neededQuotas(settings)) {
    const quota = (await quotasOf(caller, service)).find(({ QuotaName }) => QuotaName.startsWith(name));
    if (!quota) unknown.push(`${service} "${name}" of ${value}`);
    else if (quota.Value < value) insufficient.push(quotaRemedy(service, quota.QuotaCode, value));
    else sufficient.push(`${service} ${quota.Value}`);
  }
  if (insufficient.length > 0) return fault(`${insufficient.length} too low`, insufficient.join('\n'));
  if (unknown.length > 0) return note(`not listed: ${unknown.join(', ')}`, 'Compare in the console of Service Quotas.');
  return ok(sufficient.join(', '));
};

/** IAM's default limit is 1,000 roles per account, and each function has one. */
export const checkRoles = async (caller: AwsIdentity, settings: Settings, isDeployed: boolean): Promise<Finding> => {
  const xml = await callQuery(caller, 'iam', { Action: 'GetAccountSummary', Version: '2010-05-08' });
  const numberOf = (key: string): number =>
    Number(new RegExp(`<key>${key}</key>\\s*<value>(\\d+)</value>`).exec(xml)?.[1]);
  const [available, quota] = [numberOf('Roles'), numberOf('RolesQuota')];
  const required = isDeployed ? 0 : deployedTo(settings.environment).functions.length + 10;
  if (available + required <= quota) return ok(`${available} of ${quota} in use`);
  return fault(
    `${available} of ${quota} in use, the environment needs ${required} more`,
    quotaRemedy('iam', 'L-FE177D64', available + required),
  );
};

const PROVIDER = 'token.actions.githubusercontent.com';

/** The identity provider and the role with which the pipeline deploys without keys. */
export const checkPipeline = async (caller: AwsIdentity, { environment, prefix }: Settings): Promise<Finding> => {
  const remedy = 'lib/runbooks/pipeline.md, "Set up once"; not needed to deploy by hand';
  const providers = await callQuery(caller, 'iam', { Action: 'ListOpenIDConnectProviders', Version: '2010-05-08' });
  if (!providers.includes(PROVIDER)) return note(`no identity provider ${PROVIDER}`, remedy);
  const RoleName = `${prefix}-deploy`;
  try {
    const role = await callQuery(caller, 'iam', { Action: 'GetRole', RoleName, Version: '2010-05-08' });
    const trust = decodeURIComponent(xmlText(role, 'AssumeRolePolicyDocument') ?? '');
    if (trust.includes(PROVIDER) && trust.includes(`:environment:${environment}"`)) return ok(`role ${RoleName}`);
    return fault(`the trust policy of ${RoleName} does not name environment:${environment}`, remedy);
  } catch (error) {
    if (error instanceof CallError && error.code === 'NoSuchEntity') return note(`no role ${RoleName}`, remedy);
    throw error;
  }
};

/** Whether CodeDeploy is available, if requests shift gradually. */
export const checkCodeDeploy = async (caller: AwsIdentity, { shift }: Settings): Promise<Finding> => {
  if (shift === 'at-once') return ok('not used: requests shift immediately');
  const target = 'CodeDeploy_20141006.ListApplications';
  const { applications } = await callJson<{ applications: string[] }>(caller, 'codedeploy', target, {});
  return ok(`responds, ${applications.length} applications`);
};
