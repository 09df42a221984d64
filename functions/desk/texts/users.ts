import type { PageLanguage } from '../../platform/page-languages.ts';

/** What the pages of users say. */
export interface UserTexts {
  title: string;
  username: string;
  role: string;
  rights: string;
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
  newPassword: string;
  newPasswordText: string;
  remove: string;
  removeText: string;
  sure: string;
  back: string;
  told: Readonly<Record<'created' | 'changed' | 'password' | 'factor' | 'removed', string>>;
  /** By code of the error. */
  refusals: Readonly<Record<string, string>>;
}

export const USER_TEXTS: Readonly<Record<PageLanguage, UserTexts>> = {
  da: {
    title: 'Brugere',
    username: 'Brugernavn',
    role: 'Rolle',
    rights: 'Rettigheder',
    noRole: 'kun ældre API',
    agency: 'handler for tildelte virksomheder (bureau)',
    canCancel: 'må annullere',
    canList: 'må søge og vise lister',
    cannotList: 'må hverken søge eller vise lister',
    more: 'Flere',
    create: 'Opret en bruger',
    make: 'Opret',
    password: 'Adgangskode',
    passwordHint: (n) => `Mindst ${n} tegn.`,
    change: 'Rolle og rettigheder',
    save: 'Gem',
    newPassword: 'Ny adgangskode',
    newPasswordText: 'Brugeren bliver logget ud overalt.',
    remove: 'Fjern brugeren',
    removeText: 'Brugeren bliver logget ud overalt, og navnet bliver ikke givet til andre.',
    sure: 'Ja, fjern brugeren',
    back: 'Alle brugere',
    told: {
      created: 'Brugeren er oprettet.',
      changed: 'Ændringen er gemt.',
      password: 'Adgangskoden er skiftet, og brugeren er logget ud overalt.',
      factor: 'Brugeren logger nu ind uden kode.',
      removed: 'Brugeren er fjernet.',
    },
    refusals: {
      own_user: 'Dette er dig selv. En anden administrator kan ændre din rolle eller fjerne dig.',
      user_above: 'Denne bruger har en rolle over din.',
      role_too_high: 'Du kan ikke give en rolle over din egen.',
      bad_username: 'Et navn har 2 til 100 bogstaver, tal eller . _ @ + - og begynder med et bogstav eller tal.',
      bad_password:
        'En adgangskode skal have mindst 12 tegn, ikke kun nogle få forskellige, og må ikke være almindelig.',
      username_taken: 'Der findes allerede en bruger med dette navn.',
      user_changed: 'En anden har ændret noget imens. Se siden efter, og prøv igen.',
      last_admin: 'Det er virksomhedens sidste administrator. Giv først rollen til en anden.',
      not_sure: 'Intet er fjernet. Sæt kryds for at bekræfte.',
    },
  },
  en: {
    title: 'Users',
    username: 'Username',
    role: 'Role',
    rights: 'Rights',
    noRole: 'legacy API only',
    agency: 'acts for assigned companies (agency)',
    canCancel: 'may cancel',
    canList: 'may search and list',
    cannotList: 'may neither search nor list',
    more: 'More',
    create: 'Create a user',
    make: 'Create',
    password: 'Password',
    passwordHint: (n) => `At least ${n} characters.`,
    change: 'Role and rights',
    save: 'Save',
    newPassword: 'New password',
    newPasswordText: 'The user is signed out everywhere.',
    remove: 'Remove the user',
    removeText: 'The user is signed out everywhere, and the name is given to nobody else.',
    sure: 'Yes, remove the user',
    back: 'All users',
    told: {
      created: 'The user was created.',
      changed: 'The change was saved.',
      password: 'The password is changed, and the user is signed out everywhere.',
      factor: 'The user now signs in without a code.',
      removed: 'The user was removed.',
    },
    refusals: {
      own_user: 'This is you. Another administrator can change your role or remove you.',
      user_above: 'This user has a role above yours.',
      role_too_high: 'You cannot give a role above your own.',
      bad_username: 'A name has 2 to 100 letters, digits or . _ @ + - and begins with a letter or digit.',
      bad_password:
        'A password needs at least 12 characters, not only a few different ones, and must not be a common one.',
      username_taken: 'There is a user of this name already.',
      user_changed: 'Somebody else has changed something meanwhile. Check the page and try again.',
      last_admin: 'This is the last administrator of the company. Give the role to somebody else first.',
      not_sure: 'Nothing was removed. Tick the box to confirm.',
    },
  },
  de: {
    title: 'Benutzer',
    username: 'Benutzername',
    role: 'Rolle',
    rights: 'Rechte',
    noRole: 'nur ältere API',
    agency: 'handelt für zugewiesene Unternehmen (Agentur)',
    canCancel: 'darf stornieren',
    canList: 'darf suchen und auflisten',
    cannotList: 'darf weder suchen noch auflisten',
    more: 'Mehr',
    create: 'Benutzer anlegen',
    make: 'Anlegen',
    password: 'Passwort',
    passwordHint: (n) => `Mindestens ${n} Zeichen.`,
    change: 'Rolle und Rechte',
    save: 'Speichern',
    newPassword: 'Neues Passwort',
    newPasswordText: 'Der Benutzer wird überall abgemeldet.',
    remove: 'Benutzer entfernen',
    removeText: 'Der Benutzer wird überall abgemeldet, und niemand sonst bekommt den Namen.',
    sure: 'Ja, Benutzer entfernen',
    back: 'Alle Benutzer',
    told: {
      created: 'Der Benutzer ist angelegt.',
      changed: 'Die Änderung ist gespeichert.',
      password: 'Das Passwort ist geändert, und der Benutzer ist überall abgemeldet.',
      factor: 'Der Benutzer meldet sich jetzt ohne Code an.',
      removed: 'Der Benutzer ist entfernt.',
    },
    refusals: {
      own_user: 'Das sind Sie selbst. Ein anderer Administrator kann Ihre Rolle ändern oder Sie entfernen.',
      user_above: 'Dieser Benutzer hat eine höhere Rolle als Sie.',
      role_too_high: 'Sie können keine höhere Rolle als Ihre eigene vergeben.',
      bad_username: 'Ein Name hat 2 bis 100 Buchstaben, Ziffern oder . _ @ + - und beginnt mit Buchstabe oder Ziffer.',
      bad_password:
        'Ein Passwort braucht mindestens 12 Zeichen, nicht nur wenige verschiedene, und darf nicht gebräuchlich sein.',
      username_taken: 'Es gibt schon einen Benutzer dieses Namens.',
      user_changed:
        'Jemand anderes hat inzwischen etwas geändert. Prüfen Sie die Seite und versuchen Sie es noch einmal.',
      last_admin: 'Das ist der letzte Administrator des Unternehmens. Geben Sie die Rolle zuerst jemand anderem.',
      not_sure: 'Nichts wurde entfernt. Bitte zur Bestätigung das Kästchen ankreuzen.',
    },
  },
  sv: {
    title: 'Användare',
    username: 'Användarnamn',
    role: 'Roll',
    rights: 'Rättigheter',
    noRole: 'endast äldre API',
    agency: 'handlar för tilldelade företag (byrå)',
    canCancel: 'får makulera',
    canList: 'får söka och lista',
    cannotList: 'får varken söka eller lista',
    more: 'Fler',
    create: 'Skapa en användare',
    make: 'Skapa',
    password: 'Lösenord',
    passwordHint: (n) => `Minst ${n} tecken.`,
    change: 'Roll och rättigheter',
    save: 'Spara',
    newPassword: 'Nytt lösenord',
    newPasswordText: 'Användaren loggas ut överallt.',
    remove: 'Ta bort användaren',
    removeText: 'Användaren loggas ut överallt, och namnet ges inte till någon annan.',
    sure: 'Ja, ta bort användaren',
    back: 'Alla användare',
    told: {
      created: 'Användaren är skapad.',
      changed: 'Ändringen är sparad.',
      password: 'Lösenordet är bytt och användaren utloggad överallt.',
      factor: 'Användaren loggar nu in utan kod.',
      removed: 'Användaren är borttagen.',
    },
    refusals: {
      own_user: 'Det här är du själv. En annan administratör kan ändra din roll eller ta bort dig.',
      user_above: 'Den här användaren har en roll över din.',
      role_too_high: 'Du kan inte ge en roll över din egen.',
      bad_username:
        'Ett namn har 2 till 100 bokstäver, siffror eller . _ @ + - och börjar med en bokstav eller siffra.',
      bad_password: 'Ett lösenord ska ha minst 12 tecken, inte bara några få olika, och får inte vara vanligt.',
      username_taken: 'Det finns redan en användare med det namnet.',
      user_changed: 'Någon annan har ändrat något under tiden. Kontrollera sidan och försök igen.',
      last_admin: 'Det här är företagets sista administratör. Ge först rollen till någon annan.',
      not_sure: 'Inget togs bort. Kryssa i rutan för att bekräfta.',
    },
  },
  no: {
    title: 'Brukere',
    username: 'Brukernavn',
    role: 'Rolle',
    rights: 'Rettigheter',
    noRole: 'bare eldre API',
    agency: 'handler for tildelte bedrifter (byrå)',
    canCancel: 'kan annullere',
    canList: 'kan søke og vise lister',
    cannotList: 'kan verken søke eller vise lister',
    more: 'Flere',
    create: 'Opprett en bruker',
    make: 'Opprett',
    password: 'Passord',
    passwordHint: (n) => `Minst ${n} tegn.`,
    change: 'Rolle og rettigheter',
    save: 'Lagre',
    newPassword: 'Nytt passord',
    newPasswordText: 'Brukeren logges ut overalt.',
    remove: 'Fjern brukeren',
    removeText: 'Brukeren logges ut overalt, og navnet gis ikke til andre.',
    sure: 'Ja, fjern brukeren',
    back: 'Alle brukere',
    told: {
      created: 'Brukeren er opprettet.',
      changed: 'Endringen er lagret.',
      password: 'Passordet er byttet, og brukeren er logget ut overalt.',
      factor: 'Brukeren logger nå inn uten kode.',
      removed: 'Brukeren er fjernet.',
    },
    refusals: {
      own_user: 'Dette er deg selv. En annen administrator kan endre rollen din eller fjerne deg.',
      user_above: 'Denne brukeren har en rolle over din.',
      role_too_high: 'Du kan ikke gi en rolle over din egen.',
      bad_username:
        'Et navn har 2 til 100 bokstaver, sifre eller . _ @ + - og begynner med en bokstav eller et siffer.',
      bad_password: 'Et passord må ha minst 12 tegn, ikke bare noen få forskjellige, og kan ikke være vanlig.',
      username_taken: 'Det finnes allerede en bruker med dette navnet.',
      user_changed: 'Noen andre har endret noe imens. Se over siden og prøv igjen.',
      last_admin: 'Dette er bedriftens siste administrator. Gi først rollen til en annen.',
      not_sure: 'Ingenting ble fjernet. Kryss av for å bekrefte.',
    },
  },
};
