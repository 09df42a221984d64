import { html, raw } from 'hono/html';
import { mixColors } from '../../../platform/colors.ts';
import { fontStack } from '../../company/settings/brand-fonts.ts';
import type { Brand } from '../../company/brand/rules.ts';
import type { Email, EmailFact } from './email.ts';

type Markup = ReturnType<typeof html> | '';

/** Breaks a word that is wider than its column. Email clients support different properties for that. */
const WRAP = 'word-wrap:break-word;overflow-wrap:anywhere;word-break:break-word';

/** Inline styles in the colors of a brand, because many email clients ignore style sheets. */
const stylesOf = ({ colors, heading, body }: Brand) => {
  // Uses single quotes, because attributes are in double quotes.
  const stack = (font: Brand['body']): string => fontStack(font).replaceAll('"', "'");
  const soft = mixColors(colors.text, colors.background, 0.25);
  const line = mixColors(colors.background, colors.text, 0.15);
  const ground = mixColors(colors.background, colors.primary, 0.07);
  const box = `display:inline-block;text-decoration:none;text-wrap:balance;padding:12px 20px;border-radius:8px;max-width:100%;box-sizing:border-box;${WRAP}`;
  return {
    body: `margin:0;padding:24px 12px;background:${ground};font-family:${stack(body)};color:${colors.text}`,
    card: `max-width:560px;margin:0 auto;background:${colors.background};border-radius:12px;overflow:hidden;${WRAP}`,
    head: `background:${colors.primary};color:${colors.onPrimary};padding:24px 5%;font-family:${stack(heading)};font-size:20px;font-weight:bold`,
    button: `background:${colors.primary};color:${colors.onPrimary};border:1px solid ${colors.primary};${box}`,
    plain: `color:${colors.text};border:1px solid ${soft};${box}`,
    lead: `margin:0 0 16px;font-family:${stack(heading)};font-size:19px;line-height:1.4`,
    // A box suits left-to-right and right-to-left text; a bar on one side would not.
    quote: `margin:20px 0;padding:14px 18px;border-radius:8px;background:${ground};white-space:pre-line`,
    fact: `padding:3px 16px 3px 0;vertical-align:top;${WRAP}`,
    cell: `padding:8px 0;border-top:1px solid ${line};vertical-align:top;${WRAP}`,
    minor: `padding:3px 0 5px;vertical-align:top;color:${soft};font-size:13px;${WRAP}`,
    soft: `color:${soft};font-size:13px`,
    party: `margin:14px 0 0;font-size:13px;line-height:1.5;color:${soft};white-space:pre-line`,
    small: `max-width:560px;margin:14px auto 0;padding:0 12px;font-size:12px;line-height:1.5;color:${soft};text-align:center;${WRAP}`,
    link: `color:${colors.accent}`,
    tagline: `margin:4px 0 0;font-family:${stack(body)};font-size:13px;font-weight:normal`,
  };
};

/**
 * Styles for dark mode. Areas in the shop's colors keep them, and their text colors. Outlook on the web marks an email
 * in dark mode with `data-ogsc`.
 */
const DARK = {
  '.m-body': 'background:#14171a!important;color:#eceff1!important',
  '.m-card': 'background:#1e2327!important;color:#eceff1!important',
  '.m-quote': 'background:#14171a!important',
  '.m-soft': 'color:#b6bfc7!important',
  '.m-cell': 'border-color:#3b444c!important',
  '.m-button': 'border-color:#6b757e!important',
  '.m-plain': 'border-color:#6b757e!important;color:#eceff1!important',
  '.m-link': 'color:#9cc4ff!important',
} as const;

const rules = (before: string): string =>
  Object.entries(DARK)
    .map(([name, style]) => `${before}${name}{${style}}`)
    .join('');

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}`;

/** Maximum size of a logo in pixels. */
const LOGO = { width: 220, height: 56 };

const headOf = (brand: Brand): Markup => {
  const { logo, displayName, tagline } = brand;
  const styles = stylesOf(brand);
  const line = tagline ? html`<p style="${styles.tagline}">${tagline}</p>` : '';
  if (!logo) return html`<div style="${styles.head}">${displayName}${line}</div>`;
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  return html`<div style="${styles.head}">
    <img
      src="${logo.rasterUrl}"
      alt="${displayName}"
      width="${width}"
      height="${height}"
      style="display:block;border:0"
    />
    ${line}
  </div>`;
};

type Styles = ReturnType<typeof stylesOf>;

/** Dates, amounts and short labels stay on one line, even on a narrow screen. */
const spacingOf = (text: string): string => `white-space:${text.length <= ONE_LINE_CHARACTERS ? 'pre' : 'pre-line'}`;
const ONE_LINE_CHARACTERS = 17;

/** Keeps a short word on one line; a longer date next to it wraps instead. */
const wordOf = (label: string): string =>
  label.includes(' ') || label.length > ONE_LINE_CHARACTERS ? '' : 'white-space:nowrap';

const factsOf = (facts: readonly EmailFact[], styles: Styles): Markup =>
  facts.length === 0
    ? ''
    : html`<table role="presentation" style="margin:16px 0;border-collapse:collapse;font-size:15px">
        ${facts.map(
          ({ label, value }) =>
            html`<tr>
              <td class="m-soft" style="${styles.fact};${styles.soft};${spacingOf(label)}">${label}</td>
              <td style="${styles.fact};font-weight:bold;white-space:pre-line">${value}</td>
            </tr>`,
        )}
      </table>`;

const hasLongValue = ({ value }: EmailFact): boolean => value.length > ONE_LINE_CHARACTERS;

/** Groups consecutive rows into tables with common column widths. Labels may be wider in a table of short values. */
const columnsOf = (table: readonly EmailFact[]): EmailFact[][] => {
  const runs: EmailFact[][] = [];
  for (const row of table) {
    const last = runs.at(-1);
    if (last?.[0] && hasLongValue(last[0]) === hasLongValue(row)) last.push(row);
    else runs.push([row]);
  }
  return runs;
};

const tableOf = (table: readonly EmailFact[], styles: Styles): Markup =>
  table.length === 0
    ? ''
    : html`<div style="margin:22px 0 0">${columnsOf(table).map((rows) => rowsOf(rows, styles))}</div>`;

const cellOf = ({ isMinor = false }: EmailFact, { minor, cell }: Styles): [name: string, style: string] =>
  isMinor ? ['m-soft', minor] : ['m-cell', cell];

const rowsOf = (rows: readonly EmailFact[], styles: Styles): Markup =>
  html`<table role="presentation" width="100%" style="border-collapse:collapse;font-size:14px;line-height:1.45">
    ${rows.map((row) => {
      const [name, style] = cellOf(row, styles);
      return html`<tr style="${row.isTotal ? 'font-weight:bold;font-size:16px' : ''}">
        <td
          class="${name}"
          style="${style};padding-right:16px;${hasLongValue(row) ? 'width:50%' : ''};${wordOf(row.label)}"
        >
          ${row.label}${row.detail === undefined ? '' : html`<br /><span class="m-soft" style="${styles.soft};white-space:normal">${row.detail}</span>`}
        </td>
        <td class="${name}" style="${style};text-align:right;${spacingOf(row.value)}">${row.value}</td>
      </tr>`;
    })}
  </table>`;

const linksOf = ({ linksIntro, links }: Email, styles: Styles): Markup =>
  links.length === 0
    ? ''
    : html`${linksIntro === undefined ? '' : html`<p style="margin:20px 0 4px">${linksIntro}</p>`}
      ${links.map(({ label, url, isSecondary = false }) => {
        const [name, style] = isSecondary && links.length > 1 ? ['m-plain', styles.plain] : ['m-button', styles.button];
        return html`<p style="margin:12px 0"><a class="${name}" href="${url}" style="${style}">${label}</a></p>`;
      })}`;

const footOf = ({ unsubscribe }: Email, styles: Styles): Markup =>
  unsubscribe === undefined
    ? ''
    : html`<p class="m-soft" style="${styles.small}">
        ${unsubscribe.why}<br /><a class="m-link" href="${unsubscribe.url}" style="${styles.link}"
          >${unsubscribe.label}</a
        >
      </p>`;

/**
 * The email as HTML, for light and dark mode. All styles except those for dark mode are inline. The email loads only
 * the logo, which has a text alternative.
 */
export const emailHtml = async (email: Email): Promise<string> => {
  const { brand, quotation } = email;
  const styles = stylesOf(brand);
  const page = html`<!doctype html>
    <html lang="${email.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${brand.displayName}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body class="m-body" style="${styles.body}">
        <div class="m-card" style="${styles.card}">
          ${headOf(brand)}
          <div style="padding:26px 5%;font-size:15px;line-height:1.55">
            ${email.hello ? html`<p style="margin:0 0 14px">${email.hello},</p>` : ''}
            ${email.paragraphs.map((text, at) => html`<p style="${at === 0 ? styles.lead : 'margin:0 0 14px'}">${text}</p>`)}
            ${quotation ? html`<blockquote dir="auto" class="m-quote" style="${styles.quote}">${quotation}</blockquote>` : ''}
            ${factsOf(email.facts ?? [], styles)} ${linksOf(email, styles)} ${tableOf(email.table, styles)}
            ${(email.parties ?? []).map(
              ({ label, lines }) =>
                html`<p class="m-soft" style="${styles.party}"><strong>${label}</strong><br />${lines.join('\n')}</p>`,
            )}
            <p style="margin:24px 0 0">${email.closing}<br />${brand.displayName}</p>
            ${(email.contact ?? []).map(
              (line) => html`<p class="m-soft" style="margin:2px 0 0;${styles.soft}">${line}</p>`,
            )}
          </div>
        </div>
        ${footOf(email, styles)}
      </body>
    </html>`;
  return String(await page);
};
