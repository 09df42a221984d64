import type { PageLanguage } from '../../platform/page-languages.ts';
import { USER_REFUSALS } from './user-refusals.ts';

/** Texts of the user pages. */
export interface UserTexts {
  title: string;
  username: string;
  usernameHint: string;
  role: string;
  rights: string;
  rolesHint: string;
  noRole: string;
  agency: string;
  canCancel: string;
  canList: string;
  cannotList: string;
  more: string;
  create: string;
  make: string;
  password: string;
  passwordHint: (n: number) => string;
  change: string;
  save: string;
  email: string;
  state: string;
  active: string;
  invited: string;
  inviteText: string;
  invitedUntil: (moment: string) => string;
  /** Texts of the form that sends the invitation again. */
  invitationLink: LinkTexts;
  resetLink: LinkTexts;
  send: string;
  remove: string;
  removeText: string;
  sure: string;
  back: string;
  outcome: Readonly<Record<'created' | 'changed' | 'sent' | 'factor' | 'removed', string>>;
  /** Texts of refusals, by error code. */
  refusals: Readonly<Record<string, string>>;
}

interface LinkTexts {
  title: string;
  text: (email: string) => string;
}

export const USER_TEXTS: Readonly<Record<PageLanguage, UserTexts>> = {
  da: {
    title: 'Brugere',
    username: 'Brugernavn',
    usernameHint: 'Brugeren logger ind med det. Uden mellemrum. Tomt: e-mailadressen.',
    role: 'Rolle',
    rights: 'Rettigheder',
    rolesHint:
      'En medarbejder finder og indløser kort. En leder kan også udstede, refundere, se rapporter og ændre produkter. En administrator kan også ændre indstillinger og brugere.',
    noRole: 'kun ældre API',
    agency: 'handler for tildelte virksomheder (bureau)',
    canCancel: 'må annullere',
    canList: 'må søge og vise lister',
    cannotList: 'må hverken søge eller vise lister',
    more: 'Flere',
    create: 'Invitér en bruger',
    make: 'Invitér',
    password: 'Adgangskode',
    passwordHint: (n) => `Mindst ${n} tegn.`,
    change: 'Rolle og rettigheder',
    save: 'Gem',
    email: 'E-mail',
    state: 'Status',
    active: 'aktiv',
    invited: 'inviteret',
    inviteText: 'Brugeren får et link på mail, vælger selv en adgangskode og er så logget ind.',
    invitedUntil: (moment) => `Inviteret. Linket virker til ${moment}.`,
    invitationLink: {
      title: 'Send invitationen igen',
      text: (email) => `Et nyt link sendes til ${email}. Det forrige virker ikke længere.`,
    },
    resetLink: {
      title: 'Send et link til ny adgangskode',
      text: (email) => `Linket sendes til ${email} og virker i en time.`,
    },
    send: 'Send',
    remove: 'Fjern brugeren',
    removeText: 'Brugeren bliver logget ud overalt, og navnet bliver ikke givet til andre.',
    sure: 'Ja, fjern brugeren',
    back: 'Alle brugere',
    outcome: {
      created: 'Invitationen er sendt.',
      changed: 'Ændringen er gemt.',
      sent: 'Linket er sendt.',
      factor: 'Brugeren logger nu ind uden kode.',
      removed: 'Brugeren er fjernet.',
    },
    refusals: USER_REFUSALS.da,
  },
  en: {
    title: 'Users',
    username: 'Username',
    usernameHint: 'The user signs in with it. Without spaces. Empty: the email address.',
    role: 'Role',
    rights: 'Rights',
    rolesHint:
      'Staff find and redeem cards. A manager can also issue, refund, see reports and change products. An administrator can also change settings and users.',
    noRole: 'legacy API only',
    agency: 'acts for assigned companies (agency)',
    canCancel: 'may cancel',
    canList: 'may search and list',
    cannotList: 'may neither search nor list',
    more: 'More',
    create: 'Invite a user',
    make: 'Invite',
    password: 'Password',
    passwordHint: (n) => `At least ${n} characters.`,
    change: 'Role and rights',
    save: 'Save',
    email: 'Email',
    state: 'Status',
    active: 'active',
    invited: 'invited',
    inviteText: 'The user receives a link by email, sets a password and is signed in.',
    invitedUntil: (moment) => `Invited. The link works until ${moment}.`,
    invitationLink: {
      title: 'Send the invitation again',
      text: (email) => `Another link goes to ${email}. The earlier one no longer works.`,
    },
    resetLink: {
      title: 'Send a link for a new password',
      text: (email) => `The link goes to ${email} and works for an hour.`,
    },
    send: 'Send',
    remove: 'Remove the user',
    removeText: 'The user is signed out everywhere, and no other user gets the name.',
    sure: 'Yes, remove the user',
    back: 'All users',
    outcome: {
      created: 'The invitation was sent.',
      changed: 'The change was saved.',
      sent: 'The link was sent.',
      factor: 'The user now signs in without a code.',
      removed: 'The user was removed.',
    },
    refusals: USER_REFUSALS.en,
  },
  de: {
    title: 'Benutzer',
    username: 'Benutzername',
    usernameHint: 'Damit meldet sich der Benutzer an. Ohne Leerzeichen. Leer: die E-Mail-Adresse.',
    role: 'Rolle',
    rights: 'Rechte',
    rolesHint:
      'Das Personal findet Karten und löst sie ein. Die Leitung kann auch ausstellen, erstatten, Berichte sehen und Produkte ändern. Die Administration kann auch Einstellungen und Benutzer ändern.',
    noRole: 'nur ältere API',
    agency: 'handelt für zugewiesene Unternehmen (Agentur)',
    canCancel: 'darf stornieren',
    canList: 'darf suchen und auflisten',
    cannotList: 'darf weder suchen noch auflisten',
    more: 'Mehr',
    create: 'Benutzer einladen',
    make: 'Einladen',
    password: 'Passwort',
    passwordHint: (n) => `Mindestens ${n} Zeichen.`,
    change: 'Rolle und Rechte',
    save: 'Speichern',
    email: 'E-Mail',
    state: 'Status',
    active: 'aktiv',
    invited: 'eingeladen',
    inviteText: 'Der Benutzer bekommt einen Link per E-Mail, wählt ein Passwort und ist dann angemeldet.',
    invitedUntil: (moment) => `Eingeladen. Der Link gilt bis ${moment}.`,
    invitationLink: {
      title: 'Einladung noch einmal senden',
      text: (email) => `Ein neuer Link geht an ${email}. Der bisherige gilt nicht mehr.`,
    },
    resetLink: {
      title: 'Link für ein neues Passwort senden',
      text: (email) => `Der Link geht an ${email} und gilt eine Stunde.`,
    },
    send: 'Senden',
    remove: 'Benutzer entfernen',
    removeText: 'Der Benutzer wird überall abgemeldet, und niemand sonst bekommt den Namen.',
    sure: 'Ja, Benutzer entfernen',
    back: 'Alle Benutzer',
    outcome: {
      created: 'Die Einladung ist gesendet.',
      changed: 'Die Änderung ist gespeichert.',
      sent: 'Der Link ist gesendet.',
      factor: 'Der Benutzer meldet sich jetzt ohne Code an.',
      removed: 'Der Benutzer ist entfernt.',
    },
    refusals: USER_REFUSALS.de,
  },
  sv: {
    title: 'Användare',
    username: 'Användarnamn',
    usernameHint: 'Användaren loggar in med det. Utan mellanslag. Tomt: e-postadressen.',
    role: 'Roll',
    rights: 'Behörigheter',
    rolesHint:
      'En medarbetare hittar och löser in kort. En chef kan också utfärda, återbetala, se rapporter och ändra produkter. En administratör kan också ändra inställningar och användare.',
    noRole: 'endast äldre API',
    agency: 'handlar för tilldelade företag (byrå)',
    canCancel: 'får makulera',
    canList: 'får söka och lista',
    cannotList: 'får varken söka eller lista',
    more: 'Fler',
    create: 'Bjud in en användare',
    make: 'Bjud in',
    password: 'Lösenord',
    passwordHint: (n) => `Minst ${n} tecken.`,
    change: 'Roll och behörigheter',
    save: 'Spara',
    email: 'E-post',
    state: 'Status',
    active: 'aktiv',
    invited: 'inbjuden',
    inviteText: 'Användaren får en länk via e-post, väljer ett lösenord och är sedan inloggad.',
    invitedUntil: (moment) => `Inbjuden. Länken fungerar till ${moment}.`,
    invitationLink: {
      title: 'Skicka inbjudan igen',
      text: (email) => `En ny länk skickas till ${email}. Den tidigare fungerar inte längre.`,
    },
    resetLink: {
      title: 'Skicka en länk för nytt lösenord',
      text: (email) => `Länken skickas till ${email} och fungerar i en timme.`,
    },
    send: 'Skicka',
    remove: 'Ta bort användaren',
    removeText: 'Användaren loggas ut överallt, och namnet ges inte till någon annan.',
    sure: 'Ja, ta bort användaren',
    back: 'Alla användare',
    outcome: {
      created: 'Inbjudan är skickad.',
      changed: 'Ändringen är sparad.',
      sent: 'Länken är skickad.',
      factor: 'Användaren loggar nu in utan kod.',
      removed: 'Användaren är borttagen.',
    },
    refusals: USER_REFUSALS.sv,
  },
  no: {
    title: 'Brukere',
    username: 'Brukernavn',
    usernameHint: 'Brukeren logger inn med det. Uten mellomrom. Tomt: e-postadressen.',
    role: 'Rolle',
    rights: 'Rettigheter',
    rolesHint:
      'En medarbeider finner og løser inn kort. En leder kan også utstede, refundere, se rapporter og endre produkter. En administrator kan også endre innstillinger og brukere.',
    noRole: 'bare eldre API',
    agency: 'handler for tildelte bedrifter (byrå)',
    canCancel: 'kan annullere',
    canList: 'kan søke og vise lister',
    cannotList: 'kan verken søke eller vise lister',
    more: 'Flere',
    create: 'Inviter en bruker',
    make: 'Inviter',
    password: 'Passord',
    passwordHint: (n) => `Minst ${n} tegn.`,
    change: 'Rolle og rettigheter',
    save: 'Lagre',
    email: 'E-post',
    state: 'Status',
    active: 'aktiv',
    invited: 'invitert',
    inviteText: 'Brukeren får en lenke på e-post, velger et passord og er så logget inn.',
    invitedUntil: (moment) => `Invitert. Lenken virker til ${moment}.`,
    invitationLink: {
      title: 'Send invitasjonen igjen',
      text: (email) => `En ny lenke sendes til ${email}. Den forrige virker ikke lenger.`,
    },
    resetLink: {
      title: 'Send en lenke for nytt passord',
      text: (email) => `Lenken sendes til ${email} og virker i en time.`,
    },
    send: 'Send',
    remove: 'Fjern brukeren',
    removeText: 'Brukeren logges ut overalt, og navnet gis ikke til andre.',
    sure: 'Ja, fjern brukeren',
    back: 'Alle brukere',
    outcome: {
      created: 'Invitasjonen er sendt.',
      changed: 'Endringen er lagret.',
      sent: 'Lenken er sendt.',
      factor: 'Brukeren logger nå inn uten kode.',
      removed: 'Brukeren er fjernet.',
    },
    refusals: USER_REFUSALS.no,
  },
};
