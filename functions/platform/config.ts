import { resourceVariable, type BucketName, type IsolatedFunctionName, type QueueName } from './resource-names.ts';
import type { SecretName } from './secret-names.ts';

/**
 * Configuration from the environment variables that the function definition sets (lib/definition.ts). It is read when
 * needed, so that a function only needs the variables that it uses.
 */

type EnvironmentName = 'production' | 'demo' | 'development';

const requireVariable = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
};

export const config = {
  environment: (): EnvironmentName => (process.env['ENVIRONMENT'] ?? 'development') as EnvironmentName,
  tableName: (): string => requireVariable('TABLE_NAME'),
  /** Public URL of the API without a trailing slash, for payment, claim and upload links. */
  baseUrl: (): string => requireVariable('BASE_URL'),
  queueUrl: (queue: QueueName): string => requireVariable(resourceVariable('QUEUE_URL', queue)),
  /** URL of a queue by its ARN. */
  queueUrlOf: (arn: string): string | undefined => {
    const place = `/${arn.split(':').slice(-2).join('/')}`;
    // Only queue variables are read, because reading all variables takes longer than sending a message.
    const urls = Object.keys(process.env).filter((name) => name.startsWith('QUEUE_URL_'));
    return urls.map((name) => process.env[name]).find((url) => url?.endsWith(place));
  },
  bucketName: (bucket: BucketName): string => requireVariable(resourceVariable('BUCKET', bucket)),
  /** The deployed name of an isolated function. */
  functionName: (name: IsolatedFunctionName): string => requireVariable(resourceVariable('FUNCTION', name)),
  /** Name of the secret with the keyring (functions/platform/keyring.ts); if undefined, the root key is `appSecret`. */
  keysSecret: (): string | undefined => process.env['KEYS_SECRET'] || undefined,
  appSecret: (): string => requireVariable('APP_SECRET'),
  /** Id of a secret whose status can be checked, such as that of `payments`; undefined if the environment has none. */
  secretId: (purpose: SecretName): string | undefined =>
    (process.env['SECRET_IDS'] ?? '')
      .split(',')
      .find((each) => each.startsWith(`${purpose}=`))
      ?.slice(purpose.length + 1),
  /** URL of PostNord, or of a courier with the same API, without a trailing slash. */
  courierBaseUrl: (): string => process.env['COURIER_BASE_URL'] || 'https://api2.postnord.com',
  /** URL of Apple's push service, or of one with the same API, without a trailing slash. */
  applePushUrl: (): string => process.env['APPLE_PUSH_URL'] || 'https://api.push.apple.com',
  /** URLs of Google's wallet service and of its token endpoint, or of services with the same API. */
  googleWalletUrl: (): string => process.env['GOOGLE_WALLET_URL'] || 'https://walletobjects.googleapis.com',
  googleTokenUrl: (): string =>
    process.env['GOOGLE_WALLET_URL']
      ? `${process.env['GOOGLE_WALLET_URL']}/token`
      : 'https://oauth2.googleapis.com/token',
  /** ARN of the secret with the courier's API key. */
  courierSecret: (): string => requireVariable('COURIER_SECRET_ARN'),
  /** URL that replaces the vendors of all companies. If undefined, the vendors themselves are called. */
  vendorBaseUrl: (): string | undefined => process.env['VENDOR_BASE_URL'] || undefined,
  /** Sender address of emails. */
  mailFrom: (): string => requireVariable('MAIL_FROM'),
  /** Configuration set with which SES reports bounces; undefined if bounces are not collected. */
  mailConfigurationSet: (): string | undefined => process.env['MAIL_CONFIGURATION_SET'] || undefined,
  /** Number of trusted proxies in front of the API; 0 if clients reach it directly. */
  trustedProxies: (): number => Number(process.env['TRUSTED_PROXIES'] ?? '0') || 0,
  /** Header value that only the distribution knows; undefined if there is no distribution. */
  viaDistribution: (): string | undefined => process.env['VIA_DISTRIBUTION'] || undefined,
  /** Domain whose mappings lead to the pages, in lower case; undefined if there is none. */
  mappedDomain: (): string | undefined => process.env['MAPPED_DOMAIN'] || undefined,
  allowsLoopbackWebhooks: (): boolean => (process.env['WEBHOOK_ALLOW_LOOPBACK'] ?? 'false') === 'true',
};
