import { createHash, randomUUID } from 'node:crypto';
import { callInspectPdf, type InspectedFacts } from '../../adapters/isolated/inspect-pdf.ts';
import { presignGet, presignWrite } from '../../adapters/objects/presign.ts';
import { getObjectUpTo, putObject } from '../../adapters/objects/store.ts';
import { nowMs } from '../../platform/clock.ts';
import { ApiError, invalid, notFound, unavailable } from '../../platform/errors.ts';
import { recordReply, type Reply, type Ticket } from '../../storage/idempotency.ts';
import { getRow, getRows } from '../../storage/table.ts';
import { transact, TransactionRefused } from '../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../companies/rows.ts';
import { announceObject, keepObject } from '../leftovers/leave.ts';
import { presentTemplate, templateTag } from './present.ts';
import { placesFile, templateCodec, templateFile, templateKey, templateUpload, type TemplateRow } from './rows.ts';
import { checkPlaces, placesOf, templateInvalid } from './rules.ts';
import { PDF_MIME, TEMPLATE_ID, TEMPLATE_MAX_BYTES, type TemplateBody } from './schema.ts';

/** Time for reading, taking apart and storing 10 MB. */
export const FINALIZE_LEASE_SECONDS = 40;
const SIGNED_SECONDS = 120;
const FINISH = 'finish';

export interface FinalizeRequest {
  company: string;
  id: string;
  body: TemplateBody;
  ticket: Ticket;
  holder: string;
}

/**
 * Has an uploaded PDF taken apart and written anew, and keeps it as a template: 201. Throws 404 for a slot that is
 * unknown, foreign or closed, 422 for bytes that were not declared, 422 `template_invalid` for what cannot be a
 * template, and 503 `template_unavailable` when the store or the function does not answer. The slot stays open.
 */
export const finalizeTemplate = async ({ company, id, body, ticket, holder }: FinalizeRequest): Promise<Reply> => {
  const { slot, seller } = await readSlot(company, id);
  await checkUpload(slot);
  const object = templateFile(company, id, randomUUID());
  const leftover = { company, bucket: 'documents', object } as const;
  await inStore(() => announceObject(leftover));
  const facts = await inspected(slot, object);
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
    createdAtMs: nowMs(),
    version: slot.version + 1,
  });
  checkPlaces(row, body.layout);
  const places = { company, bucket: 'documents', object: placesFile(object, row.look) } as const;
  await inStore(async () => {
    await announceObject(places);
    await putPlaces(row);
  });
  const reply: Reply = {
    status: 201,
    headers: { ETag: templateTag(row, seller) },
    body: presentTemplate(row, seller),
  };
  const condition = {
    expression: '#state = :slot AND closesAtMs > :now',
    names: { '#state': 'state' },
    values: { ':slot': 'slot', ':now': nowMs() },
  };
  try {
    await transact([
      { put: row, condition, name: FINISH },
      keepObject(leftover),
      keepObject(places),
      recordReply(ticket, reply, holder),
    ]);
    return reply;
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed(FINISH)) throw notFound('upload intent');
    throw error;
  }
};

/** Puts the places of a template beside its file, for whoever makes cards of it. */
export const putPlaces = (row: TemplateRow): Promise<void> =>
  putObject('documents', placesFile(row.object, row.look), {
    bytes: Buffer.from(JSON.stringify(placesOf(row))),
    contentType: 'application/json',
  });

const readSlot = async (company: string, id: string): Promise<{ slot: TemplateRow; seller: CompanyRow }> => {
  if (!TEMPLATE_ID.test(id)) throw notFound('upload intent');
  const rows = await getRows([templateKey(company, id), companyKey(company)], { consistent: true });
  const raw = rows.get(templateKey(company, id));
  const slot = raw && templateCodec.read(raw);
  const seller = rows.get<CompanyRow>(companyKey(company));
  if (!slot || !seller || slot.state !== 'slot') throw notFound('upload intent');
  if ((slot.closesAtMs ?? 0) > nowMs()) return { slot, seller };
  throw new ApiError(404, 'not_found', 'This upload slot has closed. Open a new one: it lasts 15 minutes.');
};

/** What was uploaded is what was declared. */
const checkUpload = async (slot: TemplateRow): Promise<void> => {
  const key = templateUpload(slot.company, slot.id);
  const declared = slot.declared ?? { sha256: '', byteSize: 0 };
  const found = await inStore(() => getObjectUpTo('pictures', key, declared.byteSize, { once: true }));
  if (!found) throw invalid('upload', 'No bytes have been uploaded to this slot yet. Send them to its URL first.');
  if ('tooLarge' in found || found.bytes.byteLength !== declared.byteSize) {
    throw invalid('byte_size', `The upload does not have the ${declared.byteSize} bytes that were declared.`);
  }
  if (createHash('sha256').update(found.bytes).digest('hex') !== declared.sha256.toLowerCase()) {
    throw invalid('sha256', 'The checksum of the uploaded bytes is not the declared one.');
  }
};

const inspected = async (slot: TemplateRow, object: string): Promise<InspectedFacts> => {
  const answer = await inStore(async () =>
    callInspectPdf({
      source: {
        url: await presignGet('pictures', templateUpload(slot.company, slot.id), { expiresInSeconds: SIGNED_SECONDS }),
      },
      target: await presignWrite('documents', object, { contentType: PDF_MIME, expiresInSeconds: SIGNED_SECONDS }),
      maxBytes: TEMPLATE_MAX_BYTES,
    }),
  );
  if ('inspected' in answer) return answer.inspected;
  if ('refused' in answer) throw templateInvalid('file', answer.refused.message);
  throw templateInvalid(
    'file',
    `The PDF takes more ${answer.died} to read than a template may. Simplify it and try again.`,
  );
};

/** Any failure of the store or the function is 503; the same key is free for the next try. */
export const inStore = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const message = 'The template cannot be read or stored just now. Send the same request again.';
    throw unavailable('template_unavailable', message, 2, error);
  }
};

/** The row of a template for a change; throws 404. */
export const readTemplateRow = async (company: string, id: string): Promise<TemplateRow> => {
  const raw = TEMPLATE_ID.test(id) ? await getRow(templateKey(company, id), { consistent: true }) : undefined;
  const row = raw && templateCodec.read(raw);
  if (!row || row.state !== 'ready') throw notFound('template');
  return row;
};
