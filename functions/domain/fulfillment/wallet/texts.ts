import { WALLET_NAMES, type Wallet } from '../../../platform/wallets.ts';
import type { Language } from '../documents/schema.ts';

interface WalletTexts {
  add: (wallet: string) => string;
  /** Notice that the balance on a card in a wallet is that of the day when the card was saved. */
  balanceOn: (day: string) => string;
  today: string;
}

const TEXTS: Record<Language, WalletTexts> = {
  da: {
    add: (wallet) => `Føj til ${wallet}`,
    balanceOn: (day) => `Saldo ${day}`,
    today: 'Aktuel saldo og status',
  },
  sv: {
    add: (wallet) => `Lägg till i ${wallet}`,
    balanceOn: (day) => `Saldo ${day}`,
    today: 'Aktuellt saldo och status',
  },
  de: {
    add: (wallet) => `Zu ${wallet} hinzufügen`,
    balanceOn: (day) => `Guthaben am ${day}`,
    today: 'Aktuelles Guthaben und Status',
  },
  en: {
    add: (wallet) => `Add to ${wallet}`,
    balanceOn: (day) => `Balance on ${day}`,
    today: 'Current balance and status',
  },
  nb: {
    add: (wallet) => `Legg til i ${wallet}`,
    balanceOn: (day) => `Saldo ${day}`,
    today: 'Gjeldende saldo og status',
  },
  nn: {
    add: (wallet) => `Legg til i ${wallet}`,
    balanceOn: (day) => `Saldo ${day}`,
    today: 'Gjeldande saldo og status',
  },
};

export const walletTextsIn = (language: Language): WalletTexts => TEXTS[language];

/** Label of the button that adds a card to a wallet. */
export const addToWalletLabel = (wallet: Wallet, language: Language): string =>
  TEXTS[language].add(WALLET_NAMES[wallet]);
