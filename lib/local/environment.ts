import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { parseWalletCredentials } from '../../functions/adapters/wallet/certificates.ts';
import { resourceVariable } from '../../functions/platform/resource-names.ts';
import { buckets, isolatedFunctions, queues, SECRETS } from '../definition.ts';
import { provideInvokeStore } from './lambda/invoke-store.ts';
import { LAMBDA_PATH } from './lambda/lambda-path.ts';
import type { ApplePush } from './services/apple-push.ts';
import { bucketName, deadLetterQueue, type Emulators } from './services/emulators.ts';
import { MAIL_PATH } from './services/mail.ts';
import { OBJECTS_PATH } from './services/objects.ts';
import { SECRETS_PATH, type SecretStore } from './services/secret-store.ts';
import { StartError, type LocalSettings } from './settings.ts';
import { TABLE_PATH, type LocalDynamo } from './table/local-dynamo.ts';

/** The credentials of every function on this machine. */
export const SIGNER = { accessKeyId: 'local', secretAccessKey: 'local-secret', region: 'eu-west-1' };

/**
 * Stripe notifications are accepted here, too, signed with a secret of this stack. Stripe is not called unless a key is
 * set; production rejects test keys.
 */
const stripeOf = ({ environment }: LocalSettings): Record<string, string> =>
  process.env['STRIPE_SECRET_KEY'] || environment === 'production' ? {} : { PAYMENT_SECRET_ARN: 'payments' };

/**
 * Wallets with certificates in the operator's file or, without a file, in the secret of this stack. Throws `StartError`
 * for an invalid file.
 */
const walletsOf = ({ walletFile }: LocalSettings, secrets: SecretStore): Record<string, string> => {
  if (walletFile === undefined) {
    return { WALLET_FILE: '', WALLET_SECRET_ARN: 'wallet', WALLETS: secrets.wallets().join(',') };
  }
  try {
    const wallets = Object.keys(parseWalletCredentials(readFileSync(walletFile, 'utf8')));
    return { WALLET_FILE: walletFile, WALLET_SECRET_ARN: '', WALLETS: wallets.join(',') };
  } catch (error) {
    const reason = error instanceof z.core.$ZodError ? wrongMembers(error) : (error as Error).message;
    throw new StartError(`WALLET_FILE is ${walletFile}, which contains no usable certificates: ${reason}`);
  }
};

const wrongMembers = ({ issues }: z.core.$ZodError): string =>
  issues.map(({ path }) => path.join('.') || 'the file').join(', ');

/** Names of secrets whose status is reported. Secrets from a variable or a file are not secrets of this stack. */
const describedSecrets = ({ walletFile }: LocalSettings): string =>
  SECRETS.filter(
    (name) => !(name === 'wallet' && walletFile) && !(name === 'payments' && process.env['STRIPE_SECRET_KEY']),
  )
    .map((name) => `${name}=${name}`)
    .join(',');

/** Sets the environment variables that a deployed function has. */
export const setEnvironment = (
  settings: LocalSettings,
  {
    url,
    dynamo,
    emulators,
    secrets,
    applePush,
  }: { url: string; dynamo: LocalDynamo; emulators: Emulators; secrets: SecretStore; applePush: ApplePush },
): void => {
  const queueNames = queues.flatMap(({ name }) => [name, deadLetterQueue(name)]);
  provideInvokeStore();
  // Nothing on this machine may reach a real AWS account.
  for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN', 'AWS_ENDPOINT_URL']) delete process.env[name];
  Object.assign(process.env, {
    AWS_REGION: SIGNER.region,
    AWS_ACCESS_KEY_ID: SIGNER.accessKeyId,
    AWS_SECRET_ACCESS_KEY: SIGNER.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint ?? `${url}${TABLE_PATH}`,
    AWS_ENDPOINT_URL_SQS: emulators.endpoint,
    // Bundles include their own SDK, which the stack cannot intercept; they call the emulator directly.
    AWS_ENDPOINT_URL_S3: settings.bundles ? emulators.endpoint : `${url}${OBJECTS_PATH}`,
    AWS_ENDPOINT_URL_SESV2: `${url}${MAIL_PATH}`,
    AWS_ENDPOINT_URL_LAMBDA: `${url}${LAMBDA_PATH}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `${url}${SECRETS_PATH}`,
    TABLE_NAME: dynamo.tableName,
    BASE_URL: url,
    MAIL_FROM: 'no-reply@gift-commerce.example',
    COURIER_BASE_URL: process.env['COURIER_BASE_URL'] || `${url}/_courier`,
    APPLE_PUSH_URL: process.env['APPLE_PUSH_URL'] || applePush.url,
    GOOGLE_WALLET_URL: process.env['GOOGLE_WALLET_URL'] || `${url}/_google-wallet`,
    VENDOR_BASE_URL: process.env['VENDOR_BASE_URL'] || `${url}/_vendor`,
    ENVIRONMENT: settings.environment,
    ...stripeOf(settings),
    ...walletsOf(settings, secrets),
    KEYS_SECRET: 'keys',
    SECRET_IDS: describedSecrets(settings),
    COURIER_SECRET_ARN: 'courier',
    WEBHOOK_ALLOW_LOOPBACK: String(settings.allowLoopback),
    POWERTOOLS_LOG_LEVEL: settings.logLevel.toUpperCase(),
    POWERTOOLS_SERVICE_NAME: 'gift-commerce',
    ...Object.fromEntries(
      queueNames.map((name) => [resourceVariable('QUEUE_URL', name), `${emulators.endpoint}/000000000000/${name}`]),
    ),
    ...Object.fromEntries(isolatedFunctions.map(({ name }) => [resourceVariable('FUNCTION', name), name])),
    ...Object.fromEntries(buckets.map(({ name }) => [resourceVariable('BUCKET', name), bucketName(name)])),
  });
};
