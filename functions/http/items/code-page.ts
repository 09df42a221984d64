import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { brandVariables } from '../../domain/brand/css.ts';
import type { Brand } from '../../domain/brand/rules.ts';
import type { Reply } from '../request.ts';

interface Texts {
  title: string;
  hint: string;
}

const TEXTS = new Map<string, Texts>(
  Object.entries({
    da: { title: 'Din kode', hint: 'Vis koden til personalet, når du vil bruge den. Del den ikke med andre.' },
    sv: { title: 'Din kod', hint: 'Visa koden för personalen när du vill använda den. Dela den inte med andra.' },
    de: { title: 'Dein Code', hint: 'Zeige den Code dem Personal, wenn du ihn einlösen willst. Gib ihn nicht weiter.' },
  }),
);
const ENGLISH: Texts = {
  title: 'Your code',
  hint: 'Show the code to the staff when you want to use it. Do not share it with others.',
};

const STYLES = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f3efe7;color:#22303a;
font:16px/1.5 var(--brand-body-font,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif)}
main{margin:16px;max-width:28rem;background:var(--brand-background,#fff);color:var(--brand-text,#22303a);border-radius:16px;
text-align:center;overflow:hidden}
header{padding:20px 32px;background:var(--brand-primary,#12343b);color:var(--brand-on-primary,#fff);
font:600 19px/1.35 var(--brand-heading-font,inherit)}
header img{display:block;margin:0 auto;max-width:220px;max-height:56px;width:auto;height:auto}
header p{font:400 14px/1.4 var(--brand-body-font,inherit);margin-top:4px}
section{padding:28px 32px}
h1{margin:0 0 12px;font:600 18px/1.4 var(--brand-heading-font,inherit)}
p{margin:0}
.code{margin:0 0 16px;font:650 26px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
`;

const hashOf = (styles: string): string => createHash('sha256').update(styles).digest('base64');

const header = ({ logo, displayName, tagline }: Brand) =>
  html`<header>
    ${logo ? html`<img src="${logo.url}" alt="${displayName}" width="${logo.width}" height="${logo.height}" />` : displayName}
    ${tagline ? html`<p>${tagline}</p>` : ''}
  </header>`;

/** The first language of the visitor that the page speaks. */
const textsFor = (acceptLanguage: string | undefined): [string, Texts] => {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === 'en') break;
    const texts = TEXTS.get(language);
    if (texts) return [language, texts];
  }
  return ['en', ENGLISH];
};

/**
 * What a phone shows that scans the printed code: the code itself, to be shown to staff, in the brand of the company
 * that the address names. It does not look the code up, so it tells nobody whether it exists or what it is worth.
 */
export const codePage = async (
  code: string,
  brand: Brand | undefined,
  acceptLanguage: string | undefined,
): Promise<Reply> => {
  const [language, texts] = textsFor(acceptLanguage);
  const styles = `${brand ? `:root{${brandVariables(brand)}}` : ''}${STYLES}`;
  const images = brand?.logo ? ` img-src ${new URL(brand.logo.url).origin};` : '';
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${texts.title}</title>
        ${raw(`<style>${styles}</style>`)}
      </head>
      <body>
        <main>
          ${brand ? header(brand) : ''}
          <section>
            <h1>${texts.title}</h1>
            <p class="code">${code}</p>
            <p>${texts.hint}</p>
          </section>
        </main>
      </body>
    </html>`;
  return {
    status: 200,
    body: String(await page),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none';${images} style-src 'sha256-${hashOf(styles)}'; base-uri 'none'; frame-ancestors 'none'`,
      'Content-Language': language,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  };
};
