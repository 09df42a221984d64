import { createHash } from 'node:crypto';
import { getObjectUpTo } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { ApiError, invalid, notFound } from '../../../platform/errors.ts';
import { recordReplyWrite, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { getRows } from '../../../storage/table.ts';
import { transact, TransactionRefused } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { inStore, storeTemplate } from './store.ts';
import { presentTemplate, templateTag } from './present.ts';
import { templateCodec, templateKey, templateUpload, type TemplateRow } from './rows.ts';
import { TEMPLATE_ID, type TemplateBody } from '../../company/settings/template-schema.ts';

/** Time limit for reading, parsing and storing 10 MB. */
export const FINALIZE_LEASE_SECONDS = 40;
const FINISH = 'finish';

interface FinalizeTemplateRequest {
  company: string;
  id: string;
  body: TemplateBody;
  idempotency: IdempotencyRecord;
  holder: string;
}

/**
 * Parses and rewrites an uploaded PDF, stores it as a template, and returns 201. Throws 404 for a slot that is unknown,
 * closed or of another company, 422 for bytes that are missing or differ from the declaration, 422 `template_invalid`
 * for an unsuitable PDF, and 503 `template_unavailable` when the store or the function does not respond. The slot stays
 * open after 422 and 503.
 */
export const finalizeTemplate = async ({
  company,
  id,
  body,
  idempotency,
  holder,
}: FinalizeTemplateRequest): Promise<Reply> => {
  const { slot, seller } = await readSlot(company, id);
  await checkUpload(slot);
  const { row, writes } = await storeTemplate(slot, body);
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
    await transact([{ put: row, condition, name: FINISH }, ...writes, recordReplyWrite(idempotency, reply, holder)]);
    return reply;
  } catch (error) {
    if (error instanceof TransactionRefused && error.failed(FINISH)) throw notFound('upload intent');
    throw error;
  }
};

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

/** Throws 422 if the upload does not match the declaration. */
const checkUpload = async (slot: TemplateRow): Promise<void> => {
  const key = templateUpload(slot.company, slot.id);
  const declared = slot.declared ?? { sha256: '', byteSize: 0 };
  const upload = await inStore(() => getObjectUpTo('pictures', key, declared.byteSize, { once: true }));
  if (!upload) throw invalid('upload', 'No bytes have been uploaded to this slot yet. Send them to its URL first.');
  if ('tooLarge' in upload || upload.bytes.byteLength !== declared.byteSize) {
    throw invalid('byte_size', `The upload does not have the ${declared.byteSize} bytes that were declared.`);
  }
  if (createHash('sha256').update(upload.bytes).digest('hex') !== declared.sha256.toLowerCase()) {
    throw invalid('sha256', 'The checksum of the uploaded bytes is not the declared one.');
  }
};
