import type { BucketName, IsolatedFunctionName, QueueName } from './resource-names.ts';
import type { SecretName } from './secret-names.ts';

/**
 * Configuration comes from the environment that the function definition sets (lib/definition.ts), read lazily, so that
 * a function needs only what it uses.
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
  /** Public address of the API without a trailing slash, for payment, claim and upload links. */
  baseUrl: (): string => requireVariable('BASE_URL'),
  /** `QUEUE_URL_WEBHOOK_DELIVERIES` for the queue `webhook-deliveries`. */
  queueUrl: (queue: QueueName): string => requireVariable(`QUEUE_URL_${queue.toUpperCase().replaceAll('-', '_')}`),
  /** Address of a queue by its ARN. */
  queueUrlOf: (arn: string): string | undefined => {
    const place = `/${arn.split(':').slice(-2).join('/')}`;
    // Searching all variables would take longer than sending the message.
    const urls = Object.keys(process.env).filter((name) => name.startsWith('QUEUE_URL_'));
    return urls.map((name) => process.env[name]).find((url) => url?.endsWith(place));
  },
  bucketName: (bucket: BucketName): string => requireVariable(`BUCKET_${bucket.toUpperCase().replaceAll('-', '_')}`),
  /** Deployed name of an isolated function: `FUNCTION_PRINT_PICTURE` for `print-picture`. */
  functionName: (name: IsolatedFunctionName): string =>
    requireVariable(`FUNCTION_${name.toUpperCase().replaceAll('-', '_')}`),
  /** Name of the ring of keys (functions/platform/keyring.ts); undefined: `appSecret` is its root. */
  keysSecret: (): string | undefined => process.env['KEYS_SECRET'] || undefined,
  appSecret: (): string => requireVariable('APP_SECRET'),
  /** Name of a secret whose status can be checked (`payments`); undefined where the environment has none. */
  secretId: (purpose: SecretName): string | undefined =>
    (process.env['SECRET_IDS'] ?? '')
      .split(',')
      .find((each) => each.startsWith(`${purpose}=`))
      ?.slice(purpose.length + 1),
  /** PostNord's address, or that of a courier that implements the same protocol; without a trailing slash. */
  courierBaseUrl: (): string => process.env['COURIER_BASE_URL'] || 'https://api2.postnord.com',
  /** Apple's push service, or one that implements the same protocol; without a trailing slash. */
  applePushUrl: (): string => process.env['APPLE_PUSH_URL'] || 'https://api.push.apple.com',
  /** Google's wallet service and where its tokens are issued, or ones that implement the same protocol. */
  googleWalletUrl: (): string => process.env['GOOGLE_WALLET_URL'] || 'https://walletobjects.googleapis.com',
  googleTokenUrl: (): string =>
    process.env['GOOGLE_WALLET_URL']
      ? `${process.env['GOOGLE_WALLET_URL']}/token`
      : 'https://oauth2.googleapis.com/token',
  /** Name of the secret with the courier's key. */
  courierSecret: (): string => requireVariable('COURIER_SECRET_ARN'),
  /** A replacement of every company's vendor; undefined: the real vendors. */
  vendorBaseUrl: (): string | undefined => process.env['VENDOR_BASE_URL'] || undefined,
  /** Sender address of mail. */
  mailFrom: (): string => requireVariable('MAIL_FROM'),
  /** Configuration set through which SES reports bounces; undefined where bounces are not collected. */
  mailConfigurationSet: (): string | undefined => process.env['MAIL_CONFIGURATION_SET'] || undefined,
  /** Number of our proxies (a CDN) in front of the API; 0 where buyers reach it directly. */
  trustedProxies: (): number => Number(process.env['TRUSTED_PROXIES'] ?? '0') || 0,
  /** Header value that only our distribution knows; undefined where there is none. */
  viaDistribution: (): string | undefined => process.env['VIA_DISTRIBUTION'] || undefined,
  allowsLoopbackWebhooks: (): boolean => (process.env['WEBHOOK_ALLOW_LOOPBACK'] ?? 'false') === 'true',
};
