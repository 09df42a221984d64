import type { PageLanguage } from '../../platform/page-languages.ts';

/** Refusals about users and passwords, by error code. */
export const USER_REFUSALS: Readonly<Record<PageLanguage, Readonly<Record<string, string>>>> = {
  da: {
    own_user: 'Dette er dig selv. En anden administrator kan ændre din rolle eller fjerne dig.',
    user_above: 'Denne bruger har en rolle over din.',
    role_too_high: 'Du kan ikke give en rolle over din egen.',
    invalid_username:
      'Et navn har 2 til 100 bogstaver, tal eller . _ @ + -, ingen mellemrum, og begynder med et bogstav eller tal.',
    bad_password:
      'En adgangskode skal have mindst 12 tegn, ikke kun nogle få forskellige, og må ikke være almindeligt brugt.',
    username_taken: 'Der findes allerede en bruger med dette navn.',
    user_changed: 'En anden har ændret noget imens. Tjek siden, og prøv igen.',
    last_admin: 'Det er virksomhedens sidste administrator. Giv først rollen til en anden.',
    invalid_email: 'En e-mailadresse skal se ud som navn@example.dk.',
    no_email: 'Brugeren har ingen e-mailadresse.',
    not_sure: 'Intet er fjernet. Sæt kryds for at bekræfte.',
  },
  en: {
    own_user: 'This is you. Another administrator can change your role or remove you.',
    user_above: 'This user has a role above yours.',
    role_too_high: 'You cannot give a role above your own.',
    invalid_username: 'A name has 2 to 100 letters, digits or . _ @ + -, no spaces, and begins with a letter or digit.',
    bad_password:
      'A password needs at least 12 characters, not only a few different ones, and must not be a common one.',
    username_taken: 'A user with this name already exists.',
    user_changed: 'Another user has changed something in the meantime. Check the page and try again.',
    last_admin: 'This is the last administrator of the company. Give the role to another user first.',
    invalid_email: 'This must be an email address, such as name@example.com.',
    no_email: 'This user has no email address.',
    not_sure: 'Nothing was removed. Tick the box to confirm.',
  },
  de: {
    own_user: 'Das sind Sie selbst. Ein anderer Administrator kann Ihre Rolle ändern oder Sie entfernen.',
    user_above: 'Dieser Benutzer hat eine höhere Rolle als Sie.',
    role_too_high: 'Sie können keine höhere Rolle als Ihre eigene vergeben.',
    invalid_username:
      'Ein Name hat 2 bis 100 Buchstaben, Ziffern oder . _ @ + -, keine Leerzeichen, und beginnt mit Buchstabe oder Ziffer.',
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
  sv: {
    own_user: 'Det här är du själv. En annan administratör kan ändra din roll eller ta bort dig.',
    user_above: 'Den här användaren har en roll över din.',
    role_too_high: 'Du kan inte ge en roll över din egen.',
    invalid_username:
      'Ett namn har 2 till 100 bokstäver, siffror eller . _ @ + -, inga mellanslag, och börjar med en bokstav eller siffra.',
    bad_password:
      'Ett lösenord ska ha minst 12 tecken, inte bara några få olika, och får inte vara vanligt förekommande.',
    username_taken: 'Det finns redan en användare med det namnet.',
    user_changed: 'Någon annan har ändrat något under tiden. Kontrollera sidan och försök igen.',
    last_admin: 'Det här är företagets sista administratör. Ge först rollen till någon annan.',
    invalid_email: 'Det måste vara en e-postadress, till exempel namn@example.se.',
    no_email: 'Användaren har ingen e-postadress.',
    not_sure: 'Inget togs bort. Kryssa i rutan för att bekräfta.',
  },
  no: {
    own_user: 'Dette er deg selv. En annen administrator kan endre rollen din eller fjerne deg.',
    user_above: 'Denne brukeren har en rolle over din.',
    role_too_high: 'Du kan ikke gi en rolle over din egen.',
    invalid_username:
      'Et navn har 2 til 100 bokstaver, sifre eller . _ @ + -, ingen mellomrom, og begynner med en bokstav eller et siffer.',
    bad_password: 'Et passord må ha minst 12 tegn, ikke bare noen få forskjellige, og kan ikke være et vanlig passord.',
    username_taken: 'Det finnes allerede en bruker med dette navnet.',
    user_changed: 'Noen andre har endret noe imens. Sjekk siden og prøv igjen.',
    last_admin: 'Dette er bedriftens siste administrator. Gi først rollen til en annen.',
    invalid_email: 'Det må være en e-postadresse, for eksempel navn@example.no.',
    no_email: 'Brukeren har ingen e-postadresse.',
    not_sure: 'Ingenting ble fjernet. Kryss av for å bekrefte.',
  },
};
