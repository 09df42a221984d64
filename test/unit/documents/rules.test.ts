import { describe, expect, it } from 'vitest';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { lineDocument } from '../../../functions/domain/fulfillment/documents/rules.ts';
import type { OrderRow } from '../../../functions/domain/checkout/orders/rows.ts';
import { ERASED_EMAIL } from '../../../functions/platform/erased-email.ts';
import type { OrderLine } from '../../../functions/domain/catalog/products/line-shape.ts';

const company = {
  name: 'Nordlys',
  language: 'da',
  time_zone: 'Europe/Copenhagen',
  terms: { url: 'https://nordlys.example/terms', html: '<p>Ingen ombytning.</p>' },
} as CompanyRow;

const order = {
  locale: null,
  reference: 'R-1',
  lines: [],
  amounts: { currency: 'DKK' },
  sender: { name: 'Anna' },
  recipient: { name: 'Bo' },
  greeting: { message: 'Tillykke', image: null },
} as unknown as OrderRow;

const line = { productId: 'gcv_1', family: 'gift_card_variant', name: 'Middag', optionName: 'For to' } as OrderLine;
const item = { code: 'ABCD', valueMinor: 59900, validUntilMs: Date.parse('2029-11-30T22:59:59Z'), pieces: 1 };
const claimUrlOf = ({ code }: { code: string }) => `https://api.example/c/${code}`;

describe('the document of a line', () => {
  it('shows the shop’s contact, each part in its own direction next to Arabic', () => {
    const contact = { phone: '+965 2222 3333', email: 'hej@perle.example', web: 'https://perle.example/' };
    const textOf = (city: string) => {
      const address = { street: 'Gulf Road 12', postcode: '13001', city, country: 'KW' };
      return lineDocument(order, line, [item], { ...company, contact, address }, { claimUrlOf }).contact?.text;
    };
    const between = '   ·   ';
    expect(textOf('Kuwait')).toBe(
      ['Gulf Road 12, 13001 Kuwait', '+965 2222 3333', 'hej@perle.example', 'perle.example'].join(between),
    );
    expect(textOf('الكويت')).toBe(
      [
        'Gulf Road 12, \u206813001 الكويت\u2069',
        '\u2068+965 2222 3333\u2069',
        '\u2068hej@perle.example\u2069',
        '\u2068perle.example\u2069',
      ].join(between),
    );
  });

  it('shows gift, sender, recipient, value and validity', () => {
    const document = lineDocument(order, line, [item], company, { claimUrlOf });
    expect(document).toMatchObject({
      badge: 'Gavekort',
      title: 'Middag',
      subtitle: 'For to',
      from: { text: 'Anna' },
      to: { text: 'Bo' },
      message: 'Tillykke',
      items: [{ code: 'ABCD', claimUrl: 'https://api.example/c/ABCD', validity: { text: '30. november 2029' } }],
    });
    expect(document.items[0]?.amount).toMatch(/^599\skr\.$/);
  });

  it('does not name a person who was erased', () => {
    const sender = { ...order.sender, name: 'Erased', email: ERASED_EMAIL };
    const document = lineDocument({ ...order, sender }, line, [item], company, { claimUrlOf });
    expect([document.from, document.to?.text]).toEqual([undefined, 'Bo']);
  });

  it('prints the product’s formalities before the company’s terms and their URL', () => {
    const formalities = '<p>Bestil bord i forvejen.</p>';
    const { terms } = lineDocument(order, line, [item], company, { claimUrlOf, formalities });
    expect(terms).toMatchObject({
      text: 'Bestil bord i forvejen.\nIngen ombytning.',
      address: 'https://nordlys.example/terms',
    });
    const { html: _html, ...linked } = company.terms ?? {};
    const alone = lineDocument(order, line, [item], { ...company, terms: linked }, { claimUrlOf });
    expect(alone.terms).toEqual({ label: 'Betingelser', text: 'https://nordlys.example/terms' });
  });

  it('of a ticket shows time, place, number of people and the buyer’s details', () => {
    const ticketLine = {
      ...line,
      family: 'event_ticket',
      piecesPerItem: 4,
      event: {
        slug: 'jazz',
        startsAt: '2027-05-01T19:00:00+02:00',
        endsAt: null,
        datePrecision: 'date_time',
        venue: { name: 'Musikhuset', address: 'Allé 2', postcode: '8000' },
      },
      ticket: {
        comment: 'Nødder',
        code: 'M-1',
        collectionPoint: { id: 'epp_2', name: 'Kiosk', address: 'Torv 1', city: 'Aarhus' },
      },
    } as OrderLine;
    const { facts, items } = lineDocument(order, ticketLine, [item], company, { claimUrlOf });
    expect(facts.map(({ label, text }) => `${label}: ${text}`)).toEqual([
      expect.stringMatching(/^Tid: lørdag den 1\. maj 2027/),
      'Sted: Musikhuset\nAllé 2, 8000',
      'Adgang for: 4 personer',
      'Reference: M-1',
      'Bemærkning: Nødder',
      'Afhentes hos: Kiosk, Torv 1, Aarhus',
    ]);
    expect(items[0]?.validity).toBeUndefined();
  });
});
