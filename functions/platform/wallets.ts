/** Wallets of telephones that a card can be put into. */
export const WALLETS = ['apple', 'google'] as const;
export type Wallet = (typeof WALLETS)[number];

export const WALLET_NAMES: Readonly<Record<Wallet, string>> = { apple: 'Apple Wallet', google: 'Google Wallet' };

/** Those that the operator has given certificates for (`WALLETS`); for the others nothing is shown. */
export const openWallets = (): Wallet[] => {
  const named = (process.env['WALLETS'] ?? '').split(',');
  return WALLETS.filter((wallet) => named.includes(wallet));
};
