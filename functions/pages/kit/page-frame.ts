import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { brandVariables, buttonEdges } from '../../domain/company/brand/css.ts';
import type { Brand } from '../../domain/company/brand/rules.ts';
import type { Reply } from '../../pipeline/request.ts';

export type FramePart = ReturnType<typeof html> | '';

/** The card's background in light and dark mode, and the default color of buttons. */
const PAPER = { light: '#ffffff', dark: '#1e2327' };
const BUTTON = '#12343b';

/** Styles of separate pages: one card in the shop's colors, in light and dark mode, without JavaScript. */
const STYLES = `
:root{color-scheme:light dark;--ground:#f3efe7;--paper:var(--brand-background,${PAPER.light});--ink:var(--brand-text,#22303a);
--soft:color-mix(in srgb,var(--ink) 78%,var(--paper));--line:color-mix(in srgb,var(--ink) 18%,var(--paper));
--link:var(--brand-accent,#12343b);--focus:var(--brand-focus,#12343b);--button:var(--brand-primary,${BUTTON});
--on-button:var(--brand-on-primary,#fff)}
@media screen and (prefers-color-scheme:dark){:root{--ground:#14171a;--paper:${PAPER.dark};--ink:#eceff1;--link:#9cc4ff;--focus:#9cc4ff}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;padding:16px;background:var(--ground);color:var(--ink);
font:16px/1.5 var(--brand-body-font,system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif)}
.sheet{margin:0 auto;max-width:34rem;background:var(--paper);border-radius:16px;overflow:hidden}
header{padding:20px 24px;background:var(--button);color:var(--on-button);
font:600 19px/1.35 var(--brand-heading-font,system-ui,sans-serif);overflow-wrap:anywhere;hyphens:auto}
header img{display:block;max-width:220px;max-height:56px;width:auto;height:auto}
header p{font:400 14px/1.4 var(--brand-body-font,system-ui,sans-serif);margin:4px 0 0}
main{padding:24px}
h1{margin:0 0 6px;font:600 clamp(20px,6.4vw,24px)/1.3 var(--brand-heading-font,system-ui,sans-serif);overflow-wrap:anywhere;hyphens:auto}
h2{margin:26px 0 8px;font:600 17px/1.35 var(--brand-heading-font,system-ui,sans-serif)}
p{margin:0 0 10px;overflow-wrap:anywhere}
a{color:var(--link);overflow-wrap:anywhere}
a:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.soft{color:var(--soft)}
.button{display:block;width:100%;min-height:48px;margin:10px 0 0;padding:11px 16px;border:1px solid var(--line);border-radius:10px;
background:none;color:var(--ink);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.button.main{border-color:var(--edge);background:var(--button);color:var(--on-button)}
@media (forced-colors:active){header img{background:var(--button);forced-color-adjust:none}}
@media print{header{print-color-adjust:exact}.button{display:none}}
`;

const hashOf = (styles: string): string => createHash('sha256').update(styles).digest('base64');

const headerOf = ({ logo, displayName, tagline }: Brand): FramePart =>
  html`<header>
    ${logo ? html`<img src="${logo.url}" alt="${displayName}" width="${logo.width}" height="${logo.height}" />` : displayName}
    ${tagline ? html`<p>${tagline}</p>` : ''}
  </header>`;

interface FramedPage {
  status: number;
  language: string;
  title: string;
  brand: Brand | undefined;
  content: FramePart;
  /** Style rules in addition to the common ones. */
  styles?: string;
  /** The page has a form that posts to the same URL. */
  hasForm?: boolean;
  headers?: Record<string, string>;
}

/** A separate page in the shop's style. It is not cached, not indexed and cannot be framed. */
export const framePage = async (page: FramedPage): Promise<Reply> => {
  const { status, language, title, brand, content, hasForm = false } = page;
  const paper = { ...PAPER, ...(brand ? { light: brand.colors.background } : {}) };
  const edges = buttonEdges(brand?.colors.primary ?? BUTTON, paper);
  const styles = `${brand ? `:root{${brandVariables(brand)}}` : ''}${edges}${STYLES}${page.styles ?? ''}`;
  const images = brand?.logo ? `img-src ${new URL(brand.logo.url).origin}; ` : '';
  const markup = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${raw(`<style>${styles}</style>`)}
      </head>
      <body>
        <div class="sheet">
          ${brand ? headerOf(brand) : ''}
          <main>${content}</main>
        </div>
      </body>
    </html>`;
  return {
    status,
    body: String(markup),
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        `default-src 'none'; ${images}style-src 'sha256-${hashOf(styles)}'; base-uri 'none'; ` +
        `form-action ${hasForm ? "'self'" : "'none'"}; frame-ancestors 'none'`,
      'Content-Language': language,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      ...page.headers,
    },
  };
};
