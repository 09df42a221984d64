import { html } from 'hono/html';
import type { Brand } from '../../domain/company/brand/rules.ts';
import type { Language } from '../../domain/fulfillment/documents/schema.ts';
import { documentLanguage, spoken } from '../../domain/fulfillment/documents/texts.ts';
import type { Unsubscriber } from '../../domain/notifications/unsubscribes/link.ts';
import { framePage } from '../kit/page-frame.ts';
import { visitorsTag } from '../kit/visitors-tag.ts';
import type { Reply } from '../../pipeline/request.ts';

interface Texts {
  title: string;
  question: (company: string) => string;
  button: string;
  done: string;
  doneText: (company: string) => string;
  unknown: string;
  unknownText: string;
}

const TEXTS: Record<Language, Texts> = {
  en: {
    title: 'Reminders',
    question: (company) => `Do you want to stop getting reminders from ${company} about cards that expire soon?`,
    button: 'Stop sending me reminders',
    done: 'You will get no more reminders',
    doneText: (company) => `${company} will send no more reminders to your address. Your cards stay valid.`,
    unknown: 'This link is not valid',
    unknownText: 'Open it exactly as it is in the email.',
  },
  da: {
    title: 'Påmindelser',
    question: (company) => `Skal ${company} ikke længere sende dig påmindelser om kort, der snart udløber?`,
    button: 'Send mig ikke flere påmindelser',
    done: 'Du får ikke flere påmindelser',
    doneText: (company) => `${company} sender ikke flere påmindelser til din adresse. Dine kort gælder stadig.`,
    unknown: 'Linket er ukendt',
    unknownText: 'Åbn det, som det står i mailen.',
  },
  sv: {
    title: 'Påminnelser',
    question: (company) => `Ska ${company} inte längre skicka påminnelser om kort som snart går ut?`,
    button: 'Skicka inga fler påminnelser',
    done: 'Du får inga fler påminnelser',
    doneText: (company) => `${company} skickar inga fler påminnelser till din adress. Dina kort gäller fortfarande.`,
    unknown: 'Länken är okänd',
    unknownText: 'Öppna den som den står i mejlet.',
  },
  de: {
    title: 'Erinnerungen',
    question: (company) => `Soll ${company} Ihnen keine Erinnerungen an bald ablaufende Gutscheine mehr senden?`,
    button: 'Keine Erinnerungen mehr senden',
    done: 'Sie erhalten keine Erinnerungen mehr',
    doneText: (company) => `${company} sendet keine Erinnerungen mehr an Ihre Adresse. Ihre Gutscheine bleiben gültig.`,
    unknown: 'Dieser Link ist nicht bekannt',
    unknownText: 'Öffnen Sie ihn so, wie er in der E-Mail steht.',
  },
  nb: {
    title: 'Påminnelser',
    question: (company) => `Skal ${company} ikke lenger sende deg påminnelser om kort som snart utløper?`,
    button: 'Ikke send meg flere påminnelser',
    done: 'Du får ingen flere påminnelser',
    doneText: (company) => `${company} sender ingen flere påminnelser til adressen din. Kortene dine gjelder fortsatt.`,
    unknown: 'Lenken er ukjent',
    unknownText: 'Åpne den slik den står i e-posten.',
  },
  nn: {
    title: 'Påminningar',
    question: (company) => `Skal ${company} ikkje lenger sende deg påminningar om kort som snart går ut?`,
    button: 'Ikkje send meg fleire påminningar',
    done: 'Du får ingen fleire påminningar',
    doneText: (company) => `${company} sender ingen fleire påminningar til adressa di. Korta dine gjeld framleis.`,
    unknown: 'Lenkja er ukjend',
    unknownText: 'Opne henne slik ho står i e-posten.',
  },
};

const textsOf = ({ language }: Unsubscriber): [Language, Texts] => {
  const spoken = documentLanguage(language, 'en');
  return [spoken, TEXTS[spoken]];
};

export const confirmPage = (link: Unsubscriber, brand: Brand | undefined): Promise<Reply> => {
  const [language, t] = textsOf(link);
  const content = html`<h1>${t.title}</h1>
    <p>${t.question(brand?.displayName ?? link.company)}</p>
    <form method="post">
      <button class="button main" type="submit">${t.button}</button>
    </form>`;
  return framePage({ status: 200, language, title: t.title, brand, content, hasForm: true });
};

export const donePage = (link: Unsubscriber, brand: Brand | undefined): Promise<Reply> => {
  const [language, t] = textsOf(link);
  const content = html`<h1>${t.done}</h1>
    <p>${t.doneText(brand?.displayName ?? link.company)}</p>`;
  return framePage({ status: 200, language, title: t.done, brand, content });
};

export const unknownLinkPage = (visitorsLanguages: string | undefined): Promise<Reply> => {
  const language = spoken(visitorsTag(visitorsLanguages)) ?? 'en';
  const t = TEXTS[language];
  const content = html`<h1>${t.unknown}</h1>
    <p>${t.unknownText}</p>`;
  return framePage({ status: 404, language, title: t.unknown, brand: undefined, content });
};
