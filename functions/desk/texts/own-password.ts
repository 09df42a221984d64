import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts about the user's own password: changing it, and confirming other security changes with it. */
interface OwnPasswordTexts {
  account: string;
  title: string;
  text: string;
  current: string;
  next: string;
  save: string;
  changed: string;
  /** Label of the field that confirms another change with the password. */
  own: string;
  ownHint: string;
  wrong: string;
  tooMany: string;
}

export const OWN_PASSWORD_TEXTS: Readonly<Record<PageLanguage, OwnPasswordTexts>> = {
  da: {
    account: 'Din konto',
    title: 'Skift din adgangskode',
    text: 'Du bliver logget ud alle andre steder.',
    current: 'Nuværende adgangskode',
    next: 'Ny adgangskode',
    save: 'Skift adgangskode',
    changed: 'Din adgangskode er skiftet, og du er logget ud alle andre steder.',
    own: 'Din egen adgangskode',
    ownHint: 'Bekræfter, at det er dig, der ændrer dette.',
    wrong: 'Din egen adgangskode er forkert. Intet er ændret.',
    tooMany: 'For mange forkerte adgangskoder. Intet blev tjekket; prøv igen om et kvarter.',
  },
  en: {
    account: 'Your account',
    title: 'Change your password',
    text: 'You are signed out everywhere else.',
    current: 'Current password',
    next: 'New password',
    save: 'Change password',
    changed: 'Your password is changed, and you are signed out everywhere else.',
    own: 'Your own password',
    ownHint: 'Confirms that you are making this change.',
    wrong: 'Your own password is wrong. Nothing was changed.',
    tooMany: 'Too many wrong passwords. Nothing was checked; try again in a quarter of an hour.',
  },
  de: {
    account: 'Ihr Konto',
    title: 'Ihr Passwort ändern',
    text: 'Sie werden überall sonst abgemeldet.',
    current: 'Aktuelles Passwort',
    next: 'Neues Passwort',
    save: 'Passwort ändern',
    changed: 'Ihr Passwort ist geändert, und Sie sind überall sonst abgemeldet.',
    own: 'Ihr eigenes Passwort',
    ownHint: 'Bestätigt, dass Sie selbst dies ändern.',
    wrong: 'Ihr eigenes Passwort ist falsch. Nichts wurde geändert.',
    tooMany: 'Zu viele falsche Passwörter. Nichts wurde geprüft; versuchen Sie es in einer Viertelstunde noch einmal.',
  },
  sv: {
    account: 'Ditt konto',
    title: 'Byt ditt lösenord',
    text: 'Du loggas ut på alla andra ställen.',
    current: 'Nuvarande lösenord',
    next: 'Nytt lösenord',
    save: 'Byt lösenord',
    changed: 'Ditt lösenord är bytt och du är utloggad på alla andra ställen.',
    own: 'Ditt eget lösenord',
    ownHint: 'Bekräftar att det är du som ändrar detta.',
    wrong: 'Ditt eget lösenord är fel. Inget ändrades.',
    tooMany: 'För många felaktiga lösenord. Inget kontrollerades; försök igen om en kvart.',
  },
  no: {
    account: 'Kontoen din',
    title: 'Bytt passordet ditt',
    text: 'Du logges ut alle andre steder.',
    current: 'Nåværende passord',
    next: 'Nytt passord',
    save: 'Bytt passord',
    changed: 'Passordet ditt er byttet, og du er logget ut alle andre steder.',
    own: 'Ditt eget passord',
    ownHint: 'Bekrefter at det er du som endrer dette.',
    wrong: 'Ditt eget passord er feil. Ingenting ble endret.',
    tooMany: 'For mange feil passord. Ingenting ble sjekket; prøv igjen om et kvarter.',
  },
};
