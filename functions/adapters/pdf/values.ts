import type { DocumentInput, DocumentItem } from './document.ts';

const PICTURE_FIELDS = ['logo', 'greeting_image', 'product_image'] as const;
export type PictureField = (typeof PICTURE_FIELDS)[number];

/** The content of a placement. */
type PdfValue =
  /** `end` is a last line that is kept if the text before it is shortened. */
  | { kind: 'text' | 'multiline'; text: string; end?: string | undefined }
  | { kind: 'qr'; text: string }
  | { kind: 'image'; which: PictureField };

const MULTILINE = new Set([
  'greeting_message',
  'formalities',
  'description',
  'event_venue',
  'comment',
  'collection_point',
]);

/** The value of a field for one item; an empty text if there is none. */
export const printedValue = (field: string, input: DocumentInput, item: DocumentItem): PdfValue => {
  if (field === 'qr') return { kind: 'qr', text: item.claimUrl };
  const which = PICTURE_FIELDS.find((name) => name === field);
  if (which) return { kind: 'image', which };
  const end = field === 'formalities' ? input.terms?.address : undefined;
  return { kind: MULTILINE.has(field) ? 'multiline' : 'text', text: textsOf(input, item)[field] ?? '', end };
};

const textsOf = (input: DocumentInput, item: DocumentItem): Record<string, string | undefined> => ({
  ...input.fields,
  title: input.title,
  ticket_title: input.kind === 'event_ticket' ? input.subtitle : undefined,
  description: input.subtitle,
  code: item.code,
  amount: item.amount,
  validity: item.validity?.text,
  company_name: input.brand.name,
  sender_name: input.from?.text,
  recipient_name: input.to?.text,
  greeting_message: input.message,
  formalities: input.terms?.text,
  order_reference: input.reference?.text,
  item_number: item.number,
  ...item.fields,
});
