import { randomUUID } from 'node:crypto';
import { callRenderSample } from '../../../adapters/isolated/render-sample.ts';
import { presignWrite } from '../../../adapters/objects/presign.ts';
import { outsideAgentCall } from '../../../platform/agent-call.ts';
import { withoutCause } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { unavailable } from '../../../platform/errors.ts';
import { versionUnchanged } from '../../../storage/conditions.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { getRow, type Row } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { defaultTemplateId } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import {
  registerObject,
  cancelDeletionWrite,
  scheduleDeletionWrite,
} from '../../company/brand/orphaned-objects/schedule-deletion.ts';
import { templateCodec, templateFile, templateKey, type TemplateRow } from './rows.ts';
import { sampleEvent } from './sample.ts';
import { PDF_MIME } from '../../company/settings/template-schema.ts';
import { SIGNED_SECONDS } from '../../../adapters/isolated/call.ts';

const A4 = { width: 595, height: 842 };
const DEFAULT_WRITE = 'default-template';

/**
 * The default template of a company in its current brand. After a change to the brand, the first use creates a new
 * version. If requests create it concurrently, one version is kept. `known`: the row of the template, if the caller has
 * read it. Throws 503 if it cannot be created, or after too many conflicts.
 */
export const ensureDefault = (company: CompanyRow, known?: Row): Promise<TemplateRow> =>
  // Not attributed to the request, which may be a read or a preview: the template follows from an earlier change to the
  // brand.
  outsideAgentCall(() => withoutCause(() => newestDefault(company, known)));

const newestDefault = async (company: CompanyRow, known?: Row): Promise<TemplateRow> => {
  const key = templateKey(company.slug, defaultTemplateId(company.slug));
  const look = company.brand?.version ?? 1;
  let read: Row | undefined = known;
  return retryOnConflict(async () => {
    const raw = read ?? (await getRow(key, { consistent: true }));
    // Only the first attempt can use the caller's row.
    read = undefined;
    const before = raw && templateCodec.read(raw);
    if (before && before.look >= look) return before;
    const plan = await make(company, before, look);
    await transact(plan.writes);
    return plan.row;
  }, isLostDefault);
};

const isLostDefault = (error: unknown): boolean =>
  error instanceof TransactionRefused && error.failed(DEFAULT_WRITE) !== undefined;

const make = async (
  company: CompanyRow,
  before: TemplateRow | undefined,
  look: number,
): Promise<{ row: TemplateRow; writes: Write[] }> => {
  const id = defaultTemplateId(company.slug);
  const object = templateFile(company.slug, id, randomUUID());
  const leftover = { company: company.slug, bucket: 'documents', object } as const;
  const { sha256, byteSize } = await renderDefault(company, leftover);
  const now = nowMs();
  const row = templateCodec.write({
    ...templateKey(company.slug, id),
    id,
    company: company.slug,
    kind: 'default',
    state: 'ready',
    name: 'Default',
    productType: null,
    look,
    pages: [A4],
    formPlaces: [],
    layout: null,
    sha256,
    byteSize,
    object,
    places: '',
    createdAtMs: before?.createdAtMs ?? now,
    activatedAtMs: before?.activatedAtMs ?? null,
    version: (before?.version ?? 0) + 1,
  });
  const old = before ? [scheduleDeletionWrite({ ...leftover, object: before.object }, 0)] : [];
  return {
    row,
    writes: [
      { put: row, condition: versionUnchanged(before), name: DEFAULT_WRITE },
      cancelDeletionWrite(leftover),
      ...old,
    ],
  };
};

const renderDefault = async (company: CompanyRow, leftover: Parameters<typeof registerObject>[0]) => {
  try {
    await registerObject(leftover);
    const target = await presignWrite('documents', leftover.object, {
      contentType: PDF_MIME,
      expiresInSeconds: SIGNED_SECONDS,
    });
    const response = await callRenderSample({ ...(await sampleEvent(company, { productType: 'gift_card' })), target });
    if ('died' in response) throw new Error(`The sample took too much ${response.died}`);
    return response.rendered;
  } catch (error) {
    throw unavailable('template_unavailable', 'The template cannot be made just now. Try again.', 2, error);
  }
};
