import { html } from 'hono/html';
import type { PageLanguage } from '../../platform/page-languages.ts';
import type { PublicRequest } from '../../pipeline/public-endpoint.ts';
import type { Reply } from '../../pipeline/request.ts';
import { textsOf } from '../language.ts';
import { findVisit } from '../endpoint.ts';
import { deskPage, strangerPage } from '../layout.ts';
import { preferredLanguage } from '../visit.ts';

const TEXT: Readonly<Record<PageLanguage, string>> = {
  da: 'Adressen er skrevet forkert, eller siden er flyttet.',
  en: 'The address is mistyped, or the page has moved.',
  de: 'Die Adresse ist falsch geschrieben, oder die Seite wurde verschoben.',
  sv: 'Adressen är felskriven, eller så har sidan flyttats.',
  no: 'Adressen er feilskrevet, eller siden er flyttet.',
};

/** Whether a browser requests a desk page. API clients do not accept HTML explicitly. */
export const isDeskPage = ({ method, path, headers }: PublicRequest): boolean =>
  method === 'GET' && path.startsWith('/desk/') && (headers['accept'] ?? '').includes('text/html');

/** The page for an unknown URL, with the menu for a signed-in user. */
export const missingPage = async (
  request: PublicRequest,
  refusal: { status: number; headers: Record<string, string> },
): Promise<Reply> => {
  const visit = await findVisit(request);
  const language = visit?.language ?? preferredLanguage(request);
  const { errors } = textsOf(language);
  const page = {
    ...refusal,
    title: errors.notFound,
    content: html`<h1>${errors.notFound}</h1>
      <p>${TEXT[language]}</p>
      <p><a class="button" href="/desk">${errors.toStart}</a></p>`,
  };
  return visit ? deskPage(visit, page) : strangerPage(request, language, page);
};
