import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { parseSettingValues, SETTING_NAMES, type SettingValues, type Shift } from './setting-values.ts';

export const SERVICE = 'gift-commerce';
export const ENVIRONMENTS = ['development', 'demo', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** The operator's choices in `lib/environments/ENVIRONMENT.json` with defaults, and settings that follow from them. */
export interface Settings extends Omit<SettingValues, 'warmThroughput'> {
  environment: Environment;
  /** Prefix of physical names: `gift-commerce-demo`. */
  prefix: string;
  /** Whether state survives the deletion of its stack and is protected against accidental deletion. */
  keepsState: boolean;
  removalPolicy: RemovalPolicy;
  logRetention: RetentionDays;
  mailDomain: string;
  /** Whether to register the domain with SES; false for the placeholder domain. */
  ownsMailDomain: boolean;
  wallets: NonNullable<SettingValues['wallets']>;
  trustedProxies: number;
  /**
   * Stream to read instead of the exported one, until the data stack has the stream of a restored table: the export
   * cannot change while it is imported. Only the runbook of a restore sets it, with `-c` of `cdk`; `npm run deploy`
   * rejects it.
   */
  tableStream?: string;
  warmThroughput: { readUnitsPerSecond: number; writeUnitsPerSecond: number } | undefined;
  shift: Shift;
  /**
   * Whether to create early warnings and one alarm per area of incidents, which only environments with real buyers
   * need.
   */
  warnsEarly: boolean;
  contributorInsights: boolean;
}

const TABLE_STREAM = /^arn:aws[\w-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\d:T.-]+$/;

const LOG_RETENTION: Record<Environment, RetentionDays> = {
  development: RetentionDays.ONE_WEEK,
  demo: RetentionDays.ONE_MONTH,
  production: RetentionDays.ONE_YEAR,
};

const PLACEHOLDER_DOMAIN = 'example.com';

export const environmentNamed = (name: unknown): Environment => {
  const environment = ENVIRONMENTS.find((known) => known === name);
  if (!environment)
    throw new Error(`There is no environment ${JSON.stringify(name)}; choose one of ${ENVIRONMENTS.join(', ')}`);
  return environment;
};

/** Settings of an environment. Throws an error with one sentence if the values do not go together. */
export const settingsFrom = (environment: Environment, values: SettingValues): Settings => {
  const { mailDomain, warmThroughput } = values;
  if ((values.domainName === undefined) !== (values.certificateArn === undefined)) {
    throw new Error('domainName and certificateArn belong together: set both or neither');
  }
  if (environment === 'production' && values.paymentGateway === 'test') {
    throw new Error('production has no test gateway: omit paymentGateway, or choose stripe');
  }
  if (environment === 'production' && mailDomain === undefined) {
    throw new Error('production sends email to buyers: set mailDomain to the domain of the sender');
  }
  const keepsState = environment !== 'development';
  if (values.backupVault !== undefined && !keepsState) {
    throw new Error('development keeps no state: backupVault is for demo and production');
  }
  return {
    ...values,
    environment,
    prefix: `${SERVICE}-${environment}`,
    keepsState,
    // Resources of a failed first deployment are empty, and would block the next attempt.
    removalPolicy: keepsState ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    logRetention: LOG_RETENTION[environment],
    mailDomain: mailDomain ?? PLACEHOLDER_DOMAIN,
    ownsMailDomain: mailDomain !== undefined,
    wallets: values.wallets ?? [],
    trustedProxies: values.trustedProxies ?? 0,
    warmThroughput: warmThroughput && {
      readUnitsPerSecond: warmThroughput.reads,
      writeUnitsPerSecond: warmThroughput.writes,
    },
    shift: values.shift ?? (environment === 'production' ? 'canary' : 'at-once'),
    warnsEarly: environment === 'production',
    contributorInsights: values.contributorInsights ?? false,
  };
};

/**
 * Reads the settings from the context, into which the app puts the settings of the file
 * (`lib/deploy/environment-file.ts`).
 */
export const settingsOf = (node: Node): Settings => {
  const read = (name: string): unknown => node.tryGetContext(name);
  const environment = environmentNamed(read('env') ?? 'development');
  const values = SETTING_NAMES.map((name) => [name, read(name)] as const).filter(([, value]) => value !== undefined);
  const settings = settingsFrom(environment, parseSettingValues(Object.fromEntries(values)));
  const tableStream = read('tableStream');
  if (tableStream === undefined) return settings;
  if (typeof tableStream !== 'string' || !TABLE_STREAM.test(tableStream)) {
    throw new Error(`tableStream must be the ARN of a DynamoDB stream, not ${JSON.stringify(tableStream)}`);
  }
  return { ...settings, tableStream };
};
