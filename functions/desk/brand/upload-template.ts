import { createHash } from 'node:crypto';
import { FINALIZE_LEASE_SECONDS, finalizeTemplate } from '../../domain/fulfillment/templates/finalize.ts';
import { NO_FORM_FIELDS } from '../../domain/fulfillment/templates/rules.ts';
import { openTemplateSlot } from '../../domain/fulfillment/templates/open-slot.ts';
import {
  PDF_MIME,
  templateBody,
  templateIntentBody,
  type TemplateBody,
} from '../../domain/company/settings/template-schema.ts';
import { nameSubject, withoutCause } from '../../platform/cause.ts';
import { ApiError, invalid, unavailable } from '../../platform/errors.ts';
import { NEW_CONNECTION } from '../../platform/new-connections.ts';
import { once, withLease, type IdempotencyRecord } from '../../storage/idempotency.ts';
import { validate } from '../../pipeline/parse.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import { type DeskVisit } from '../visit.ts';
import { brandPage } from './pages/brand.ts';
import { FIRST_LAYOUT } from './template-form.ts';
import { deskUploadTemplate as route } from './routes.ts';
import { SLOT_SECONDS } from '../../domain/company/settings/upload-slots.ts';

interface Slot {
  id: string;
  upload: { url: string; method: string; headers: Record<string, string> };
}

/**
 * A form has one upload slot per file, so that the user can send another file or name after a refusal. A slot that is
 * about to expire is not reused.
 */
const slotOf = (visit: DeskVisit, sha256: string): IdempotencyRecord =>
  formIdempotency(
    visit,
    { name: `${route.name}-slot` },
    { sha256 },
    { keptForSeconds: SLOT_SECONDS - FINALIZE_LEASE_SECONDS, part: `:${sha256}` },
  );

/**
 * Whether the error means that the PDF has no form fields. The template then gets an initial layout, and the user
 * places its fields on the page.
 */
const hasNoFields = (error: unknown): boolean =>
  error instanceof ApiError && (error.fields?.['file'] ?? []).includes(NO_FORM_FIELDS);

const STORE_LIMIT_MS = 10_000;

const store = async ({ url, method, headers }: Slot['upload'], bytes: Buffer): Promise<void> => {
  try {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...NEW_CONNECTION },
      body: new Uint8Array(bytes),
      signal: AbortSignal.timeout(STORE_LIMIT_MS),
    });
    if (!response.ok) throw new Error(`The store responded with ${response.status}`);
  } catch (error) {
    throw unavailable('template_unavailable', 'The file cannot be stored just now. Try again.', 2, error);
  }
};

/**
 * Combines three steps of the API: creates a slot, uploads the file, creates the template. Returns the template's id.
 */
const upload = async (visit: DeskVisit, bytes: Buffer): Promise<string> => {
  const { company, form } = visit;
  const type = form.get('product_type');
  const body = validate(templateBody(), {
    name: form.get('name'),
    product_type: type === '' ? null : type,
  });
  const intent = { sha256: createHash('sha256').update(bytes).digest('hex'), byte_size: bytes.length, mime: PDF_MIME };
  const { sha256, byte_size: byteSize } = validate(templateIntentBody(), intent);
  const idempotency = formIdempotency(visit, route, { ...body, sha256 });
  const { body: template } = await withLease(idempotency, FINALIZE_LEASE_SECONDS, async (holder) => {
    const opening = slotOf(visit, sha256);
    // Only the template is audited, not its slot.
    const { body: opened } = await withoutCause(() =>
      once(opening, () => openTemplateSlot(company.slug, { sha256, byteSize }, opening)),
    );
    const slot = opened as Slot;
    nameSubject({ id: slot.id });
    await store(slot.upload, bytes);
    const finalize = (layout?: TemplateBody['layout']) =>
      finalizeTemplate({ company: company.slug, id: slot.id, body: { ...body, layout }, idempotency, holder });
    try {
      return await finalize();
    } catch (error) {
      if (!hasNoFields(error)) throw error;
      return finalize(FIRST_LAYOUT);
    }
  });
  return (template as { id: string }).id;
};

export const handler = deskEndpoint(route, async (visit) => {
  try {
    if (!visit.file) throw invalid('file', visit.t.brand.noFile);
    return seeOther(`/desk/templates/${await upload(visit, visit.file.bytes)}?outcome=uploaded`);
  } catch (error) {
    return brandPage(visit, { refusal: refusalFrom(error) });
  }
});
