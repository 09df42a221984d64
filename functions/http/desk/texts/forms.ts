import type { PageLanguage } from '../../../domain/order-page/schema.ts';

/** What is said of forms that could not be taken, whatever they are for. */
interface FormTexts {
  otherCompany: string;
  /** Names of the company that the form was shown for, and of the one that is acted on. */
  otherCompanyText: (shown: string, now: string) => string;
  sendFor: (company: string) => string;
  typeAgain: string;
  chooseAgain: (company: string) => string;
  stay: (company: string) => string;
}

export const FORM_TEXTS: Readonly<Record<PageLanguage, FormTexts>> = {
  da: {
    otherCompany: 'En anden virksomhed er valgt',
    otherCompanyText: (shown, now) =>
      `Formularen blev åbnet for ${shown}. Nu er ${now} valgt, måske i en anden fane. Intet blev ændret.`,
    sendFor: (company) => `Vælg ${company} og send formularen`,
    typeAgain: 'Adgangskoder og filer gemmes ikke: udfyld formularen igen, når virksomheden er valgt.',
    chooseAgain: (company) => `Vælg ${company} igen`,
    stay: (company) => `Bliv ved ${company}`,
  },
  en: {
    otherCompany: 'Another company is chosen',
    otherCompanyText: (shown, now) =>
      `The form was opened for ${shown}. Now ${now} is chosen, perhaps in another tab. Nothing was changed.`,
    sendFor: (company) => `Choose ${company} and send the form`,
    typeAgain: 'Passwords and files are not kept: fill the form in again once the company is chosen.',
    chooseAgain: (company) => `Choose ${company} again`,
    stay: (company) => `Stay with ${company}`,
  },
  de: {
    otherCompany: 'Ein anderes Unternehmen ist gewählt',
    otherCompanyText: (shown, now) =>
      `Das Formular wurde für ${shown} geöffnet. Jetzt ist ${now} gewählt, vielleicht in einem anderen Tab. Nichts wurde geändert.`,
    sendFor: (company) => `${company} wählen und das Formular senden`,
    typeAgain: 'Passwörter und Dateien werden nicht behalten: Füllen Sie das Formular nach der Wahl noch einmal aus.',
    chooseAgain: (company) => `Wieder ${company} wählen`,
    stay: (company) => `Bei ${company} bleiben`,
  },
  sv: {
    otherCompany: 'Ett annat företag är valt',
    otherCompanyText: (shown, now) =>
      `Formuläret öppnades för ${shown}. Nu är ${now} valt, kanske i en annan flik. Inget ändrades.`,
    sendFor: (company) => `Välj ${company} och skicka formuläret`,
    typeAgain: 'Lösenord och filer sparas inte: fyll i formuläret igen när företaget är valt.',
    chooseAgain: (company) => `Välj ${company} igen`,
    stay: (company) => `Stanna hos ${company}`,
  },
  no: {
    otherCompany: 'En annen bedrift er valgt',
    otherCompanyText: (shown, now) =>
      `Skjemaet ble åpnet for ${shown}. Nå er ${now} valgt, kanskje i en annen fane. Ingenting ble endret.`,
    sendFor: (company) => `Velg ${company} og send skjemaet`,
    typeAgain: 'Passord og filer tas ikke vare på: fyll ut skjemaet igjen når bedriften er valgt.',
    chooseAgain: (company) => `Velg ${company} igjen`,
    stay: (company) => `Bli hos ${company}`,
  },
};
