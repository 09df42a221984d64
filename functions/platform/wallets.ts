/** Mobile wallets that hold cards. */
export const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

export const WALLET_NAMES: Readonly<Record<Wallet, string>> = { apple: 'Apple Wallet', google: 'Google Wallet' };

/** Wallets with the operator's certificates (`WALLETS`); the others are not shown. */
export const openWallets = (): Wallet[] => {
  const named = (process.env['WALLETS'] ?? '').split(',');
  return WALLETS.filter((wallet) => named.includes(wallet));
};
