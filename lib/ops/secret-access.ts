import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { deployedTo } from '../deployed.ts';
import { OpsError } from './command.ts';
import { pointAt, type Target } from './target.ts';

/** Which variable of a function names each secret; the binding that gives it has the name of the secret. */
const VARIABLES = {
  keys: 'KEYS_SECRET',
  payments: 'PAYMENT_SECRET_ARN',
  courier: 'COURIER_SECRET_ARN',
  wallet: 'WALLET_SECRET_ARN',
} as const;

export type SecretName = keyof typeof VARIABLES;
/** Issued by somebody else. */
export const ISSUED = ['payments', 'courier', 'wallet'] as const satisfies SecretName[];

/** The secrets of one environment. */
export interface SecretAccess {
  /** Words for the environment. */
  target: string;
  read: (name: SecretName) => Promise<string>;
  write: (name: SecretName, text: string) => Promise<void>;
}

/** Finds the secrets of an environment as its functions do: by the variables of some that bind them. */
export const openSecrets = async (values: Target): Promise<SecretAccess> => {
  const { functions } = deployedTo(values.env ?? 'development');
  const binders = Object.keys(VARIABLES).flatMap((binding) => {
    const found = functions.find(({ uses }) => uses.some((use) => use === binding));
    return found ? [found.name] : [];
  });
  const target = await pointAt(values, ...new Set(binders));
  const client = new SecretsManagerClient({});
  const idOf = (name: SecretName): string => {
    const id = process.env[VARIABLES[name]];
    if (!id) throw new OpsError(`There is no place for the secret ${name} in ${target}.`);
    return id;
  };
  const read = async (name: SecretName): Promise<string> => {
    const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId: idOf(name) }));
    return SecretString;
  };
  const write = async (name: SecretName, text: string): Promise<void> => {
    await client.send(new PutSecretValueCommand({ SecretId: idOf(name), SecretString: text }));
  };
  return { target, read, write };
};
