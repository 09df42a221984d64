import * as z from 'zod/mini';
import { config } from '../../platform/config.ts';
import { issuedSecret } from '../../platform/secret-store.ts';

const credentialsShape = z.object({ api_key: z.string().check(z.regex(/^\S+$/)) });

/** Parses the content of the courier's secret. Throws if it is not valid. */
export const parseCourierCredentials = (text: string): { api_key: string } =>
  z.parse(credentialsShape, JSON.parse(text));

const credentials = issuedSecret('courier', parseCourierCredentials);

/** The API key is read at run time, because the courier may rotate it at any time. Throws `SecretMissing`. */
export const courierApiKey = async (): Promise<string> => (await credentials(config.courierSecret())).api_key;
