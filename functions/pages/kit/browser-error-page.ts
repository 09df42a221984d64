import { html } from 'hono/html';
import type { Language } from '../../domain/fulfillment/documents/schema.ts';
import { framePage } from './page-frame.ts';
import type { Reply } from '../../pipeline/request.ts';

interface Texts {
  /** The requested page does not exist, or no longer exists. */
  gone: string;
  goneText: string;
  /** A dependency did not respond. */
  busy: string;
  busyText: string;
  /** The rate limit is exceeded. */
  often: string;
  oftenText: (minutes: number) => string;
  failed: string;
  failedText: string;
  again: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    gone: 'This page is no longer available',
    goneText: 'What this link led to does not exist or was withdrawn, for example because its order was refunded.',
    busy: 'This is not available at the moment',
    busyText: 'Something did not respond in time. Wait a moment and open the page again: it shows the current status.',
    often: 'Too many requests',
    oftenText: (minutes) => `Open the page again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
    failed: 'Something went wrong on our side',
    failedText: 'Open the page again: it shows the current status.',
    again: 'Open the page again',
  },
  da: {
    gone: 'Siden er ikke længere tilgængelig',
    goneText: 'Det, linket førte til, findes ikke eller er trukket tilbage, for eksempel fordi ordren er refunderet.',
    busy: 'Ikke tilgængelig lige nu',
    busyText: 'Noget svarede ikke i tide. Vent et øjeblik, og åbn siden igen: Den viser den aktuelle status.',
    often: 'For mange forespørgsler',
    oftenText: (minutes) => `Åbn siden igen om ${minutes === 1 ? 'et minut' : `${minutes} minutter`}.`,
    failed: 'Noget gik galt hos os',
    failedText: 'Åbn siden igen: Den viser den aktuelle status.',
    again: 'Åbn siden igen',
  },
  sv: {
    gone: 'Sidan är inte längre tillgänglig',
    goneText:
      'Det som länken ledde till finns inte eller har dragits tillbaka, till exempel för att ordern har återbetalats.',
    busy: 'Inte tillgänglig just nu',
    busyText: 'Något svarade inte i tid. Vänta ett ögonblick och öppna sidan igen: den visar aktuell status.',
    often: 'För många förfrågningar',
    oftenText: (minutes) => `Öppna sidan igen om ${minutes === 1 ? 'en minut' : `${minutes} minuter`}.`,
    failed: 'Något gick fel hos oss',
    failedText: 'Öppna sidan igen: den visar aktuell status.',
    again: 'Öppna sidan igen',
  },
  de: {
    gone: 'Diese Seite ist nicht mehr verfügbar',
    goneText:
      'Was hinter diesem Link stand, gibt es nicht, oder es wurde zurückgenommen, etwa weil die Bestellung erstattet wurde.',
    busy: 'Zurzeit nicht verfügbar',
    busyText:
      'Etwas hat nicht rechtzeitig geantwortet. Warten Sie einen Moment und öffnen Sie die Seite erneut: Sie zeigt den aktuellen Stand.',
    often: 'Zu viele Anfragen',
    oftenText: (minutes) => `Öffnen Sie die Seite in ${minutes === 1 ? 'einer Minute' : `${minutes} Minuten`} erneut.`,
    failed: 'Bei uns ist etwas schiefgegangen',
    failedText: 'Öffnen Sie die Seite erneut: Sie zeigt den aktuellen Stand.',
    again: 'Seite erneut öffnen',
  },
  nb: {
    gone: 'Siden er ikke lenger tilgjengelig',
    goneText: 'Det lenken førte til, finnes ikke eller er trukket tilbake, for eksempel fordi ordren er refundert.',
    busy: 'Ikke tilgjengelig akkurat nå',
    busyText: 'Noe svarte ikke i tide. Vent et øyeblikk og åpne siden igjen: Den viser gjeldende status.',
    often: 'For mange forespørsler',
    oftenText: (minutes) => `Åpne siden igjen om ${minutes === 1 ? 'ett minutt' : `${minutes} minutter`}.`,
    failed: 'Noe gikk galt hos oss',
    failedText: 'Åpne siden igjen: Den viser gjeldende status.',
    again: 'Åpne siden igjen',
  },
  nn: {
    gone: 'Sida er ikkje lenger tilgjengeleg',
    goneText: 'Det lenkja førte til, finst ikkje eller er trekt tilbake, til dømes fordi ordren er refundert.',
    busy: 'Ikkje tilgjengeleg akkurat no',
    busyText: 'Noko svara ikkje i tide. Vent ein augneblink og opne sida igjen: Ho viser gjeldande status.',
    often: 'For mange førespurnader',
    oftenText: (minutes) => `Opne sida igjen om ${minutes === 1 ? 'eitt minutt' : `${minutes} minutt`}.`,
    failed: 'Noko gjekk gale hos oss',
    failedText: 'Opne sida igjen: Ho viser gjeldande status.',
    again: 'Opne sida igjen',
  },
};

/** The error page for a path. */
export const browserErrorPage = (
  path: string,
  { status, headers = {} }: Pick<Reply, 'status' | 'headers'>,
  language: Language,
): Promise<Reply> => {
  const t = TEXTS[language];
  const isGone = status === 404 || status === 410;
  const [title, text] = isGone
    ? [t.gone, t.goneText]
    : status === 429
      ? [t.often, t.oftenText(Math.max(1, Math.ceil(Number(headers['Retry-After'] ?? 0) / 60)))]
      : status === 503
        ? [t.busy, t.busyText]
        : [t.failed, t.failedText];
  const content = html`<h1>${title}</h1>
    <p>${text}</p>
    ${isGone ? '' : html`<p><a class="button main" href="${path}">${t.again}</a></p>`}`;
  return framePage({ status, language, title, brand: undefined, content, headers });
};
