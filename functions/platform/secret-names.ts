/** Secrets of an environment, by the binding that lets a function read them: the ring of our keys, and what others issue. */
export const SECRETS = ['keys', 'payments', 'courier', 'wallet'] as const;
export type SecretName = (typeof SECRETS)[number];
