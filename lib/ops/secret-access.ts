import { X509Certificate } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { UnfitCertificate, type AppleCredentials } from '../../functions/adapters/wallet/certificates.ts';
import { FILLED_IN } from '../../functions/adapters/secrets/describe.ts';
import { nowMs } from '../../functions/platform/clock.ts';
import { SECRETS, type SecretName } from '../../functions/platform/secret-names.ts';
import { OpsError } from './command.ts';
import { pointAt, type OpsTarget } from './target.ts';

/** Environment variable of each secret, by the name of the secret, which is also its binding. */
const VARIABLES = {
  keys: 'KEYS_SECRET',
  payments: 'PAYMENT_SECRET_ARN',
  courier: 'COURIER_SECRET_ARN',
  wallet: 'WALLET_SECRET_ARN',
} as const satisfies Record<SecretName, string>;

/** Secrets that a third party issues. */
export const ISSUED = ['payments', 'courier', 'wallet'] as const satisfies SecretName[];
export type IssuedName = (typeof ISSUED)[number];

/**
 * Checks the validity, the issuer and the pass type of a certificate, because phones reject cards signed with any
 * other.
 */
const assertIssued = ({ certificate, wwdr, pass_type_id: passType }: AppleCredentials): void => {
  const [leaf, issuer] = [new X509Certificate(certificate), new X509Certificate(wwdr)];
  const now = nowMs();
  for (const [name, { validFromDate, validToDate }] of [
    ['certificate', leaf],
    ['wwdr', issuer],
  ] as const) {
    if (validToDate.getTime() <= now || validFromDate.getTime() > now) {
      throw new UnfitCertificate(
        `apple.${name} is valid from ${validFromDate.toISOString()} to ${validToDate.toISOString()} only.`,
      );
    }
  }
  if (!leaf.verify(issuer.publicKey)) throw new UnfitCertificate('apple.certificate is not issued by apple.wwdr.');
  const names = new Set([`UID=${passType}`, `CN=Pass Type ID: ${passType}`]);
  if (!leaf.subject.split('\n').some((line) => names.has(line))) {
    throw new UnfitCertificate('apple.certificate is for a pass type other than apple.pass_type_id.');
  }
};

/** Throws for a secret that functions could not use. */
export const validateSecret = async (name: IssuedName, text: string): Promise<void> => {
  if (name === 'payments') await validatePayments(text);
  if (name === 'courier')
    (await import('../../functions/adapters/courier/credentials.ts')).parseCourierCredentials(text);
  if (name === 'wallet') {
    const { parseWalletCredentials } = await import('../../functions/adapters/wallet/certificates.ts');
    const { apple, google } = parseWalletCredentials(text);
    if (!apple && !google) throw new UnfitCertificate('It contains no certificate.');
    if (apple) assertIssued(apple);
  }
};

/** Throws for an invalid payment secret, which contains the credentials for Stripe, Mollie, or both. */
const validatePayments = async (text: string): Promise<void> => {
  const { parseMollieCredentials } = await import('../../functions/adapters/payments/mollie-client.ts');
  const { parseStripeCredentials } = await import('../../functions/adapters/payments/stripe-client.ts');
  const { mollie_api_key: mollie, ...stripe } = JSON.parse(text) as Record<string, unknown>;
  if (mollie !== undefined) parseMollieCredentials(text);
  if (mollie === undefined || Object.keys(stripe).length > 0) parseStripeCredentials(text);
};

/**
 * Whether a secret is reported as set: not `keys`, nor an incomplete third-party secret, as during the gateway's setup.
 */
const isUsable = async (name: SecretName, text: string): Promise<boolean> => {
  const issued = ISSUED.find((each) => each === name);
  if (!issued) return false;
  return validateSecret(issued, text).then(
    () => true,
    () => false,
  );
};

/** The secrets of one environment. */
export interface SecretAccess {
  /** Description of the environment. */
  target: string;
  read: (name: SecretName) => Promise<string>;
  write: (name: SecretName, text: string) => Promise<void>;
}

/** Finds the secrets of an environment by the variables of functions that bind them. */
export const openSecrets = async (values: OpsTarget): Promise<SecretAccess> => {
  const target = await pointAt(values, ...SECRETS);
  const client = new SecretsManagerClient({});
  const idOf = (name: SecretName): string => {
    const id = process.env[VARIABLES[name]];
    if (!id) throw new OpsError(`${target} does not use the secret ${name}.`);
    return id;
  };
  const read = async (name: SecretName): Promise<string> => {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: idOf(name) }));
    return SecretString;
  };
  const write = async (name: SecretName, text: string): Promise<void> => {
    const VersionStages = ['AWSCURRENT', ...((await isUsable(name, text)) ? [FILLED_IN] : [])];
    await client.send(new PutSecretValueCommand({ SecretId: idOf(name), SecretString: text, VersionStages }));
  };
  return { target, read, write };
};
