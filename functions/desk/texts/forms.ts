import type { PageLanguage } from '../../platform/page-languages.ts';

/** Texts about rejected forms of any kind. */
interface FormTexts {
  otherCompany: string;
  /** `shown` is the company of the form, `now` the acting company. */
  otherCompanyText: (shown: string, now: string) => string;
  sendFor: (company: string) => string;
  typeAgain: string;
  chooseAgain: (company: string) => string;
  stay: (company: string) => string;
  /** Title of a page whose form was refused. */
  refused: (title: string) => string;
  notSent: string;
  noCookie: string;
  openAgain: string;
  /** Several fields have faults. */
  checkFields: string;
  /** Another user has saved a change; the form still shows the input of this user. */
  changedMeanwhile: string;
  unsaved: string;
  /** The input of a form that was sent after the session had ended. */
  restored: string;
}

export const FORM_TEXTS: Readonly<Record<PageLanguage, FormTexts>> = {
  da: {
    otherCompany: 'En anden virksomhed er valgt',
    otherCompanyText: (shown, now) =>
      `Formularen blev åbnet for ${shown}. Nu er ${now} valgt, måske i en anden fane. Intet blev ændret.`,
    sendFor: (company) => `Vælg ${company}, og send formularen`,
    typeAgain: 'Adgangskoder og filer gemmes ikke: udfyld formularen igen, når virksomheden er valgt.',
    chooseAgain: (company) => `Vælg ${company} igen`,
    stay: (company) => `Bliv ved ${company}`,
    refused: (title) => `Fejl: ${title}`,
    notSent:
      'Din session er slut. Formularen blev ikke sendt, og intet blev ændret. Log ind for at komme tilbage til siden.',
    noCookie:
      'Du er ikke logget ind: browseren har ikke gemt den cookie, som siderne her har brug for. Tillad cookies for dette websted, og log ind igen.',
    openAgain: 'Åbn formularens side igen',
    checkFields: 'Intet er gemt. Ret de markerede felter.',
    changedMeanwhile:
      'En anden bruger har ændret dette, siden siden blev åbnet. Intet er gemt. Det, du skrev, står herunder; gem igen for at erstatte det, der er nu.',
    unsaved: 'Ændringerne er ikke gemt endnu.',
    restored: 'Det, du skrev, er her igen. Det er ikke sendt endnu.',
  },
  en: {
    otherCompany: 'Another company is selected',
    otherCompanyText: (shown, now) =>
      `The form was opened for ${shown}. Now ${now} is chosen, perhaps in another tab. Nothing was changed.`,
    sendFor: (company) => `Choose ${company} and send the form`,
    typeAgain: 'Passwords and files are not kept: fill the form in again once the company is chosen.',
    chooseAgain: (company) => `Choose ${company} again`,
    stay: (company) => `Stay with ${company}`,
    refused: (title) => `Error: ${title}`,
    notSent: 'Your session has ended. The form was not sent, and nothing was changed. Sign in to get back to its page.',
    noCookie:
      'You are not signed in: the browser has not kept the cookie that these pages need. Allow cookies for this site and sign in again.',
    openAgain: 'Open the page of the form again',
    checkFields: 'Nothing was saved. Correct the marked fields.',
    changedMeanwhile:
      'Another user has changed this since the page was opened. Nothing was saved. What you typed is below; save again to replace what is there now.',
    unsaved: 'Your changes are not saved yet.',
    restored: 'What you typed is back. It has not been sent yet.',
  },
  de: {
    otherCompany: 'Ein anderes Unternehmen ist gewählt',
    otherCompanyText: (shown, now) =>
      `Das Formular wurde für ${shown} geöffnet. Jetzt ist ${now} ausgewählt, vielleicht in einem anderen Tab. Nichts wurde geändert.`,
    sendFor: (company) => `${company} wählen und das Formular senden`,
    typeAgain: 'Passwörter und Dateien werden nicht behalten: Füllen Sie das Formular nach der Wahl noch einmal aus.',
    chooseAgain: (company) => `Wieder ${company} wählen`,
    stay: (company) => `Bei ${company} bleiben`,
    refused: (title) => `Fehler: ${title}`,
    notSent:
      'Ihre Sitzung ist zu Ende. Das Formular wurde nicht gesendet, und nichts wurde geändert. Melden Sie sich an, um zu seiner Seite zurückzukommen.',
    noCookie:
      'Sie sind nicht angemeldet: Der Browser hat das Cookie nicht behalten, das diese Seiten brauchen. Erlauben Sie Cookies für diese Website und melden Sie sich noch einmal an.',
    openAgain: 'Seite des Formulars noch einmal öffnen',
    checkFields: 'Nichts wurde gespeichert. Bitte die markierten Felder korrigieren.',
    changedMeanwhile:
      'Ein anderer Benutzer hat dies geändert, seit die Seite geöffnet wurde. Nichts wurde gespeichert. Ihre Eingaben stehen unten; erneutes Speichern ersetzt, was jetzt gilt.',
    unsaved: 'Ihre Änderungen sind noch nicht gespeichert.',
    restored: 'Ihre Eingaben sind wieder da. Sie wurden noch nicht gesendet.',
  },
  sv: {
    otherCompany: 'Ett annat företag är valt',
    otherCompanyText: (shown, now) =>
      `Formuläret öppnades för ${shown}. Nu är ${now} valt, kanske i en annan flik. Inget ändrades.`,
    sendFor: (company) => `Välj ${company} och skicka formuläret`,
    typeAgain: 'Lösenord och filer sparas inte: fyll i formuläret igen när företaget är valt.',
    chooseAgain: (company) => `Välj ${company} igen`,
    stay: (company) => `Stanna hos ${company}`,
    refused: (title) => `Fel: ${title}`,
    notSent:
      'Din session är slut. Formuläret skickades inte, och inget ändrades. Logga in för att komma tillbaka till sidan.',
    noCookie:
      'Du är inte inloggad: webbläsaren har inte sparat den kaka som de här sidorna behöver. Tillåt kakor för den här webbplatsen och logga in igen.',
    openAgain: 'Öppna formulärets sida igen',
    checkFields: 'Inget har sparats. Rätta de markerade fälten.',
    changedMeanwhile:
      'En annan användare har ändrat detta sedan sidan öppnades. Inget har sparats. Det du skrev finns nedan; spara igen för att ersätta det som gäller nu.',
    unsaved: 'Ändringarna är inte sparade än.',
    restored: 'Det du skrev är här igen. Det är inte skickat än.',
  },
  no: {
    otherCompany: 'En annen bedrift er valgt',
    otherCompanyText: (shown, now) =>
      `Skjemaet ble åpnet for ${shown}. Nå er ${now} valgt, kanskje i en annen fane. Ingenting ble endret.`,
    sendFor: (company) => `Velg ${company} og send skjemaet`,
    typeAgain: 'Passord og filer tas ikke vare på: fyll ut skjemaet igjen når bedriften er valgt.',
    chooseAgain: (company) => `Velg ${company} igjen`,
    stay: (company) => `Bli hos ${company}`,
    refused: (title) => `Feil: ${title}`,
    notSent: 'Økten er over. Skjemaet ble ikke sendt, og ingenting ble endret. Logg inn for å komme tilbake til siden.',
    noCookie:
      'Du er ikke logget inn: nettleseren har ikke tatt vare på informasjonskapselen som disse sidene trenger. Tillat informasjonskapsler for dette nettstedet og logg inn igjen.',
    openAgain: 'Åpne skjemaets side igjen',
    checkFields: 'Ingenting er lagret. Rett de merkede feltene.',
    changedMeanwhile:
      'En annen bruker har endret dette siden siden ble åpnet. Ingenting er lagret. Det du skrev, står nedenfor; lagre igjen for å erstatte det som gjelder nå.',
    unsaved: 'Endringene er ikke lagret ennå.',
    restored: 'Det du skrev, er her igjen. Det er ikke sendt ennå.',
  },
};
