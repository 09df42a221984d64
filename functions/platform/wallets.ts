/** Mobile wallets that can hold cards. */
export const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

export const WALLET_NAMES: Readonly<Record<Wallet, string>> = { apple: 'Apple Wallet', google: 'Google Wallet' };

/** Wallets for which the operator has certificates (environment variable `WALLETS`). Only these are offered. */
export const enabledWallets = (): Wallet[] => {
  const named = (process.env['WALLETS'] ?? '').split(',');
  return WALLETS.filter((wallet) => named.includes(wallet));
};
