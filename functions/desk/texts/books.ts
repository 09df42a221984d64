import type { PageLanguage } from '../../platform/page-languages.ts';

interface BooksTexts {
  commission: string;
  title: string;
  months: string;
  status: string;
  open: string;
  issued: (number: string, day: string) => string;
  pdf: string;
  lines: string;
  journal: string;
  journalText: string;
  format: string;
  formats: Readonly<Record<'csv' | 'sie' | 'economic', string>>;
  download: string;
  accounts: string;
  accountsText: string;
  rate: string;
  save: string;
  saved: string;
  missing: (names: string) => string;
}

export const BOOKS_TEXTS: Readonly<Record<PageLanguage, BooksTexts>> = {
  en: {
    commission: 'Commission',
    title: 'Statement and journal',
    months: 'Months',
    status: 'Status',
    open: 'Not issued yet',
    issued: (number, day) => `Number ${number}, issued ${day}`,
    pdf: 'Save as PDF',
    lines: 'Save its lines as CSV',
    journal: 'Journal',
    journalText: 'Entries for bookkeeping, at most 31 days. Days before yesterday never change.',
    format: 'File',
    formats: { csv: 'CSV for spreadsheets', sie: 'SIE 4', economic: 'CSV for e-conomic' },
    download: 'Save',
    accounts: 'Account numbers',
    accountsText: 'The numbers of these accounts in your bookkeeping.',
    rate: 'VAT rate, percent',
    save: 'Save account numbers',
    saved: 'The account numbers are saved.',
    missing: (names) => `These account numbers are missing: ${names}.`,
  },
  da: {
    commission: 'Kommission',
    title: 'Afregning og kassekladde',
    months: 'Måneder',
    status: 'Status',
    open: 'Endnu ikke udstedt',
    issued: (number, day) => `Nummer ${number}, udstedt ${day}`,
    pdf: 'Gem som PDF',
    lines: 'Gem linjerne som CSV',
    journal: 'Kassekladde',
    journalText: 'Posteringer til bogføringen, højst 31 dage. Dage før i går ændres aldrig.',
    format: 'Fil',
    formats: { csv: 'CSV til regneark', sie: 'SIE 4', economic: 'CSV til e-conomic' },
    download: 'Gem',
    accounts: 'Kontonumre',
    accountsText: 'Numrene, som jeres bogføring bruger til disse konti.',
    rate: 'Momssats i procent',
    save: 'Gem kontonumre',
    saved: 'Kontonumrene er gemt.',
    missing: (names) => `Disse kontonumre mangler: ${names}.`,
  },
  de: {
    commission: 'Provision',
    title: 'Abrechnung und Journal',
    months: 'Monate',
    status: 'Status',
    open: 'Noch nicht ausgestellt',
    issued: (number, day) => `Nummer ${number}, ausgestellt am ${day}`,
    pdf: 'Als PDF speichern',
    lines: 'Zeilen als CSV speichern',
    journal: 'Journal',
    journalText: 'Buchungen für die Buchhaltung, höchstens 31 Tage. Tage vor gestern ändern sich nie.',
    format: 'Datei',
    formats: { csv: 'CSV für Tabellenkalkulation', sie: 'SIE 4', economic: 'CSV für e-conomic' },
    download: 'Speichern',
    accounts: 'Kontonummern',
    accountsText: 'Die Nummern, unter denen Ihre Buchhaltung diese Konten führt.',
    rate: 'Steuersatz in Prozent',
    save: 'Kontonummern speichern',
    saved: 'Die Kontonummern sind gespeichert.',
    missing: (names) => `Diese Kontonummern fehlen: ${names}.`,
  },
  sv: {
    commission: 'Provision',
    title: 'Avräkning och journal',
    months: 'Månader',
    status: 'Status',
    open: 'Inte utfärdad än',
    issued: (number, day) => `Nummer ${number}, utfärdad ${day}`,
    pdf: 'Spara som PDF',
    lines: 'Spara raderna som CSV',
    journal: 'Journal',
    journalText: 'Verifikationer för bokföringen, högst 31 dagar. Dagar före i går ändras aldrig.',
    format: 'Fil',
    formats: { csv: 'CSV för kalkylblad', sie: 'SIE 4', economic: 'CSV för e-conomic' },
    download: 'Spara',
    accounts: 'Kontonummer',
    accountsText: 'Numren som er bokföring använder för de här kontona.',
    rate: 'Momssats i procent',
    save: 'Spara kontonummer',
    saved: 'Kontonumren är sparade.',
    missing: (names) => `De här kontonumren saknas: ${names}.`,
  },
  no: {
    commission: 'Provisjon',
    title: 'Avregning og journal',
    months: 'Måneder',
    status: 'Status',
    open: 'Ikke utstedt ennå',
    issued: (number, day) => `Nummer ${number}, utstedt ${day}`,
    pdf: 'Lagre som PDF',
    lines: 'Lagre linjene som CSV',
    journal: 'Journal',
    journalText: 'Posteringer for regnskapet, høyst 31 dager. Dager før i går endres aldri.',
    format: 'Fil',
    formats: { csv: 'CSV for regneark', sie: 'SIE 4', economic: 'CSV for e-conomic' },
    download: 'Lagre',
    accounts: 'Kontonumre',
    accountsText: 'Numrene som regnskapet deres bruker for disse kontoene.',
    rate: 'Mva-sats i prosent',
    save: 'Lagre kontonumre',
    saved: 'Kontonumrene er lagret.',
    missing: (names) => `Disse kontonumrene mangler: ${names}.`,
  },
};
