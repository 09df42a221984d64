import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { issuedSecret } from '../../platform/secret-store.ts';

const credentialsShape = z.object({ api_key: z.string().check(z.regex(/^\S+$/)) });

/** Content of the courier's secret. Throws for anything else. */
export const parseCourierCredentials = (text: string): { api_key: string } =>
  z.parse(credentialsShape, JSON.parse(text));

const credentials = issuedSecret('courier', parseCourierCredentials);

/** Read at run time: the courier may rotate it at any time. Throws `SecretMissing`. */
export const courierApiKey = async (): Promise<string> => (await credentials(config.courierSecret())).api_key;
