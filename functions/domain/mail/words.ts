import type { Language } from '../documents/schema.ts';

/** What mail says, in one language. `{…}` parts are filled in by the caller. */
export interface MailWords {
  /** Subject to whom the gift is for; without a sender's name the second form. */
  giftSubject: (from: string, company: string) => string;
  giftSubjectPlain: (company: string) => string;
  ownSubject: (company: string, reference: string) => string;
  confirmationSubject: (company: string, reference: string) => string;
  resendSubject: (company: string) => string;
  hello: (name: string) => string;
  giftIntro: (from: string) => string;
  giftIntroPlain: string;
  ownIntro: string;
  confirmationIntro: (recipient: string) => string;
  postedIntro: string;
  resendIntro: string;
  attached: string;
  linked: string;
  open: (title: string) => string;
  orderNumber: string;
  total: string;
  discount: string;
  fees: string;
  shipping: string;
  deliveredTo: string;
  closing: string;
}

const da: MailWords = {
  giftSubject: (from, company) => `En gave til dig fra ${from} (${company})`,
  giftSubjectPlain: (company) => `En gave til dig fra ${company}`,
  ownSubject: (company, reference) => `Din ordre ${reference} hos ${company}`,
  confirmationSubject: (company, reference) => `Bekræftelse på ordre ${reference} hos ${company}`,
  resendSubject: (company) => `Dit kort fra ${company}`,
  hello: (name) => `Hej ${name}`,
  giftIntro: (from) => `${from} har sendt dig en gave.`,
  giftIntroPlain: 'Der er en gave til dig.',
  ownIntro: 'Tak for din ordre. Her er det, du har købt.',
  confirmationIntro: (recipient) => `Tak for din ordre. Gaven er sendt til ${recipient}.`,
  postedIntro: 'Tak for din ordre. Den sendes med posten til adressen nedenfor.',
  resendIntro: 'Her er dit kort igen.',
  attached: 'Det er vedhæftet som PDF og kan også åbnes her:',
  linked: 'Det kan åbnes her:',
  open: (title) => `Åbn ${title}`,
  orderNumber: 'Ordrenummer',
  total: 'I alt',
  discount: 'Rabat',
  fees: 'Gebyrer',
  shipping: 'Forsendelse',
  deliveredTo: 'Leveres til',
  closing: 'Venlig hilsen',
};

const sv: MailWords = {
  giftSubject: (from, company) => `En gåva till dig från ${from} (${company})`,
  giftSubjectPlain: (company) => `En gåva till dig från ${company}`,
  ownSubject: (company, reference) => `Din order ${reference} hos ${company}`,
  confirmationSubject: (company, reference) => `Bekräftelse på order ${reference} hos ${company}`,
  resendSubject: (company) => `Ditt kort från ${company}`,
  hello: (name) => `Hej ${name}`,
  giftIntro: (from) => `${from} har skickat dig en gåva.`,
  giftIntroPlain: 'Det finns en gåva till dig.',
  ownIntro: 'Tack för din beställning. Här är det du har köpt.',
  confirmationIntro: (recipient) => `Tack för din beställning. Gåvan har skickats till ${recipient}.`,
  postedIntro: 'Tack för din beställning. Den skickas med posten till adressen nedan.',
  resendIntro: 'Här är ditt kort igen.',
  attached: 'Det är bifogat som PDF och kan också öppnas här:',
  linked: 'Det kan öppnas här:',
  open: (title) => `Öppna ${title}`,
  orderNumber: 'Ordernummer',
  total: 'Totalt',
  discount: 'Rabatt',
  fees: 'Avgifter',
  shipping: 'Frakt',
  deliveredTo: 'Levereras till',
  closing: 'Vänliga hälsningar',
};

const de: MailWords = {
  giftSubject: (from, company) => `Ein Geschenk für Sie von ${from} (${company})`,
  giftSubjectPlain: (company) => `Ein Geschenk für Sie von ${company}`,
  ownSubject: (company, reference) => `Ihre Bestellung ${reference} bei ${company}`,
  confirmationSubject: (company, reference) => `Bestätigung der Bestellung ${reference} bei ${company}`,
  resendSubject: (company) => `Ihr Gutschein von ${company}`,
  hello: (name) => `Guten Tag ${name}`,
  giftIntro: (from) => `${from} hat Ihnen ein Geschenk geschickt.`,
  giftIntroPlain: 'Es gibt ein Geschenk für Sie.',
  ownIntro: 'Vielen Dank für Ihre Bestellung. Hier ist, was Sie gekauft haben.',
  confirmationIntro: (recipient) => `Vielen Dank für Ihre Bestellung. Das Geschenk wurde an ${recipient} gesendet.`,
  postedIntro: 'Vielen Dank für Ihre Bestellung. Sie wird mit der Post an die untenstehende Adresse gesendet.',
  resendIntro: 'Hier ist Ihr Gutschein noch einmal.',
  attached: 'Sie finden es als PDF im Anhang und können es auch hier öffnen:',
  linked: 'Sie können es hier öffnen:',
  open: (title) => `${title} öffnen`,
  orderNumber: 'Bestellnummer',
  total: 'Summe',
  discount: 'Rabatt',
  fees: 'Gebühren',
  shipping: 'Versand',
  deliveredTo: 'Lieferung an',
  closing: 'Mit freundlichen Grüßen',
};

const en: MailWords = {
  giftSubject: (from, company) => `A gift for you from ${from} (${company})`,
  giftSubjectPlain: (company) => `A gift for you from ${company}`,
  ownSubject: (company, reference) => `Your order ${reference} at ${company}`,
  confirmationSubject: (company, reference) => `Confirmation of order ${reference} at ${company}`,
  resendSubject: (company) => `Your card from ${company}`,
  hello: (name) => `Hello ${name}`,
  giftIntro: (from) => `${from} has sent you a gift.`,
  giftIntroPlain: 'There is a gift for you.',
  ownIntro: 'Thank you for your order. Here is what you bought.',
  confirmationIntro: (recipient) => `Thank you for your order. The gift has been sent to ${recipient}.`,
  postedIntro: 'Thank you for your order. It goes by post to the address below.',
  resendIntro: 'Here is your card again.',
  attached: 'It is attached as a PDF, and you can open it here as well:',
  linked: 'You can open it here:',
  open: (title) => `Open ${title}`,
  orderNumber: 'Order number',
  total: 'Total',
  discount: 'Discount',
  fees: 'Fees',
  shipping: 'Postage',
  deliveredTo: 'Delivered to',
  closing: 'Kind regards',
};

const nb: MailWords = {
  giftSubject: (from, company) => `En gave til deg fra ${from} (${company})`,
  giftSubjectPlain: (company) => `En gave til deg fra ${company}`,
  ownSubject: (company, reference) => `Din ordre ${reference} hos ${company}`,
  confirmationSubject: (company, reference) => `Bekreftelse på ordre ${reference} hos ${company}`,
  resendSubject: (company) => `Kortet ditt fra ${company}`,
  hello: (name) => `Hei ${name}`,
  giftIntro: (from) => `${from} har sendt deg en gave.`,
  giftIntroPlain: 'Det er en gave til deg.',
  ownIntro: 'Takk for bestillingen. Her er det du har kjøpt.',
  confirmationIntro: (recipient) => `Takk for bestillingen. Gaven er sendt til ${recipient}.`,
  postedIntro: 'Takk for bestillingen. Den sendes med posten til adressen nedenfor.',
  resendIntro: 'Her er kortet ditt igjen.',
  attached: 'Det ligger ved som PDF og kan også åpnes her:',
  linked: 'Det kan åpnes her:',
  open: (title) => `Åpne ${title}`,
  orderNumber: 'Ordrenummer',
  total: 'Til sammen',
  discount: 'Rabatt',
  fees: 'Gebyrer',
  shipping: 'Frakt',
  deliveredTo: 'Leveres til',
  closing: 'Vennlig hilsen',
};

const nn: MailWords = {
  giftSubject: (from, company) => `Ei gåve til deg frå ${from} (${company})`,
  giftSubjectPlain: (company) => `Ei gåve til deg frå ${company}`,
  ownSubject: (company, reference) => `Ordren din ${reference} hos ${company}`,
  confirmationSubject: (company, reference) => `Stadfesting av ordre ${reference} hos ${company}`,
  resendSubject: (company) => `Kortet ditt frå ${company}`,
  hello: (name) => `Hei ${name}`,
  giftIntro: (from) => `${from} har sendt deg ei gåve.`,
  giftIntroPlain: 'Det er ei gåve til deg.',
  ownIntro: 'Takk for tinginga. Her er det du har kjøpt.',
  confirmationIntro: (recipient) => `Takk for tinginga. Gåva er send til ${recipient}.`,
  postedIntro: 'Takk for tinginga. Ho vert send med posten til adressa nedanfor.',
  resendIntro: 'Her er kortet ditt att.',
  attached: 'Det ligg ved som PDF og kan òg opnast her:',
  linked: 'Det kan opnast her:',
  open: (title) => `Opne ${title}`,
  orderNumber: 'Ordrenummer',
  total: 'Til saman',
  discount: 'Rabatt',
  fees: 'Gebyr',
  shipping: 'Frakt',
  deliveredTo: 'Vert levert til',
  closing: 'Venleg helsing',
};

const WORDS: Record<Language, MailWords> = { da, sv, de, en, nb, nn };

export const mailWordsIn = (language: Language): MailWords => WORDS[language];
