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
  email: string;
  state: string;
  active: string;
  invited: string;
  inviteText: string;
  invitedUntil: (moment: string) => string;
  /** Mails the user a link again. */
  invitationLink: LinkTexts;
  resetLink: LinkTexts;
  send: string;
  remove: string;
  removeText: string;
  sure: string;
  back: string;
  told: Readonly<Record<'created' | 'changed' | 'sent' | 'factor' | 'removed', string>>;
  /** By code of the error. */
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
    role: 'Rolle',
    rights: 'Rettigheder',
    noRole: 'kun ældre API',
    agency: 'handler for tildelte virksomheder (bureau)',
    canCancel: 'må annullere',
    canList: 'må søge og vise lister',
    cannotList: 'må hverken søge eller vise lister',
    more: 'Flere',
    create: 'Inviter en bruger',
    make: 'Inviter',
    password: 'Adgangskode',
    passwordHint: (n) => `Mindst ${n} tegn.`,
    change: 'Rolle og rettigheder',
    save: 'Gem',
    email: 'E-mail',
    state: 'Tilstand',
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
    told: {
      created: 'Invitationen er sendt.',
      changed: 'Ændringen er gemt.',
      sent: 'Linket er sendt.',
      factor: 'Brugeren logger nu ind uden kode.',
      removed: 'Brugeren er fjernet.',
    },
    refusals: {
      own_user: 'Dette er dig selv. En anden administrator kan ændre din rolle eller fjerne dig.',
      user_above: 'Denne bruger har en rolle over din.',
      role_too_high: 'Du kan ikke give en rolle over din egen.',
      invalid_username: 'Et navn har 2 til 100 bogstaver, tal eller . _ @ + - og begynder med et bogstav eller tal.',
      bad_password:
        'En adgangskode skal have mindst 12 tegn, ikke kun nogle få forskellige, og må ikke være almindelig.',
      username_taken: 'Der findes allerede en bruger med dette navn.',
      user_changed: 'En anden har ændret noget imens. Se siden efter, og prøv igen.',
      last_admin: 'Det er virksomhedens sidste administrator. Giv først rollen til en anden.',
      invalid_email: 'En e-mailadresse skal se ud som navn@example.dk.',
      no_email: 'Brugeren har ingen e-mailadresse.',
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
    create: 'Invite a user',
    make: 'Invite',
    password: 'Password',
    passwordHint: (n) => `At least ${n} characters.`,
    change: 'Role and rights',
    save: 'Save',
    email: 'Email',
    state: 'State',
    active: 'active',
    invited: 'invited',
    inviteText: 'The user receives a link by mail, sets a password and is signed in.',
    invitedUntil: (moment) => `Invited. The link works until ${moment}.`,
    invitationLink: {
      title: 'Send the invitation again',
      text: (email) => `Another link goes to ${email}. The earlier one works no more.`,
    },
    resetLink: {
      title: 'Send a link for a new password',
      text: (email) => `The link goes to ${email} and works for an hour.`,
    },
    send: 'Send',
    remove: 'Remove the user',
    removeText: 'The user is signed out everywhere, and the name is given to nobody else.',
    sure: 'Yes, remove the user',
    back: 'All users',
    told: {
      created: 'The invitation was sent.',
      changed: 'The change was saved.',
      sent: 'The link was sent.',
      factor: 'The user now signs in without a code.',
      removed: 'The user was removed.',
    },
    refusals: {
      own_user: 'This is you. Another administrator can change your role or remove you.',
      user_above: 'This user has a role above yours.',
      role_too_high: 'You cannot give a role above your own.',
      invalid_username: 'A name has 2 to 100 letters, digits or . _ @ + - and begins with a letter or digit.',
      bad_password:
        'A password needs at least 12 characters, not only a few different ones, and must not be a common one.',
      username_taken: 'There is a user of this name already.',
      user_changed: 'Somebody else has changed something meanwhile. Check the page and try again.',
      last_admin: 'This is the last administrator of the company. Give the role to somebody else first.',
      invalid_email: 'This must be an email address, such as name@example.com.',
      no_email: 'This user has no email address.',
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
    told: {
      created: 'Die Einladung ist gesendet.',
      changed: 'Die Änderung ist gespeichert.',
      sent: 'Der Link ist gesendet.',
      factor: 'Der Benutzer meldet sich jetzt ohne Code an.',
      removed: 'Der Benutzer ist entfernt.',
    },
    refusals: {
      own_user: 'Das sind Sie selbst. Ein anderer Administrator kann Ihre Rolle ändern oder Sie entfernen.',
      user_above: 'Dieser Benutzer hat eine höhere Rolle als Sie.',
      role_too_high: 'Sie können keine höhere Rolle als Ihre eigene vergeben.',
      invalid_username:
        'Ein Name hat 2 bis 100 Buchstaben, Ziffern oder . _ @ + - und beginnt mit Buchstabe oder Ziffer.',
      bad_password:
        'Ein Passwort braucht mindestens 12 Zeichen, nicht nur wenige verschiedene, und darf nicht gebräuchlich sein.',
      username_taken: 'Es gibt schon einen Benutzer dieses Namens.',
      user_changed:
        'Jemand anderes hat inzwischen etwas geändert. Prüfen Sie die Seite und versuchen Sie es noch einmal.',
      last_admin: 'Das ist der letzte Administrator des Unternehmens. Geben Sie die Rolle zuerst jemand anderem.',
      invalid_email: 'Das muss eine E-Mail-Adresse sein, etwa name@example.de.',
      no_email: 'Dieser Benutzer hat keine E-Mail-Adresse.',
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
    create: 'Bjud in en användare',
    make: 'Bjud in',
    password: 'Lösenord',
    passwordHint: (n) => `Minst ${n} tecken.`,
    change: 'Roll och rättigheter',
    save: 'Spara',
    email: 'E-post',
    state: 'Status',
    active: 'aktiv',
    invited: 'inbjuden',
    inviteText: 'Användaren får en länk med e-post, väljer ett lösenord och är sedan inloggad.',
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
    told: {
      created: 'Inbjudan är skickad.',
      changed: 'Ändringen är sparad.',
      sent: 'Länken är skickad.',
      factor: 'Användaren loggar nu in utan kod.',
      removed: 'Användaren är borttagen.',
    },
    refusals: {
      own_user: 'Det här är du själv. En annan administratör kan ändra din roll eller ta bort dig.',
      user_above: 'Den här användaren har en roll över din.',
      role_too_high: 'Du kan inte ge en roll över din egen.',
      invalid_username:
        'Ett namn har 2 till 100 bokstäver, siffror eller . _ @ + - och börjar med en bokstav eller siffra.',
      bad_password: 'Ett lösenord ska ha minst 12 tecken, inte bara några få olika, och får inte vara vanligt.',
      username_taken: 'Det finns redan en användare med det namnet.',
      user_changed: 'Någon annan har ändrat något under tiden. Kontrollera sidan och försök igen.',
      last_admin: 'Det här är företagets sista administratör. Ge först rollen till någon annan.',
      invalid_email: 'Det måste vara en e-postadress, till exempel namn@example.se.',
      no_email: 'Användaren har ingen e-postadress.',
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
    told: {
      created: 'Invitasjonen er sendt.',
      changed: 'Endringen er lagret.',
      sent: 'Lenken er sendt.',
      factor: 'Brukeren logger nå inn uten kode.',
      removed: 'Brukeren er fjernet.',
    },
    refusals: {
      own_user: 'Dette er deg selv. En annen administrator kan endre rollen din eller fjerne deg.',
      user_above: 'Denne brukeren har en rolle over din.',
      role_too_high: 'Du kan ikke gi en rolle over din egen.',
      invalid_username:
        'Et navn har 2 til 100 bokstaver, sifre eller . _ @ + - og begynner med en bokstav eller et siffer.',
      bad_password: 'Et passord må ha minst 12 tegn, ikke bare noen få forskjellige, og kan ikke være vanlig.',
      username_taken: 'Det finnes allerede en bruker med dette navnet.',
      user_changed: 'Noen andre har endret noe imens. Se over siden og prøv igjen.',
      last_admin: 'Dette er bedriftens siste administrator. Gi først rollen til en annen.',
      invalid_email: 'Det må være en e-postadresse, for eksempel navn@example.no.',
      no_email: 'Brukeren har ingen e-postadresse.',
      not_sure: 'Ingenting ble fjernet. Kryss av for å bekrefte.',
    },
  },
};
