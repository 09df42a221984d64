import { randomUUID } from 'node:crypto';
import { callRenderSample } from '../../../adapters/isolated/render-sample.ts';
import { presignGet, presignWrite } from '../../../adapters/objects/presign.ts';
import { getObject } from '../../../adapters/objects/store.ts';
import { invalid, invalidFields, notFound, unavailable, type FieldErrors } from '../../../platform/errors.ts';
import { defaultTemplateId, merged } from '../../company/brand/rules.ts';
import type { BrandPatch, StoredBrand } from '../../company/settings/brand-schema.ts';
import { assertReadable } from '../../company/brand/update.ts';
import { documentName } from '../documents/name.ts';
import { answerable } from '../documents/read-document.ts';
import type { StoredDocument } from '../documents/schema.ts';
import { unprintableFault } from '../../../platform/printable.ts';
import { fieldNamed } from '../../company/settings/template-fields.ts';
import { loadTemplate, type Loaded } from './load.ts';
import { placesOf } from './rules.ts';
import { sampleEvent, type SampleOptions } from './sample.ts';
import { PDF_MIME, type PreviewBody } from '../../company/settings/template-schema.ts';

const SIGNED_SECONDS = 120;

/**
 * Our own card with a change of the brand, filled with samples. Nothing is saved. Throws 422 for invalid colours, and
 * 503.
 */
export const previewBrand = async (slug: string, patch: BrandPatch): Promise<StoredDocument> => {
  const { row, company } = await loadTemplate(slug, defaultTemplateId(slug));
  const changed = { ...company, brand: merged(company, patch) as StoredBrand };
  await assertReadable(changed);
  return filled({ row, company: changed }, { productType: 'gift_card' });
};

/** The template filled with samples, marked as one. Throws 404, 422 for values that cannot be shown, and 503. */
export const previewTemplate = async (slug: string, id: string, body: PreviewBody): Promise<StoredDocument> => {
  const { row, company } = await loadTemplate(slug, id);
  if (row.state === 'retired') throw notFound('template');
  checkValues(body.values ?? {});
  const productType = body.product_type ?? row.productType ?? 'gift_card';
  if (row.productType !== null && productType !== row.productType) {
    throw invalid('product_type', `This template is for ${row.productType} alone.`);
  }
  return filled({ row, company }, { productType, values: body.values });
};

const filled = async ({ row, company }: Loaded, options: SampleOptions): Promise<StoredDocument> => {
  const key = `uploads/previews/${company.slug}/${randomUUID()}.pdf`;
  let bytes: Buffer | undefined;
  try {
    const sample = await sampleEvent(company, options);
    const source = { url: await presignGet('documents', row.object, { expiresInSeconds: SIGNED_SECONDS }) };
    const answer = await callRenderSample({
      ...sample,
      ...(row.kind === 'default' ? {} : { template: { source, places: placesOf(row) } }),
      target: await presignWrite('pictures', key, { contentType: PDF_MIME, expiresInSeconds: SIGNED_SECONDS }),
    });
    if ('died' in answer) throw new Error(`The preview took too much ${answer.died}`);
    bytes = (await getObject('pictures', key))?.bytes;
    if (!bytes) throw new Error('The preview is not in its place');
  } catch (error) {
    throw unavailable('template_unavailable', 'The preview cannot be made just now. Try again.', 2, error);
  }
  return answerable(company.slug, bytes, documentName(row.name, 'sample'));
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
