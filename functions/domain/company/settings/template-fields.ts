import type { FieldKind } from '../../../adapters/pdf/template.ts';

export const PRODUCT_TYPES = ['gift_card', 'gift_card_variant', 'event_ticket', 'special_offer'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** A field that a template may place. */
export interface TemplateField {
  name: string;
  kind: FieldKind;
  description: string;
  sample: string;
  product_types: readonly ProductType[];
}

const TICKET = ['event_ticket'] as const;
const CARDS = ['gift_card', 'gift_card_variant', 'special_offer'] as const;

const field = (
  name: string,
  kind: FieldKind,
  description: string,
  sample: string,
  product_types: readonly ProductType[] = PRODUCT_TYPES,
): TemplateField => ({ name, kind, description, sample, product_types });

/** Every field; `GET /v2/pdf-templates/fields` lists them with samples of the company. */
export const TEMPLATE_FIELDS: readonly TemplateField[] = [
  field('title', 'text', 'Name of the product.', 'Dinner for two'),
  field('code', 'text', 'The code of the item. Every template has a place for it.', 'K7QF-2MWX-9DRT-HV4P'),
  field('qr', 'qr', 'QR code that leads to the item.', 'https://example.com/sample'),
  field('amount', 'text', 'What the item is worth, with its currency; empty where prices are hidden.', '500 kr.'),
  field('currency', 'text', 'Code of the currency.', 'DKK'),
  field('validity', 'text', 'Last day of validity.', '30 November 2029', CARDS),
  field('company_name', 'text', 'Display name of the company.', 'Nordlys'),
  field('sender_name', 'text', 'Name of the buyer.', 'Anna Holm'),
  field('recipient_name', 'text', 'Name of the recipient.', 'Bo Lind'),
  field(
    'greeting_message',
    'multiline',
    'The greeting, as it was written.',
    'Congratulations, dear Bo!\nWith love from all of us.',
  ),
  field('greeting_image', 'image', 'The picture of the greeting, which fills its box.', ''),
  field('product_image', 'image', 'The picture of the product, which fills its box.', ''),
  field('logo', 'image', 'The logo of the company, which is never cropped.', ''),
  field(
    'formalities',
    'multiline',
    'Formalities of the product and terms of the company.',
    'Valid for three years. Cannot be exchanged for cash.',
  ),
  field('description', 'multiline', 'The option that was bought.', 'Three courses with wine'),
  field('order_reference', 'text', 'Short number of the order.', '7H2K9QW3XB'),
  field('item_number', 'text', 'Number of the item within its line or order.', '1 of 3'),
  field('event_starts_at', 'text', 'When the event takes place.', 'Saturday, 1 May 2027 at 19:00', TICKET),
  field('event_venue', 'multiline', 'Where the event takes place.', 'Musikhuset\nThomas Jensens Allé 2, 8000', TICKET),
  field('ticket_title', 'text', 'What kind of ticket it is.', 'Seat, balcony', TICKET),
  field('seats', 'text', 'How many people it admits.', '2 people', TICKET),
  field('collection_point', 'multiline', 'Where the ticket is collected.', 'Kiosk, Torvet 1, Aarhus', TICKET),
  field('comment', 'multiline', 'The comment of the buyer.', 'Wheelchair', TICKET),
];

export const fieldNamed = (name: string): TemplateField | undefined =>
  TEMPLATE_FIELDS.find((each) => each.name === name);
