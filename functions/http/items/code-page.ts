import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { Reply } from '../request.ts';

interface Texts {
  title: string;
  hint: string;
}

const TEXTS: Record<string, Texts> = {
  da: { title: 'Din kode', hint: 'Vis koden til personalet, når du vil bruge den. Del den ikke med andre.' },
  sv: { title: 'Din kod', hint: 'Visa koden för personalen när du vill använda den. Dela den inte med andra.' },
  de: { title: 'Dein Code', hint: 'Zeige den Code dem Personal, wenn du ihn einlösen willst. Gib ihn nicht weiter.' },
};
const ENGLISH: Texts = {
  title: 'Your code',
  hint: 'Show the code to the staff when you want to use it. Do not share it with others.',
};

const STYLES = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#f3efe7;color:#22303a;
font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif}
main{margin:16px;padding:32px;max-width:28rem;background:#fff;border-radius:16px;text-align:center}
h1{margin:0 0 12px;font-size:18px;font-weight:600}
p{margin:0}
.code{margin:0 0 16px;font:650 26px/1.4 ui-monospace,Menlo,Consolas,monospace;overflow-wrap:anywhere}
`;

const STYLE_HASH = createHash('sha256').update(STYLES).digest('base64');

/** The first language of the visitor that the page speaks. */
const textsFor = (acceptLanguage: string | undefined): [string, Texts] => {
  for (const part of (acceptLanguage ?? '').split(',')) {
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === 'en') break;
    const texts = TEXTS[language];
    if (texts) return [language, texts];
  }
  return ['en', ENGLISH];
};

/**
 * What a phone shows that scans the printed code: the code itself, to be shown to staff. It looks nothing up, so it
 * tells nobody whether a code exists or what it is worth.
 */
export const codePage = async (code: string, acceptLanguage: string | undefined): Promise<Reply> => {
  const [language, texts] = textsFor(acceptLanguage);
  const page = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${texts.title}</title>
        ${raw(`<style>${STYLES}</style>`)}
      </head>
      <body>
        <main>
          <h1>${texts.title}</h1>
          <p class="code">${code}</p>
          <p>${texts.hint}</p>
        </main>
      </body>
    </html>`;
  return {
    status: 200,
    body: String(await page),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`,
      'Content-Language': language,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  };
};
