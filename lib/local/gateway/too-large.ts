import { html } from 'hono/html';
import { pageLanguageOf } from '../../../functions/domain/storefront/order-page/languages.ts';
import { PAGE_LANGUAGES, type PageLanguage } from '../../../functions/platform/page-languages.ts';
import { languageFor, textsOf } from '../../../functions/pages/kit/language.ts';
import { plainPage } from '../../../functions/pages/shop/layout.ts';
import { SENT_PICTURE_MAX } from '../../../functions/pages/shop/pages/form-greeting.ts';
import { gatewayError, type HttpReply } from './gateway-result.ts';
import type { GatewayRequest } from './gateway-event.ts';

interface Texts {
  heading: string;
  /** Text for areas in which the limit depends on the form. */
  text: string;
  back: string;
}

const TEXTS: Readonly<Record<PageLanguage, Texts>> = {
  en: {
    heading: 'That was too large',
    text: 'You sent more than this page accepts. Choose a smaller file.',
    back: 'Go back in your browser: what you have typed is still there.',
  },
  da: {
    heading: 'Det var for stort',
    text: 'Der blev sendt mere, end denne side tager imod. Vælg en mindre fil.',
    back: 'Gå tilbage i din browser: Det, du har skrevet, er der stadig.',
  },
  sv: {
    heading: 'Det var för stort',
    text: 'Mer skickades än vad sidan tar emot. Välj en mindre fil.',
    back: 'Gå tillbaka i din webbläsare: det du har skrivit finns kvar.',
  },
  de: {
    heading: 'Das war zu groß',
    text: 'Es wurde mehr gesendet, als diese Seite annimmt. Wählen Sie eine kleinere Datei.',
    back: 'Gehen Sie im Browser zurück: Ihre Eingaben sind noch da.',
  },
  no: {
    heading: 'Det var for stort',
    text: 'Det ble sendt mer enn denne siden tar imot. Velg en mindre fil.',
    back: 'Gå tilbake i nettleseren: Det du har skrevet, er der fortsatt.',
  },
};

const lowerCased = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]));

type RequestHead = Pick<GatewayRequest, 'target' | 'headers'>;

/**
 * A request that is too large for any function: an HTML page for the shop, the desk and payment pages, the error
 * envelope for all others.
 */
export const tooLargeReply = async ({ target, headers }: RequestHead, requestId?: string): Promise<HttpReply> => {
  const plain = gatewayError('request_too_large', requestId);
  const path = target.split('?')[0] ?? '/';
  const [, area = '', slug = '', tag = ''] = path.split('/');
  if (!['shop', 'desk', 'pay'].includes(area)) return plain;
  const pageLanguage = area === 'shop' ? pageLanguageOf(tag) : undefined;
  const language = pageLanguage ?? languageFor(headers['accept-language'], PAGE_LANGUAGES, 'en');
  const { form, errors } = textsOf(language);
  const { heading, text, back } = TEXTS[language];
  const [where, label] =
    area === 'shop'
      ? [['', 'shop', slug, ...(pageLanguage ? [tag] : [])].join('/'), errors.toShop]
      : [area === 'desk' ? '/desk' : path, errors.tryAgain];
  const reply = await plainPage({ headers: {} }, language, {
    status: plain.status,
    title: heading,
    content: html`<div class="narrow">
      <section class="card trouble">
        <h1>${heading}</h1>
        <p>${area === 'shop' ? form.pictureTooLarge(SENT_PICTURE_MAX) : text} ${back}</p>
        <p><a class="button" href="${where}">${label}</a></p>
      </section>
    </div>`,
  });
  return {
    status: plain.status,
    headers: { ...plain.headers, ...lowerCased(reply.headers ?? {}) },
    body: Buffer.from(String(reply.body)),
  };
};
