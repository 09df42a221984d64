import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as z from 'zod/mini';
import { isObject } from '../../platform/is-object.ts';

const pem = (what: string) => z.string().check(z.regex(new RegExp(`^-----BEGIN ([A-Z]+ )*${what}-----`)));

/**
 * Content of the wallet secret. `apple`: the pass type and team registered with Apple, the certificate of that pass
 * type with its key, and Apple's intermediate certificate (WWDR), as PEM. `google`: the issuer, and the email address
 * and key of a service account that may issue for it.
 */
const credentialsShape = z.object({
  apple: z.optional(
    z.object({
      pass_type_id: z.string().check(z.startsWith('pass.')),
      team_id: z.string().check(z.regex(/^[A-Z0-9]{10}$/)),
      certificate: pem('CERTIFICATE'),
      key: pem('PRIVATE KEY'),
      key_passphrase: z.optional(z.string()),
      wwdr: pem('CERTIFICATE'),
    }),
  ),
  google: z.optional(
    z.object({
      issuer_id: z.string().check(z.regex(/^\d{6,25}$/)),
      client_email: z.string().check(z.includes('@')),
      private_key: pem('PRIVATE KEY'),
    }),
  ),
});

export type WalletCredentials = z.output<typeof credentialsShape>;
export type AppleCredentials = NonNullable<WalletCredentials['apple']>;
export type GoogleCredentials = NonNullable<WalletCredentials['google']>;

/** Thrown for well-formed but unusable input. The message states the reason, and contains no part of the input. */
export class UnfitCertificate extends Error {}

/** Parses the wallet secret. Throws for invalid content, and for a key that does not match its certificate. */
export const parseWalletCredentials = (text: string): WalletCredentials => {
  const { apple, google } = z.parse(credentialsShape, withoutBlanks(JSON.parse(text)));
  if (apple) assertPair(apple);
  if (google) createPrivateKey(google.private_key);
  return { ...(apple ? { apple } : {}), ...(google ? { google } : {}) };
};

/** Removes the empty members of a new secret. A wallet without members is not used. */
const withoutBlanks = (value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== '' && member !== null))
    : value;

const assertPair = ({ certificate, key, key_passphrase: passphrase }: AppleCredentials): void => {
  const privateKey = createPrivateKey({ key, ...(passphrase === undefined ? {} : { passphrase }) });
  if (!new X509Certificate(certificate).checkPrivateKey(privateKey)) {
    throw new UnfitCertificate('The key of the pass type is not that of its certificate.');
  }
};
