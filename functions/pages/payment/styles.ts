import { createHash } from 'node:crypto';
import { brandVariables, buttonEdges } from '../../domain/company/brand/css.ts';
import type { Brand } from '../../domain/company/brand/rules.ts';

/** The card's background in light and dark mode, and the default color of buttons. */
const PAPER = { light: '#ffffff', dark: '#1d232b' };
const BUTTON = '#1d5bd6';

/** Styles of the payment page, which loads no external file except the shop's logo and has no script. */
const STYLES = `
:root{color-scheme:light dark;--ink:#14213a;--soft:#55617a;--line:#d9dfea;--ground:#f3f5f9;--paper:${PAPER.light};--bad:#b3261e;
--field:#78839a;--hint:#667085;--focus:#2563d9;--alert:#fdefee;--alert-line:#edc0bd;--alert-ink:#7d1a14;
--test:#fff4d6;--test-line:#f0dca4;--test-ink:#5c4300;
--button:var(--brand-primary,${BUTTON});--on-button:var(--brand-on-primary,#fff)}
@media screen and (prefers-color-scheme:dark){:root{--ink:#eceff4;--soft:#b4bdcb;--line:#39424f;--ground:#12161c;--paper:${PAPER.dark};--bad:#ff9a90;
--field:#7c8899;--hint:#98a3b3;--focus:#8ab4ff;--alert:#3a1d1b;--alert-line:#7a3630;--alert-ink:#ffc9c3;
--test:#3a2f10;--test-line:#5e4d1c;--test-ink:#ffe2a0}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);overflow-wrap:anywhere;
font:16px/1.5 var(--brand-body-font,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif)}
.test{background:var(--test);border-bottom:1px solid var(--test-line);color:var(--test-ink);font-size:14px;line-height:1.4;padding:9px 20px;text-align:center}
header,main,footer{max-width:460px;margin:0 auto;padding:0 16px}
header{display:flex;flex-wrap:wrap;align-items:center;gap:12px;margin-top:22px}
header div{flex:1 1 12rem}
main{padding-top:18px}
.mark{flex:none;display:grid;place-items:center;width:46px;height:46px;border-radius:12px;background:var(--button);
color:var(--on-button);font-size:21px;font-weight:650}
.logo{flex:none;padding:8px 10px;border-radius:12px;background:var(--button);forced-color-adjust:none;print-color-adjust:exact}
.logo img{display:block;max-width:132px;max-height:40px;width:auto;height:auto}
header p{margin:0;color:var(--soft);font-size:14px}
h1,h2{font-family:var(--brand-heading-font,inherit)}
h1{margin:0;font-size:19px;line-height:1.3;hyphens:auto}
h2{margin:0 0 14px;font-size:16px}
.card{background:var(--paper);border:1px solid var(--line);border-radius:14px;padding:18px;margin-bottom:14px;
box-shadow:0 1px 3px rgba(20,33,58,.05)}
dl{margin:0}
dl div{display:flex;justify-content:space-between;gap:16px;padding:4px 0}
dd{margin:0;white-space:nowrap;font-variant-numeric:tabular-nums}
.soft{color:var(--soft)}
.total{border-top:1px solid var(--line);margin-top:9px;padding-top:12px!important;font-size:20px;font-weight:680}
.note{margin:8px 0 0;color:var(--soft);font-size:13px}
label{display:block;font-size:14px;font-weight:600}
.field{margin-bottom:14px}
input{display:block;width:100%;min-height:50px;margin-top:5px;padding:10px 13px;border:1px solid var(--field);border-radius:10px;
background:var(--paper);color:inherit;font:inherit;font-size:17px;font-variant-numeric:tabular-nums}
input::placeholder{color:var(--hint);opacity:1}
input:focus-visible,button:focus-visible,a:focus-visible,.alert:focus{outline:3px solid var(--focus);outline-offset:1px}
input[aria-invalid=true]{border:2px solid var(--bad)}
.fault{margin:5px 0 0;color:var(--bad);font-size:14px}
.field+.note,.pair+.note{margin:0 0 14px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:12px}
button{width:100%;min-height:54px;border:1px solid var(--edge);border-radius:11px;background:var(--button);color:var(--on-button);font:inherit;font-size:18px;
font-weight:650;cursor:pointer}
button:hover,.button:hover{box-shadow:inset 0 0 0 99px rgba(127,127,127,.18)}
button.plain{min-height:46px;border-color:transparent;background:none;color:var(--soft);font-size:15px;font-weight:500;text-decoration:underline;
text-underline-offset:3px}
button.plain:hover{box-shadow:none;color:var(--ink)}
.button{display:block;padding:13px;border:1px solid var(--edge);border-radius:11px;background:var(--button);color:var(--on-button);font-weight:650;text-align:center;
text-decoration:none}
.alert{margin:0 0 14px;padding:12px 14px;border:1px solid var(--alert-line);border-radius:11px;background:var(--alert);color:var(--alert-ink);font-size:15px}
.visually-hidden,.method h2{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.method{padding:0}
.method summary{padding:16px 18px;font-weight:650;cursor:pointer;border-radius:14px}
.method summary:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
.method[open] summary{padding-bottom:6px}
.method form{padding:0 18px 18px}
.method p{margin:0 0 12px}
fieldset{margin:0 0 16px;padding:0;border:0}
legend{padding:0;font-size:14px;font-weight:600}
.choice{display:flex;gap:10px;align-items:center;min-height:44px;font-size:16px;font-weight:400}
.choice input{flex:none;width:20px;height:20px;min-height:0;margin:0;padding:0;accent-color:var(--focus)}
.gift-cards:focus{outline:none}
.gift-cards p{margin:0}
.gift-cards ul{margin:0;padding:0;list-style:none}
.gift-cards li{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:4px 12px;padding-bottom:12px}
.gift-cards .hint{display:block;color:var(--soft);font-size:14px;font-weight:400}
.gift-cards .card-name{font-weight:600}
.gift-cards .card-amount{white-space:nowrap;font-variant-numeric:tabular-nums}
.gift-cards li form{grid-column:1/-1}
.gift-cards button.remove{width:auto;min-height:44px;padding:6px 14px;border-color:var(--field);color:var(--ink);font-weight:600;text-decoration:none}
.gift-cards summary{padding:6px 0;font-weight:600;cursor:pointer}
.gift-cards summary:focus-visible{outline:3px solid var(--focus);outline-offset:1px}
.gift-cards details[open] summary{margin-bottom:8px}
.gift-cards .code-line{display:grid;gap:10px;margin-top:5px}
.gift-cards .code-line input{margin:0}
.gift-cards button.use{min-height:50px;border-color:var(--field);color:var(--ink);font-size:16px;font-weight:650;text-decoration:none}
.gift-cards .fault{margin-top:-4px}
footer{padding-bottom:40px;color:var(--soft);font-size:13px;text-align:center}
footer p{margin:4px 0}
.lock{width:13px;height:13px;margin-right:5px;vertical-align:-1px}
`;

/** The styles with the colors and fonts of a shop. */
export const stylesFor = (brand: Brand | undefined): string => {
  const edges = buttonEdges(brand?.colors.primary ?? BUTTON, PAPER);
  return `${brand ? `:root{${brandVariables(brand)}}` : ''}${edges}${STYLES}`;
};

const hashOf = (styles: string): string => createHash('sha256').update(styles).digest('base64');

/**
 * Headers of a payment page: no script, no external resource except the shop's logo, no framing. Browsers also apply
 * `form-action` to redirects, and the shop may redirect further from its return URL, so any https URL is allowed, and
 * an http origin if the return URL has it.
 */
export const pageHeaders = (brand: Brand | undefined, returnUrl?: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(stylesFor(brand))}'`,
    ...(brand?.logo ? [`img-src ${new URL(brand.logo.url).origin}`] : []),
    `form-action 'self' https:${returnUrl?.startsWith('http:') ? ` ${new URL(returnUrl).origin}` : ''}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Strict-Transport-Security': 'max-age=31536000',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex',
});
