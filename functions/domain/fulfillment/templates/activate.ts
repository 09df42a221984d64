import { templates } from '../../../platform/messages/templates.ts';
import { withoutCause } from '../../../platform/cause.ts';
import { nowMs } from '../../../platform/clock.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { memberUnchanged } from '../../../storage/conditions.ts';
import { recordReplyWrites, type Reply, type IdempotencyRecord } from '../../../storage/idempotency.ts';
import { retryOnConflict } from '../../../storage/retry.ts';
import { rowUpdate } from '../../../storage/row-update.ts';
import { findRow } from '../../../storage/find-row.ts';
import { getRows } from '../../../storage/table.ts';
import { transact, type Write } from '../../../storage/transactions.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { ensureDefault } from './default.ts';
import { loadTemplate } from './load.ts';
import { presentTemplate, templateTag } from './present.ts';
import {
  historyCodec,
  historyKey,
  isLostRace,
  templateCodec,
  templateKey,
  type TemplateHistoryRow,
  templateWrite,
  type TemplateRow,
} from './rows.ts';
import {
  slotOf,
  type ActiveTemplate,
  type ActiveTemplates,
  type SlotName,
} from '../../company/settings/active-templates.ts';
import { switchPreview } from './switch-preview.ts';
import type { ProductType } from '../../company/settings/template-fields.ts';

/** Maximum number of former templates kept per slot. */
const HISTORY_MAX = 50;
/** Represents the default in the history. */
const DEFAULT = 'default';

interface SlotState {
  company: CompanyRow;
  history: TemplateHistoryRow | undefined;
}

/**
 * Activates a template for cards of its product type and returns 200. Only the row of the company stores the active
 * templates, so that there is always exactly one. An import has no idempotency record. Throws 404, and 503 after too
 * many conflicts.
 */
export const activateTemplate = (company: string, id: string, idempotency?: IdempotencyRecord): Promise<Reply> =>
  retryOnConflict(async () => {
    const loaded = await loadTemplate(company, id);
    if (loaded.row.state === 'retired') throw notFound('template');
    const state = { company: loaded.company, history: await readHistory(company) };
    const slot = slotOf(loaded.row.productType);
    const current = state.company.pdf_templates?.slots[slot];
    const isSame =
      loaded.row.kind === 'default' ? current === undefined : current?.id === id && current.look === loaded.row.look;
    if (isSame) return commitReply({ company: state.company, row: loaded.row, commits: [], idempotency });
    const past = [...(state.history?.slots[slot] ?? []), current?.id ?? DEFAULT].slice(-HISTORY_MAX);
    return switchSlot(state, { slot, row: loaded.row, past }, idempotency);
  }, isLostRace);

/**
 * Reactivates the previous template and returns 200 with the resulting active template. `from`: reverts only if this
 * template is active. Throws 409 `nothing_to_revert`, and 503 after too many conflicts.
 */
export const revertTemplate = (
  company: string,
  productType: ProductType | null | undefined,
  idempotency: IdempotencyRecord,
  from?: string,
): Promise<Reply> =>
  retryOnConflict(async () => {
    const state = await readSlotState(company);
    const slot = slotOf(productType);
    const current = state.company.pdf_templates?.slots[slot];
    if (from !== undefined && current?.id !== from)
      throw conflict('nothing_to_revert', templates('template_not_active'));
    const past = [...(state.history?.slots[slot] ?? [])];
    for (let id = past.pop(); id !== undefined; id = past.pop()) {
      if (id === (current?.id ?? DEFAULT)) continue;
      const row = await usableTemplate(state.company, id, slot);
      if (row) return switchSlot(state, { slot, row, past }, idempotency);
    }
    if (current) return switchSlot(state, { slot, row: await ensureDefault(state.company), past }, idempotency);
    throw conflict('nothing_to_revert', templates('nothing_to_revert'));
  }, isLostRace);

/** A formerly active template; undefined if it was deleted or now has another product type. */
const usableTemplate = async (company: CompanyRow, id: string, slot: SlotName): Promise<TemplateRow | undefined> => {
  if (id === DEFAULT) return ensureDefault(company);
  const row = await findRow(templateKey(company.slug, id), templateCodec);
  return row?.state === 'ready' && slotOf(row.productType) === slot ? row : undefined;
};

const readHistory = (company: string): Promise<TemplateHistoryRow | undefined> =>
  findRow(historyKey(company), historyCodec);

const readSlotState = async (slug: string): Promise<SlotState> => {
  const rows = await getRows([companyKey(slug), historyKey(slug)], { consistent: true });
  const company = rows.get<CompanyRow>(companyKey(slug));
  if (!company) throw notFound('company');
  const raw = rows.get(historyKey(slug));
  return { company, history: raw && historyCodec.read(raw) };
};

interface Answer {
  company: CompanyRow;
  row: TemplateRow;
  commits: readonly Write[];
  idempotency: IdempotencyRecord | undefined;
  /** Converts the reply for a dry run; by default, the reply is unchanged. */
  preview?: (response: unknown) => unknown;
}

const commitReply = async ({ company, row, commits, idempotency, preview }: Answer): Promise<Reply> => {
  const reply: Reply = {
    status: 200,
    headers: { ETag: templateTag(row, company) },
    body: presentTemplate(row, company),
  };
  const writes = [...commits, ...recordReplyWrites(idempotency, reply)];
  if (writes.length === 0) return reply;
  const commit = () => transact(writes, preview && (() => preview(reply.body)));
  await (commits.length > 0 ? commit() : withoutCause(commit));
  return reply;
};

interface Switch {
  slot: SlotName;
  row: TemplateRow;
  past: string[];
}

const switchSlot = async (
  { company, history }: SlotState,
  { slot, row, past }: Switch,
  idempotency?: IdempotencyRecord,
): Promise<Reply> => {
  const { [slot]: _before, ...others } = company.pdf_templates?.slots ?? {};
  const active: ActiveTemplate | undefined =
    row.kind === 'default' ? undefined : { id: row.id, object: row.object, places: row.places, look: row.look };
  const next: ActiveTemplates = {
    version: (company.pdf_templates?.version ?? 0) + 1,
    slots: { ...others, ...(active ? { [slot]: active } : {}) },
  };
  const after = templateCodec.write({ ...row, activatedAtMs: nowMs(), version: row.version + 1 });
  // Product types without an active template use the template for all types.
  const inForce = active ?? next.slots.all;
  const shown = inForce && inForce.id !== row.id ? (await loadTemplate(company.slug, inForce.id)).row : after;
  return commitReply({
    company: { ...company, pdf_templates: next },
    row: shown,
    commits: [companyWrite(company, next), templateWrite(row, after), historyWrite(company.slug, history, slot, past)],
    idempotency,
    preview: (response) => switchPreview(response, company, slot),
  });
};

const companyWrite = ({ slug, pdf_templates: before }: CompanyRow, next: ActiveTemplates): Write => {
  const unchanged = memberUnchanged('pdf_templates', before);
  return { name: 'company', update: rowUpdate({ key: companyKey(slug), set: { pdf_templates: next }, if: unchanged }) };
};

const historyWrite = (
  company: string,
  before: TemplateHistoryRow | undefined,
  slot: SlotName,
  past: string[],
): Write => ({
  name: 'history',
  put: historyCodec.write({ ...historyKey(company), slots: { ...before?.slots, [slot]: past } }),
});
