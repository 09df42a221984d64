import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts for setting a password through a link, and for a forgotten password. */
interface UserLinkPageTexts {
  invitation: string;
  reset: string;
  password: string;
  save: string;
  over: string;
  overText: string;
  isSet: string;
  isSetText: string;
  forgotten: string;
  forgottenText: string;
  email: string;
  send: string;
  sent: string;
  sentText: (email: string) => string;
  toSignIn: string;
  tooMany: (minutes: number) => string;
}

export const LINK_TEXTS: Readonly<Record<PageLanguage, UserLinkPageTexts>> = {
  da: {
    invitation: 'Velkommen',
    reset: 'Ny adgangskode',
    password: 'Vælg en adgangskode',
    save: 'Gem og log ind',
    over: 'Linket virker ikke længere',
    overText: 'Det er brugt, udløbet eller erstattet af et nyere. Bed om et nyt, eller log ind.',
    isSet: 'Adgangskoden er gemt',
    isSetText: 'Brugeren har ingen rolle her og bruges af et andet system.',
    forgotten: 'Glemt adgangskode',
    forgottenText: 'Skriv din e-mailadresse, så sender vi et link til en ny adgangskode.',
    email: 'E-mail',
    send: 'Send link',
    sent: 'Se i din indbakke',
    sentText: (email) => `Hvis ${email} hører til en bruger, er der nu sendt et link. Det virker i en time.`,
    toSignIn: 'Tilbage til login',
    tooMany: (minutes) => `For mange forsøg. Prøv igen om ${minutes} min.`,
  },
  en: {
    invitation: 'Welcome',
    reset: 'New password',
    password: 'Choose a password',
    save: 'Save and sign in',
    over: 'This link no longer works',
    overText: 'It was used, has expired or was replaced by a newer one. Request another one, or sign in.',
    isSet: 'The password is set',
    isSetText: 'The user has no role here and is used by another system.',
    forgotten: 'Forgotten password',
    forgottenText: 'Enter your email address, and we will send you a link for a new password.',
    email: 'Email',
    send: 'Send link',
    sent: 'Check your inbox',
    sentText: (email) => `If ${email} belongs to a user, a link is on its way. It works for an hour.`,
    toSignIn: 'Back to sign-in',
    tooMany: (minutes) => `Too many requests. Try again in ${minutes} min.`,
  },
  de: {
    invitation: 'Willkommen',
    reset: 'Neues Passwort',
    password: 'Passwort wählen',
    save: 'Speichern und anmelden',
    over: 'Dieser Link gilt nicht mehr',
    overText:
      'Er wurde benutzt, ist abgelaufen oder durch einen neueren ersetzt. Fordern Sie einen neuen an, oder melden Sie sich an.',
    isSet: 'Das Passwort ist gespeichert',
    isSetText: 'Der Benutzer hat hier keine Rolle und gehört zu einem anderen System.',
    forgotten: 'Passwort vergessen',
    forgottenText: 'Geben Sie Ihre E-Mail-Adresse ein. Wir senden Ihnen einen Link für ein neues Passwort.',
    email: 'E-Mail',
    send: 'Link senden',
    sent: 'Sehen Sie in Ihrem Postfach nach',
    sentText: (email) => `Wenn ${email} zu einem Benutzer gehört, ist ein Link unterwegs. Er gilt eine Stunde.`,
    toSignIn: 'Zurück zur Anmeldung',
    tooMany: (minutes) => `Zu viele Versuche. Bitte in ${minutes} Min. noch einmal versuchen.`,
  },
  sv: {
    invitation: 'Välkommen',
    reset: 'Nytt lösenord',
    password: 'Välj ett lösenord',
    save: 'Spara och logga in',
    over: 'Länken fungerar inte längre',
    overText: 'Den har använts, gått ut eller ersatts av en nyare. Be om en ny, eller logga in.',
    isSet: 'Lösenordet är sparat',
    isSetText: 'Användaren har ingen roll här och används av ett annat system.',
    forgotten: 'Glömt lösenord',
    forgottenText: 'Skriv din e-postadress, så skickar vi en länk för ett nytt lösenord.',
    email: 'E-post',
    send: 'Skicka länk',
    sent: 'Titta i din inkorg',
    sentText: (email) => `Om ${email} hör till en användare är en länk på väg. Den fungerar i en timme.`,
    toSignIn: 'Tillbaka till inloggningen',
    tooMany: (minutes) => `För många försök. Försök igen om ${minutes} min.`,
  },
  no: {
    invitation: 'Velkommen',
    reset: 'Nytt passord',
    password: 'Velg et passord',
    save: 'Lagre og logg inn',
    over: 'Lenken virker ikke lenger',
    overText: 'Den er brukt, utløpt eller erstattet av en nyere. Be om en ny, eller logg inn.',
    isSet: 'Passordet er lagret',
    isSetText: 'Brukeren har ingen rolle her og brukes av et annet system.',
    forgotten: 'Glemt passord',
    forgottenText: 'Skriv e-postadressen din, så sender vi en lenke for et nytt passord.',
    email: 'E-post',
    send: 'Send lenke',
    sent: 'Se i innboksen',
    sentText: (email) => `Hvis ${email} hører til en bruker, er en lenke på vei. Den virker i en time.`,
    toSignIn: 'Tilbake til innlogging',
    tooMany: (minutes) => `For mange forsøk. Prøv igjen om ${minutes} min.`,
  },
};
