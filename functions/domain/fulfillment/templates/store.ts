import { templates } from '../../../platform/messages/templates.ts';
import { receivedMessage } from '../../../platform/messages/message.ts';
import { randomUUID } from 'node:crypto';
import { callInspectPdf, type InspectedFacts } from '../../../adapters/isolated/inspect-pdf.ts';
import { presignGet, presignWrite } from '../../../adapters/objects/presign.ts';
import { putObject } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { ApiError, unavailable } from '../../../platform/errors.ts';
import type { Write } from '../../../storage/transactions.ts';
import { registerObject, cancelDeletionWrite } from '../../company/brand/orphaned-objects/schedule-deletion.ts';
import { placesFile, templateCodec, templateFile, templateUpload, type TemplateRow } from './rows.ts';
import { assertPlaces, placesOf, templateInvalid } from './rules.ts';
import { PDF_MIME, TEMPLATE_MAX_BYTES, type TemplateBody } from '../../company/settings/template-schema.ts';
import { SIGNED_SECONDS } from '../../../adapters/isolated/call.ts';

/**
 * Parses and rewrites the upload of a slot, and stores file and placements. Returns the row of the template, and the
 * writes that cancel the scheduled deletion of its objects. Both must commit in one transaction. Throws 422
 * `template_invalid` and 503.
 */
export const storeTemplate = async (
  slot: TemplateRow,
  body: TemplateBody,
): Promise<{ row: TemplateRow; writes: Write[] }> => {
  const { company, id } = slot;
  const object = templateFile(company, id, randomUUID());
  const leftover = { company, bucket: 'documents', object } as const;
  await inStore(() => registerObject(leftover));
  const facts = await inspectUpload(slot, object, Boolean(body.layout));
  const { ttl: _ttl, declared: _declared, closesAtMs: _closes, ...rest } = slot;
  const row = templateCodec.write({
    ...rest,
    state: 'ready',
    name: body.name,
    productType: body.product_type ?? null,
    pages: facts.pages,
    formPlaces: facts.places,
    layout: body.layout ?? null,
    sha256: facts.sha256,
    byteSize: facts.byteSize,
    object,
    places: placesFile(object, '1'),
    createdAtMs: nowMs(),
    version: slot.version + 1,
  });
  assertPlaces(row, body.layout);
  const places = { company, bucket: 'documents', object: row.places } as const;
  await inStore(async () => {
    await registerObject(places);
    await putPlaces(row);
  });
  return { row, writes: [cancelDeletionWrite(leftover), cancelDeletionWrite(places)] };
};

/** Stores the placements of a template next to its file, for rendering cards. */
export const putPlaces = (row: TemplateRow): Promise<void> =>
  putObject('documents', row.places, {
    bytes: Buffer.from(JSON.stringify(placesOf(row))),
    contentType: 'application/json',
  });

const inspectUpload = async (slot: TemplateRow, object: string, ignoreForm: boolean): Promise<InspectedFacts> => {
  const response = await inStore(async () =>
    callInspectPdf({
      source: {
        url: await presignGet('pictures', templateUpload(slot.company, slot.id), { expiresInSeconds: SIGNED_SECONDS }),
      },
      target: await presignWrite('documents', object, { contentType: PDF_MIME, expiresInSeconds: SIGNED_SECONDS }),
      maxBytes: TEMPLATE_MAX_BYTES,
      ignoreForm,
    }),
  );
  if ('inspected' in response) return response.inspected;
  if ('refused' in response) throw templateInvalid(receivedMessage(response.refused.reason));
  throw templateInvalid(templates('pdf_reading_exceeds', { resource: response.died }));
};

/** Throws 503 for any failure of the store or the function. Clients may retry with the same key. */
export const inStore = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = 'The template cannot be read or stored just now. Send the same request again.';
    throw unavailable('template_unavailable', message, 2, error);
  }
};
