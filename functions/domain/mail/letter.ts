import { html } from 'hono/html';
import { mixed } from '../../platform/colors.ts';
import { fontStack } from '../brand/fonts.ts';
import type { Brand } from '../brand/rules.ts';
import type { Language } from '../documents/schema.ts';

/** What a mail says, before it is set as text and as HTML. */
export interface Letter {
  language: Language;
  /** Whose letter it is: name, colours, logo. */
  brand: Brand;
  hello: string | undefined;
  paragraphs: readonly string[];
  /** The greeting that came with the order, shown as a quotation. */
  quotation: string | undefined;
  /** A sentence before the links, and the links. */
  linksIntro: string | undefined;
  links: readonly { label: string; url: string }[];
  /** What was bought and for how much, or where it goes. */
  table: readonly { label: string; value: string; isTotal?: boolean }[];
  closing: string;
}

/** The letter as plain text. */
export const letterText = (letter: Letter): string =>
  [
    letter.hello ? `${letter.hello},` : undefined,
    ...letter.paragraphs,
    letter.quotation
      ?.split('\n')
      .map((line) => `> ${line}`)
      .join('\n'),
    letter.links.length > 0
      ? [letter.linksIntro, ...letter.links.map(({ label, url }) => `${label}\n${url}`)].join('\n')
      : undefined,
    letter.table.length > 0 ? letter.table.map(({ label, value }) => `${label}: ${value}`).join('\n') : undefined,
    `${letter.closing}\n${letter.brand.displayName}`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .concat('\n');

/** Inline styles in the colours of a brand: mail programs take no others. */
const stylesOf = ({ colors, heading, body }: Brand) => {
  // Attributes stand in double quotes.
  const stack = (font: Brand['body']): string => fontStack(font).replaceAll('"', "'");
  return {
    body: `margin:0;padding:24px 12px;background:${mixed(colors.background, colors.primary, 0.07)};font-family:${stack(body)};color:${colors.text}`,
    card: `max-width:560px;margin:0 auto;background:${colors.background};border-radius:12px;overflow:hidden`,
    head: `background:${colors.primary};color:${colors.onPrimary};padding:24px 32px;font-family:${stack(heading)};font-size:20px;font-weight:bold`,
    button: `display:inline-block;background:${colors.primary};color:${colors.onPrimary};text-decoration:none;padding:12px 20px;border-radius:8px`,
    quote: `margin:20px 0;padding:2px 0 2px 16px;border-left:3px solid ${colors.secondary};white-space:pre-line`,
    cell: `padding:6px 0;border-top:1px solid ${mixed(colors.background, colors.text, 0.15)};white-space:pre-line`,
    tagline: 'margin:4px 0 0;font-size:13px;font-weight:normal',
  };
};

/** Pixels that a logo takes in a mail at most. */
const LOGO = { width: 220, height: 56 };

const headOf = (brand: Brand) => {
  const { logo, displayName, tagline } = brand;
  const styles = stylesOf(brand);
  if (!logo) {
    return html`<div style="${styles.head}">
      ${displayName}${tagline ? html`<p style="${styles.tagline}">${tagline}</p>` : ''}
    </div>`;
  }
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
    ${tagline ? html`<p style="${styles.tagline}">${tagline}</p>` : ''}
  </div>`;
};

/** The letter as HTML for mail programs: inline styles, and nothing loaded but the logo, which has a text in its place. */
export const letterHtml = async (letter: Letter): Promise<string> => {
  const styles = stylesOf(letter.brand);
  const rows = letter.table.map(
    ({ label, value, isTotal }) =>
      html`<tr style="${isTotal ? 'font-weight:bold' : ''}">
        <td style="${styles.cell}">${label}</td>
        <td style="${styles.cell};text-align:right">${value}</td>
      </tr>`,
  );
  const links = letter.links.map(
    ({ label, url }) => html`<p style="margin:12px 0"><a href="${url}" style="${styles.button}">${label}</a></p>`,
  );
  const page = html`<!doctype html>
    <html lang="${letter.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${letter.brand.displayName}</title>
      </head>
      <body style="${styles.body}">
        <div style="${styles.card}">
          ${headOf(letter.brand)}
          <div style="padding:28px 32px;font-size:15px;line-height:1.55">
            ${letter.hello ? html`<p style="margin:0 0 14px">${letter.hello},</p>` : ''}
            ${letter.paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
            ${letter.quotation ? html`<blockquote style="${styles.quote}">${letter.quotation}</blockquote>` : ''}
            ${
              links.length > 0
                ? html`<p style="margin:20px 0 4px">${letter.linksIntro ?? ''}</p>
                    ${links}`
                : ''
            }
            ${
              rows.length > 0
                ? html`<table
                    role="presentation"
                    width="100%"
                    style="margin:22px 0;border-collapse:collapse;font-size:14px"
                  >
                    ${rows}
                  </table>`
                : ''
            }
            <p style="margin:24px 0 0">${letter.closing}<br />${letter.brand.displayName}</p>
          </div>
        </div>
      </body>
    </html>`;
  return String(await page);
};
