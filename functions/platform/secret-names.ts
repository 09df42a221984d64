/** Secrets of an environment, by the binding that grants access: the keyring, and keys of third parties. */
export const SECRETS = ['keys', 'payments', 'courier', 'wallet'] as const;
export type SecretName = (typeof SECRETS)[number];
