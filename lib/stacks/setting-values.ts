import { z } from 'zod';
import { WALLETS } from '../definition.ts';

/** How traffic shifts to a new version: a tenth for ten minutes first, a tenth more each minute, or all immediately. */
const SHIFTS = ['canary', 'linear', 'at-once'] as const;
export type Shift = (typeof SHIFTS)[number];

const DOMAIN = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const CERTIFICATE = /^arn:aws[\w-]*:acm:[a-z0-9-]+:\d{12}:certificate\/[\w-]+$/;
const VAULT = /^arn:aws[\w-]*:backup:[a-z0-9-]+:\d{12}:backup-vault:[\w-]{2,50}$/;
const EMAIL = /^(?=.{3,200}$)[^\s@,]+@[^\s@,]+\.[^\s@,]+$/;
const HTTPS = /^(?=.{9,200}$)https:\/\/[^\s?#]*[^\s?#/]$/;

/** DynamoDB rejects a warm throughput below what every table has. */
const MIN_WARM = { reads: 12_000, writes: 4_000 };
/**
 * Bounds of the reserved concurrency of one function. The minimum is the maximum concurrency of `fulfill-order`, the
 * only queue consumer among these functions. Above 69, they need an account with more than 1,000 executions.
 */
const RESERVED = { min: 20, max: 100 };

const text = (shape: RegExp, requirement: string) =>
  z.string(`must be ${requirement}`).regex(shape, `must be ${requirement}`).optional();
const choice = <const Value extends string>(values: readonly Value[]) =>
  z.enum(values, `must be one of ${values.join(', ')}`);
const wholeNumber = (min: number, max: number, requirement: string) => {
  const error = `must be ${requirement}`;
  return z.int(error).min(min, error).max(max, error);
};

/** Bounds of the monthly budget in US dollars. */
const BUDGET = { min: 1, max: 1_000_000 };

const warmThroughput = `must be {"reads": N, "writes": N} a second, at least ${MIN_WARM.reads} and ${MIN_WARM.writes}`;

/** Content of a settings file: the choices of an environment's operator. */
const SCHEMA = z.strictObject(
  {
    /** Domain from which email is sent. */
    mailDomain: text(DOMAIN, 'a domain in lower case, such as mail.example.com'),
    /** Warm throughput of the table and of each index in reads and writes per second; it can only be raised. */
    warmThroughput: z
      .strictObject(
        {
          reads: z.int(warmThroughput).min(MIN_WARM.reads, warmThroughput),
          writes: z.int(warmThroughput).min(MIN_WARM.writes, warmThroughput),
        },
        warmThroughput,
      )
      .optional(),
    /** Executions that are reserved for each function in `RESERVED_FUNCTIONS`. */
    reservedConcurrency: wholeNumber(
      RESERVED.min,
      RESERVED.max,
      `from ${RESERVED.min} to ${RESERVED.max} executions per function`,
    ).optional(),
    /** Whether DynamoDB reports the keys with the most traffic, which is billed by event. */
    contributorInsights: z.boolean('must be true or false').optional(),
    shift: choice(SHIFTS).optional(),
    /** Number of the company's own proxies (a CDN) in front of the API. */
    trustedProxies: wholeNumber(0, 10, 'the number of proxies in front of the API').optional(),
    /** Email address for alarms. */
    alarmEmail: text(EMAIL, 'one email address'),
    /** Monthly budget of the account in US dollars. An email warns at 80%, and when the forecast exceeds the budget. */
    monthlyBudget: wholeNumber(
      BUDGET.min,
      BUDGET.max,
      `whole US dollars, from ${BUDGET.min} to ${BUDGET.max}`,
    ).optional(),
    /** AWS Backup vault in another region or account, to which backups are copied each night. */
    backupVault: text(VAULT, 'the ARN of a vault of AWS Backup'),
    /** Custom domain of the API; requires `certificateArn`. */
    domainName: text(DOMAIN, 'a domain in lower case, such as api.example.com'),
    certificateArn: text(CERTIFICATE, 'the ARN of a certificate of ACM'),
    paymentGateway: choice(['test', 'stripe']).optional(),
    courierBaseUrl: text(HTTPS, 'an https URL without a trailing slash'),
    /** Wallets whose certificates are in the wallet secret. */
    wallets: z.array(choice(WALLETS), `must be a list of ${WALLETS.join(', ')}`).optional(),
  },
  'A settings file must be one JSON object',
);

export type SettingValues = z.infer<typeof SCHEMA>;
type SettingName = keyof SettingValues;
export const SETTING_NAMES = Object.keys(SCHEMA.shape) as readonly SettingName[];

export const isSettingName = (name: string): name is SettingName => SETTING_NAMES.some((known) => known === name);

/** The values of a settings file. Throws an error with one sentence that names the setting and its valid values. */
export const parseSettingValues = (raw: unknown): SettingValues => {
  const { data, error } = SCHEMA.safeParse(raw);
  if (data) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys' && issue.path.length === 0) {
    throw new Error(`There is no setting ${issue.keys.join(', ')}. The settings are ${SETTING_NAMES.join(', ')}.`);
  }
  const message = issue?.message ?? 'The settings are not valid';
  throw new Error(issue?.path.length ? `${String(issue.path[0])} ${message}.` : `${message}.`);
};

/** A value on one line, as it is recorded and shown: `apple,google`, `24000,8000`, `true`. */
export const settingText = (value: Exclude<SettingValues[SettingName], undefined>): string => {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'object' ? `${value.reads},${value.writes}` : String(value);
};
