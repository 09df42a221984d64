import { html } from 'hono/html';
import type { Language } from '../documents/schema.ts';

/** What a mail says, before it is set as text and as HTML. */
export interface Letter {
  language: Language;
  company: string;
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
    `${letter.closing}\n${letter.company}`,
  ]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .concat('\n');

const BODY = 'margin:0;padding:24px 12px;background:#f3efe7;font-family:Helvetica,Arial,sans-serif;color:#22303a';
const CARD = 'max-width:560px;margin:0 auto;background:#ffffff;border-radius:12px;overflow:hidden';
const HEAD = 'background:#12343b;color:#fdf8ef;padding:24px 32px;font-size:20px;font-weight:bold';
const BUTTON =
  'display:inline-block;background:#12343b;color:#fdf8ef;text-decoration:none;padding:12px 20px;border-radius:8px';
const QUOTE = 'margin:20px 0;padding:2px 0 2px 16px;border-left:3px solid #c8963e;white-space:pre-line';

/** The letter as HTML for mail programs: inline styles, nothing loaded from anywhere. */
export const letterHtml = async (letter: Letter): Promise<string> => {
  const rows = letter.table.map(
    ({ label, value, isTotal }) =>
      html`<tr style="${isTotal ? 'font-weight:bold' : ''}">
        <td style="padding:6px 0;border-top:1px solid #ece6da;white-space:pre-line">${label}</td>
        <td style="padding:6px 0;border-top:1px solid #ece6da;white-space:pre-line;text-align:right">${value}</td>
      </tr>`,
  );
  const links = letter.links.map(
    ({ label, url }) => html`<p style="margin:12px 0"><a href="${url}" style="${BUTTON}">${label}</a></p>`,
  );
  const page = html`<!doctype html>
    <html lang="${letter.language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${letter.company}</title>
      </head>
      <body style="${BODY}">
        <div style="${CARD}">
          <div style="${HEAD}">${letter.company}</div>
          <div style="padding:28px 32px;font-size:15px;line-height:1.55">
            ${letter.hello ? html`<p style="margin:0 0 14px">${letter.hello},</p>` : ''}
            ${letter.paragraphs.map((text) => html`<p style="margin:0 0 14px">${text}</p>`)}
            ${letter.quotation ? html`<blockquote style="${QUOTE}">${letter.quotation}</blockquote>` : ''}
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
            <p style="margin:24px 0 0">${letter.closing}<br />${letter.company}</p>
          </div>
        </div>
      </body>
    </html>`;
  return String(await page);
};
