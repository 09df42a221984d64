import { RemovalPolicy } from 'aws-cdk-lib';
import { RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Node } from 'constructs';
import { WALLETS } from '../definition.ts';

export const SERVICE = 'gift-commerce';
export const ENVIRONMENTS = ['development', 'demo', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
/** How requests come to a new version: a tenth of them for ten minutes, a tenth more each minute, or all at once. */
export const SHIFTS = ['canary', 'linear', 'at-once'] as const;
export type Shift = (typeof SHIFTS)[number];

/** What differs between environments, and what the person who deploys may choose with `-c name=value`. */
export interface Settings {
  environment: Environment;
  /** Start of every physical name: `gift-commerce-demo`. */
  prefix: string;
  /** State survives the deletion of its stack and cannot be deleted by accident. */
  keepsState: boolean;
  removalPolicy: RemovalPolicy;
  logRetention: RetentionDays;
  /** Domain from which mail is sent. */
  mailDomain: string;
  /** Whether the domain is made known to SES here; nobody owns the one that stands in where none is given. */
  ownsMailDomain: boolean;
  /** Gateway of new payments where there is a choice. */
  paymentGateway?: 'test' | 'stripe';
  /** Address of the courier's API where it is not the real one. */
  courierBaseUrl?: string;
  /** Where alarms are mailed. */
  alarmEmail?: string;
  /** Own domain of the API; needs the certificate as well. */
  domainName?: string;
  certificateArn?: string;
  /** Wallets whose certificates are in the wallet secret: buttons for them are shown. */
  wallets: readonly string[];
  /** How many proxies of ours (a CDN) stand in front of the API: limits by address look behind them. */
  trustedProxies: number;
  /**
   * Stream that is read instead of the one exported, while the stack of state learns what stream a restored table has: it
   * cannot as long as the export is imported. Only the runbook of a restore gives it, and `npm run deploy` takes it from nobody.
   */
  tableStream?: string;
  /** What the table can take at once from its first second on, as an on-sale needs; it can only be raised. */
  warmThroughput?: { readUnitsPerSecond: number; writeUnitsPerSecond: number };
  /** Executions that each function which takes money keeps for itself; absent: they share with all others. */
  reservedConcurrency?: number;
  shift: Shift;
  /** Whether DynamoDB tells which keys are asked for most; it costs by event. */
  contributorInsights: boolean;
}

/** `-c` names of what may be chosen, beside the environment. */
export const SETTING_NAMES = [
  'mailDomain',
  'warmThroughput',
  'reservedConcurrency',
  'contributorInsights',
  'shift',
  'trustedProxies',
  'alarmEmail',
  'domainName',
  'certificateArn',
  'paymentGateway',
  'courierBaseUrl',
  'wallets',
] as const;
type SettingName = (typeof SETTING_NAMES)[number] | 'env' | 'tableStream';

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;

/** What AWS would refuse in the middle of a deployment, or take and never use. */
const SHAPES: Partial<Record<SettingName, { shape: RegExp; says: string }>> = {
  mailDomain: { shape: DOMAIN, says: 'a domain in small letters, such as mail.example.com' },
  domainName: { shape: DOMAIN, says: 'a domain in small letters, such as api.example.com' },
  certificateArn: {
    shape: /^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/,
    says: 'the ARN of a certificate of ACM',
  },
  alarmEmail: { shape: /^[^\s@,]+@[^\s@,]+\.[^\s@,]+$/, says: 'one e-mail address' },
  courierBaseUrl: { shape: /^https:\/\/[^\s?#]*[^\s?#/]$/, says: 'an https address without a slash at its end' },
  tableStream: {
    shape: /^arn:aws[\w-]*:dynamodb:[a-z0-9-]+:\d{12}:table\/[\w.-]+\/stream\/[\d:T.-]+$/,
    says: 'the ARN of a stream of DynamoDB',
  },
  contributorInsights: { shape: /^(on|off)$/, says: 'on or off' },
};

const LOG_RETENTION: Record<Environment, RetentionDays> = {
  development: RetentionDays.ONE_WEEK,
  demo: RetentionDays.ONE_MONTH,
  production: RetentionDays.ONE_YEAR,
};

const STAND_IN_DOMAIN = 'example.com';
/** What a table is ready for anyway; DynamoDB refuses to be told less. */
const LEAST_WARM = { reads: 12_000, writes: 4_000 };

/** `24000,8000`: reads and writes a second. */
const warmThroughputOf = (text: string | undefined): Settings['warmThroughput'] => {
  if (text === undefined) return undefined;
  const [readUnitsPerSecond = 0, writeUnitsPerSecond = 0] = /^\d+,\d+$/.test(text) ? text.split(',').map(Number) : [];
  if (readUnitsPerSecond < LEAST_WARM.reads || writeUnitsPerSecond < LEAST_WARM.writes) {
    throw new Error(
      `warmThroughput is READS,WRITES a second, from ${LEAST_WARM.reads},${LEAST_WARM.writes} on; it can only be raised`,
    );
  }
  return { readUnitsPerSecond, writeUnitsPerSecond };
};

/** As many as consumers of orders run at once, and with all functions that reserve no more than an account of 1,000 can spare. */
const RESERVED = { least: 20, most: 100 };

const reservedConcurrencyOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const reserved = Number(text);
  if (!Number.isInteger(reserved) || reserved < RESERVED.least || reserved > RESERVED.most) {
    throw new Error(`reservedConcurrency is from ${RESERVED.least} to ${RESERVED.most} executions a function`);
  }
  return reserved;
};

/**
 * Reads the settings from the context; an unknown environment, half a domain or a production that has no domain to send
 * mail from ends the deployment with a reason.
 */
export const settingsOf = (node: Node): Settings => {
  const text = (name: SettingName): string | undefined => {
    const value: unknown = node.tryGetContext(name);
    if (typeof value !== 'string' || value === '') return undefined;
    const { shape, says } = SHAPES[name] ?? {};
    if (shape && !shape.test(value)) throw new Error(`${name} is ${says}, and not ${value}`);
    return value;
  };
  const wanted = text('env') ?? 'development';
  const environment = ENVIRONMENTS.find((name) => name === wanted);
  if (!environment) throw new Error(`There is no environment ${wanted}; choose one of ${ENVIRONMENTS.join(', ')}`);
  const keepsState = environment !== 'development';
  const domainName = text('domainName');
  const certificateArn = text('certificateArn');
  if ((domainName === undefined) !== (certificateArn === undefined)) {
    throw new Error('domainName and certificateArn belong together: give both or neither');
  }
  const paymentGateway = text('paymentGateway');
  if (paymentGateway !== undefined && paymentGateway !== 'test' && paymentGateway !== 'stripe') {
    throw new Error(`There is no payment gateway ${paymentGateway}; choose test or stripe`);
  }
  if (environment === 'production' && paymentGateway === 'test') {
    throw new Error('production has no test gateway: leave paymentGateway out, or choose stripe');
  }
  const wallets = (text('wallets') ?? '').split(',').flatMap((name) => name.trim() || []);
  const stranger = wallets.find((name) => !WALLETS.some((wallet) => wallet === name));
  if (stranger !== undefined) throw new Error(`There is no wallet ${stranger}; choose of ${WALLETS.join(', ')}`);
  const mailDomain = text('mailDomain');
  if (environment === 'production' && mailDomain === undefined) {
    throw new Error('production sends mail to buyers: give the domain it comes from, with -c mailDomain=');
  }
  const shift = SHIFTS.find(
    (name) => name === (text('shift') ?? (environment === 'production' ? 'canary' : 'at-once')),
  );
  if (!shift) throw new Error(`There is no such shift; choose one of ${SHIFTS.join(', ')}`);
  const trustedProxies = Number(text('trustedProxies') ?? '0');
  if (!Number.isInteger(trustedProxies) || trustedProxies < 0) {
    throw new Error('trustedProxies is the number of proxies in front of the API');
  }
  return {
    environment,
    prefix: `${SERVICE}-${environment}`,
    keepsState,
    // What a first deployment made that then failed is empty, and would stand in the way of the next try.
    removalPolicy: keepsState ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY,
    logRetention: LOG_RETENTION[environment],
    mailDomain: mailDomain ?? STAND_IN_DOMAIN,
    ownsMailDomain: mailDomain !== undefined,
    paymentGateway,
    courierBaseUrl: text('courierBaseUrl'),
    alarmEmail: text('alarmEmail'),
    domainName,
    certificateArn,
    wallets,
    trustedProxies,
    tableStream: text('tableStream'),
    warmThroughput: warmThroughputOf(text('warmThroughput')),
    reservedConcurrency: reservedConcurrencyOf(text('reservedConcurrency')),
    shift,
    contributorInsights: text('contributorInsights') === 'on',
  };
};
