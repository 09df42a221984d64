import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { composeMail } from '../../../functions/adapters/mail/compose.ts';
import { brandOf } from '../../../functions/domain/company/brand/rules.ts';
import { emailHtml } from '../../../functions/domain/notifications/mail/email-html.ts';
import { emailText, type Email } from '../../../functions/domain/notifications/mail/email.ts';
import { mailsOf } from '../../../functions/domain/notifications/mail/rules.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';

const message = {
  mailId: 'shop\npo_1-gift',
  fromName: 'Café "Å", ApS',
  to: { name: 'Bo\r\nBcc: eve@example.com', email: 'bo@example.com' },
  subject: 'En gave\r\nBcc: eve@example.com',
  text: 'Hej Bø\n',
  html: '<p>Hej Bø</p>',
  attachments: [{ filename: 'kort.pdf', mime: 'application/pdf', bytes: new Uint8Array([37, 80, 68, 70]) }],
  atMs: Date.parse('2027-05-01T17:00:00Z'),
};

describe('a composed email', () => {
  it('has text, HTML, attachments and names in any script', async () => {
    const mail = await PostalMime.parse(await composeMail(message, 'no-reply@shop.example'));
    expect(mail.from).toMatchObject({ name: 'Café "Å", ApS', address: 'no-reply@shop.example' });
    expect(mail.text?.trim()).toBe('Hej Bø');
    expect(mail.html).toContain('<p>Hej Bø</p>');
    expect(mail.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['kort.pdf', 'application/pdf'],
    ]);
  });

  it('accepts no headers from input', async () => {
    const mail = await PostalMime.parse(await composeMail(message, 'no-reply@shop.example'));
    expect(mail.bcc ?? []).toEqual([]);
    expect(mail.to).toHaveLength(1);
    expect(mail.headers.filter(({ key }) => key === 'bcc')).toEqual([]);
  });

  it('has no name that reorders the rest of a header', async () => {
    const name = 'A\u202Egpj.exe\u2067';
    const mime = await composeMail({ ...message, fromName: name, subject: `Fra ${name} (Nordlys)` }, 'a@b.example');
    const mail = await PostalMime.parse(mime);
    expect([mail.from?.name, mail.subject]).toEqual(['Agpj.exe', 'Fra Agpj.exe (Nordlys)']);
  });

  it('has no name that email clients decode into other text', async () => {
    const name = '=?utf-8?B?4oCuZ3BqLmV4ZQ==?=';
    const mime = await composeMail(
      { ...message, fromName: name, to: { ...message.to, name }, subject: `${name} has sent you a gift card` },
      'a@b.example',
    );
    const mail = await PostalMime.parse(mime);
    const shown = [mail.from?.name, mail.to?.[0]?.name, mail.subject].map((text) => text?.replaceAll('\u2060', ''));
    expect(shown).toEqual([name, name, `${name} has sent you a gift card`]);
  });

  it('does not change attached text, including its line endings', async () => {
    const attachments = [
      { filename: 'a.ics', mime: 'text/calendar; charset=utf-8', bytes: Buffer.from('BEGIN:A\r\nEND:A\r\n') },
    ];
    const mime = (await composeMail({ ...message, attachments }, 'a@b.example')).toString();
    expect(mime).toContain(Buffer.from('BEGIN:A\r\nEND:A\r\n').toString('base64'));
  });

  it('ends each line with CRLF', async () => {
    const text = 'Hej\n\nTillykke\r\nAnna\rBo';
    const mime = (await composeMail({ ...message, text, html: '<p>\nHej\rBo</p>' }, 'a@b.example')).toString();
    expect(mime.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect((await PostalMime.parse(mime)).text).toBe('Hej\n\nTillykke\nAnna\nBo\n');
  });

  it('is byte-identical when it is composed again', async () => {
    const [first, second] = [await composeMail(message, 'a@b.example'), await composeMail(message, 'a@b.example')];
    expect(first.equals(second)).toBe(true);
  });
});

describe('an email', () => {
  const email: Email = {
    language: 'da',
    brand: brandOf({ slug: 'ab', name: 'A & B' }),
    hello: 'Hej <b>Bo</b>',
    paragraphs: ['Tak.'],
    quotation: 'Kære\n<script>alert(1)</script>',
    linksIntro: 'Her:',
    links: [{ label: 'Åbn', url: 'https://api.example/documents/x.y' }],
    table: [{ label: 'I alt', value: '500 kr.', isTotal: true }],
    closing: 'Venlig hilsen',
  };

  it('has the same content as text and as HTML, and typed HTML stays text', async () => {
    const html = await emailHtml(email);
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toContain('<script>');
    expect(html).toContain('https://api.example/documents/x.y');
    const text = emailText(email);
    expect(text).toContain('> Kære\n> <script>');
    expect(text).toContain('Åbn\nhttps://api.example/documents/x.y');
    expect(text).toContain('I alt: 500 kr.');
  });

  it('sets its first sentence and its prices apart, without spaces around the amounts', async () => {
    const table = [{ label: 'Dato', value: '1. maj', isMinor: true }, ...email.table];
    const html = await emailHtml({ ...email, paragraphs: ['Tak.', 'Vi glæder os.'], table });
    const sizeOf = (text: string): string | undefined =>
      new RegExp(`<(?:p|td) (?:class="[^"]*" )?style="(?:[^"]*;)?font-size:(\\d+)px[^"]*">${text}<`).exec(html)?.[1];
    expect([sizeOf('Tak\\.'), sizeOf('Vi glæder os\\.')]).toEqual(['19', undefined]);
    expect([sizeOf('1\\. maj'), sizeOf('500 kr\\.')]).toEqual(['13', undefined]);
    expect(html).toContain('>500 kr.</td>');
  });

  it('has a greeting in the direction of its script', async () => {
    expect(await emailHtml({ ...email, quotation: 'מזל טוב, דוד!' })).toMatch(/<blockquote dir="auto"[^>]*>מזל/);
  });
});

describe('the emails of an order', () => {
  const order = (method: string, recipient: { name: string; email: string } | null) =>
    ({
      sender: { name: 'Anna', email: 'anna@example.com' },
      recipient,
      delivery: { method },
    }) as unknown as OrderRow;
  const owed = (method: string, recipient: { name: string; email: string } | null) =>
    mailsOf(order(method, recipient)).map(({ kind, to }) => `${kind} ${to.email}`);
  const bo = { name: 'Bo', email: 'bo@example.com' };

  it('are one per person, however the domain of an email address is written', () => {
    const parties = { sender: { name: 'Ida', email: 'ida@rødgrød.dk' }, delivery: { method: 'recipient_email' } };
    const recipient = { name: 'Ida', email: 'Ida@xn--rdgrd-vuad.dk' };
    const kinds = mailsOf({ ...parties, recipient } as unknown as OrderRow).map(({ kind }) => kind);
    expect(kinds).toEqual(['own']);
  });

  it('are one per person, for every delivery method', () => {
    expect(owed('recipient_email', bo)).toEqual(['gift bo@example.com', 'confirmation anna@example.com']);
    expect(owed('sender_email', bo)).toEqual(['own anna@example.com']);
    expect(owed('recipient_email', { name: 'Me', email: 'ANNA@example.com' })).toEqual(['own anna@example.com']);
    expect(owed('recipient_email', null)).toEqual(['own anna@example.com']);
    expect(owed('postal', bo)).toEqual(['confirmation anna@example.com']);
  });
});
