import { randomUUID } from 'node:crypto';
import type { TemplatePlace } from '../../../adapters/pdf/template.ts';
import { callRenderSample } from '../../../adapters/isolated/render-sample.ts';
import { presignGet, presignWrite } from '../../../adapters/objects/presign.ts';
import { getObject } from '../../../adapters/objects/store.ts';
import { invalid, invalidFields, notFound, unavailable, type FieldErrors } from '../../../platform/errors.ts';
import { defaultTemplateId, mergeBrand } from '../../company/brand/rules.ts';
import type { BrandPatch, StoredBrand } from '../../company/settings/brand-schema.ts';
import { assertReadable } from '../../company/brand/update.ts';
import { documentName } from '../documents/name.ts';
import { documentForReply } from '../documents/read-document.ts';
import type { StoredDocument } from '../documents/schema.ts';
import { unprintableFault } from '../../../platform/printable.ts';
import { fieldNamed } from '../../company/settings/template-fields.ts';
import { loadTemplate, type LoadedTemplate } from './load.ts';
import { assertPlaces, placesOf } from './rules.ts';
import { sampleEvent, type SampleOptions } from './sample.ts';
import { PDF_MIME, type PreviewBody, type TemplateBody } from '../../company/settings/template-schema.ts';
import { SIGNED_SECONDS } from '../../../adapters/isolated/call.ts';

const JPEG_MIME = 'image/jpeg';
/** Width in pixels: sharp next to a form on most screens, and far below the size limit of a response. */
const PICTURE_WIDTH = 1000;

/**
 * The default card with a changed brand as JPEG, filled with samples. Saves nothing. Throws 422 for invalid colors, and
 * 503.
 */
export const drawBrand = async (slug: string, patch: BrandPatch): Promise<Buffer> => {
  const { row, company } = await loadTemplate(slug, defaultTemplateId(slug));
  const changed = { ...company, brand: mergeBrand(company, patch) as StoredBrand };
  await assertReadable(changed);
  const picture = { page: 1, width: PICTURE_WIDTH };
  return sampleBytes({ row, company: changed }, { productType: 'gift_card' }, { picture, places: [] });
};

/**
 * `page`: number of the page, from 1. `places`: placements to fill, by default those that are stored. With an empty
 * list, only the page is shown.
 */
interface PreviewPageOptions {
  page: number;
  places?: TemplateBody['layout'];
}

/**
 * A page of an uploaded template as JPEG, filled with samples. Throws 404, 422 `template_invalid` for invalid
 * placements, and 503.
 */
export const drawTemplatePage = async (
  slug: string,
  id: string,
  { page, places }: PreviewPageOptions,
): Promise<Buffer> => {
  const { row, company } = await loadTemplate(slug, id);
  if (row.state === 'retired' || row.kind === 'default' || !row.pages[page - 1]) throw notFound('template');
  if (places && places.length > 0) assertPlaces(row, places);
  const productType = row.productType ?? 'gift_card';
  const picture = { page, width: PICTURE_WIDTH };
  return sampleBytes({ row, company }, { productType }, { picture, places: places ?? placesOf(row) });
};

/**
 * The template filled with samples and marked as a sample. Throws 404, 422 for values that cannot be shown, and 503.
 */
export const previewTemplate = async (slug: string, id: string, body: PreviewBody): Promise<StoredDocument> => {
  const { row, company } = await loadTemplate(slug, id);
  if (row.state === 'retired') throw notFound('template');
  checkValues(body.values ?? {});
  const productType = body.product_type ?? row.productType ?? 'gift_card';
  if (row.productType !== null && productType !== row.productType) {
    throw invalid('product_type', `This template is for ${row.productType} alone.`);
  }
  return fillTemplate({ row, company }, { productType, values: body.values });
};

const fillTemplate = async (loaded: LoadedTemplate, options: SampleOptions): Promise<StoredDocument> => {
  const { row, company } = loaded;
  const bytes = await sampleBytes(loaded, options, { places: placesOf(row) });
  return documentForReply(company.slug, bytes, documentName(row.name, 'sample'));
};

interface PreviewOptions {
  places: readonly TemplatePlace[];
  /** Page to draw as JPEG; absent: the whole PDF. */
  picture?: { page: number; width: number };
}

const sampleBytes = async (
  { row, company }: LoadedTemplate,
  options: SampleOptions,
  { places, picture }: PreviewOptions,
): Promise<Buffer> => {
  const contentType = picture ? JPEG_MIME : PDF_MIME;
  const key = `uploads/previews/${company.slug}/${randomUUID()}.${picture ? 'jpg' : 'pdf'}`;
  try {
    const sample = await sampleEvent(company, options);
    const source = { url: await presignGet('documents', row.object, { expiresInSeconds: SIGNED_SECONDS }) };
    const response = await callRenderSample({
      ...sample,
      ...(row.kind === 'default' ? {} : { template: { source, places } }),
      ...(picture ? { picture } : {}),
      target: await presignWrite('pictures', key, { contentType, expiresInSeconds: SIGNED_SECONDS }),
    });
    if ('died' in response) throw new Error(`The preview took too much ${response.died}`);
    const bytes = (await getObject('pictures', key))?.bytes;
    if (!bytes) throw new Error('The preview is missing');
    return bytes;
  } catch (error) {
    throw unavailable('template_unavailable', 'The preview cannot be made just now. Try again.', 2, error);
  }
};

const checkValues = (values: Readonly<Record<string, string>>): void => {
  const faults: FieldErrors = {};
  for (const [name, text] of Object.entries(values)) {
    const kind = fieldNamed(name)?.kind;
    const fault =
      kind === undefined
        ? 'There is no field of this name. GET /v2/pdf-templates/fields lists them.'
        : kind === 'qr' || kind === 'image'
          ? 'A preview draws this by itself.'
          : unprintableFault(text);
    if (fault !== undefined) faults[`values.${name}`] = [fault];
  }
  if (Object.keys(faults).length > 0) throw invalidFields(faults);
};
