import type { RenderSampleEvent, SampleSource } from '../../../adapters/isolated/render-sample.ts';
import type { DocumentInput } from '../../../adapters/pdf/document.ts';
import { presignGet } from '../../../adapters/objects/presign.ts';
import { config } from '../../../platform/config.ts';
import { brandOf, type BrandPicture } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import { documentBrand } from '../documents/rules.ts';
import type { LineEvent } from '../../catalog/products/line-shape.ts';
import { formatAmount, formatDay, formatEventTime } from '../documents/format.ts';
import { documentLanguage, documentTextsIn, formatTag } from '../documents/texts.ts';
import { SAMPLE_TEXTS } from './sample-texts.ts';
import { TEMPLATE_FIELDS, type ProductType, type TemplateField } from '../../company/settings/template-fields.ts';
import { SIGNED_SECONDS } from '../../../adapters/isolated/call.ts';

const SAMPLE_MINOR = 50_000;
const SAMPLE_LAST_DAY = Date.UTC(2029, 10, 30);
const SAMPLE_EVENT: LineEvent = {
  slug: '',
  startsAt: '2027-05-01T19:00:00Z',
  endsAt: null,
  datePrecision: 'date_time',
};

/** Values of a sample: the sample of every field, or the requested value. */
export interface SampleOptions {
  productType: ProductType;
  values?: Readonly<Record<string, string>> | undefined;
}

/** The input of the function `render-sample`: a sample card, whose QR code cannot be redeemed. */
export const sampleEvent = async (
  company: CompanyRow,
  options: SampleOptions,
): Promise<Pick<RenderSampleEvent, 'input' | 'pictures'>> => {
  const { logo, logoOnLight, pdfBackground } = brandOf(company);
  const [first, second, third] = await Promise.all([
    signPicture(logo),
    signPicture(logoOnLight),
    signPicture(pdfBackground),
  ]);
  return {
    input: sampleInput(company, options),
    pictures: {
      ...(first ? { logo: first } : {}),
      ...(second ? { logoOnLight: second } : {}),
      ...(third ? { background: third } : {}),
    },
  };
};

const signPicture = async (picture: BrandPicture | undefined): Promise<SampleSource | undefined> =>
  picture && {
    mime: picture.rasterMime,
    url: await presignGet('pictures', picture.rasterObject, { expiresInSeconds: SIGNED_SECONDS }),
  };

/** Every field, with samples in the language and the currency of the company, and with its name. */
export const templateFieldsOf = (company: CompanyRow): TemplateField[] => {
  const language = documentLanguage(null, company.language);
  const [tag, texts] = [formatTag(null, language), documentTextsIn(language)];
  const sampleTexts: Readonly<Record<string, string>> = {
    ...SAMPLE_TEXTS[language],
    item_number: texts.number(1, 3),
    event_starts_at: formatEventTime(SAMPLE_EVENT, 'UTC', tag),
    seats: texts.admits(2),
    amount: formatAmount(SAMPLE_MINOR, company.currency, tag),
    currency: company.currency,
    company_name: documentBrand(company).name,
    validity: formatDay(SAMPLE_LAST_DAY, 'UTC', tag),
  };
  return TEMPLATE_FIELDS.map((field) => ({ ...field, sample: sampleTexts[field.name] ?? field.sample }));
};

const sampleInput = (company: CompanyRow, { productType, values = {} }: SampleOptions): DocumentInput => {
  const texts = documentTextsIn(documentLanguage(null, company.language));
  const samples = Object.fromEntries(
    templateFieldsOf(company)
      .filter(({ product_types: types }) => types.includes(productType))
      .map(({ name, sample }) => [name, values[name] ?? sample]),
  );
  const text = (name: string): string => samples[name] ?? '';
  const isTicket = productType === 'event_ticket';
  const labelled = (label: string, name: string) => (text(name) ? { label, text: text(name) } : undefined);
  const [from, to] = [labelled(texts.from, 'sender_name'), labelled(texts.to, 'recipient_name')];
  const validity = labelled(texts.validUntil, 'validity');
  const brand = documentBrand(company);
  return {
    language: company.language,
    kind: productType,
    brand: { ...brand, name: values['company_name'] ?? brand.name },
    badge: texts.badge[productType],
    title: text('title'),
    ...(text('description') ? { subtitle: text('description') } : {}),
    facts: isTicket
      ? [
          { label: texts.when, text: text('event_starts_at') },
          { label: texts.where, text: text('event_venue') },
          { label: texts.seats, text: text('seats') },
        ]
      : [],
    ...(from ? { from } : {}),
    ...(to ? { to } : {}),
    ...(text('greeting_message') ? { message: text('greeting_message') } : {}),
    codeLabel: texts.code,
    scanHint: isTicket ? texts.scanHint.ticket : texts.scanHint.card,
    ...(text('formalities') ? { terms: { label: texts.terms, text: text('formalities') } } : {}),
    watermark: texts.sample,
    fields: samples,
    items: [
      {
        code: text('code'),
        claimUrl: `${config.baseUrl()}/c/${encodeURIComponent(company.slug)}/SAMPLE`,
        amount: text('amount'),
        ...(validity ? { validity } : {}),
        ...(values['item_number'] ? { number: values['item_number'] } : {}),
        fields: { ...samples, ...values },
      },
    ],
  };
};
