import { createHash } from 'node:crypto';
import { putObject } from '../../../adapters/objects/store.ts';
import { nowMs } from '../../../platform/clock.ts';
import { invalid } from '../../../platform/errors.ts';
import { ABSENT, getRow } from '../../../storage/table.ts';
import { transact, TransactionRefused, type Write } from '../../../storage/transactions.ts';
import { activateTemplate } from './activate.ts';
import { inStore, storeTemplate } from './store.ts';
import { newSlot, templateCodec, templateKey, templateUpload, type TemplateRow } from './rows.ts';
import { PDF_MIME, TEMPLATE_MAX_BYTES, type TemplateBody } from '../../company/settings/template-schema.ts';

/** A template in an operator's file. */
interface GivenTemplate {
  body: TemplateBody;
  bytes: Uint8Array;
  activate: boolean;
}

/** A template that is ready to be stored, or an earlier one to activate. */
export interface ImportedTemplate {
  company: string;
  id: string;
  writes: Write[];
  activate: boolean;
}

/** The id is derived from the content, so that the same content is always the same template. */
const idOf = (company: string, { body, bytes }: GivenTemplate): string => {
  const hash = createHash('sha256').update(JSON.stringify([company, body.name, body.product_type, body.layout]));
  return `pdft_${hash.update(bytes).digest('hex').slice(0, 32)}`;
};

/**
 * A parsed template of an operator's file, for `storeImportedTemplate`. Undefined if it was imported before, even if it
 * has been changed since, and does not have to be activated. Throws 422 for an invalid template.
 */
export const prepareTemplate = async (
  company: string,
  template: GivenTemplate,
): Promise<ImportedTemplate | undefined> => {
  const id = idOf(company, template);
  const raw = await getRow(templateKey(company, id), { consistent: true });
  if (raw)
    return isLeftToActivate(templateCodec.read(raw), template)
      ? { company, id, writes: [], activate: true }
      : undefined;
  if (template.bytes.byteLength > TEMPLATE_MAX_BYTES) throw invalid('file', 'A template has at most 10 MB.');
  await inStore(() =>
    putObject('pictures', templateUpload(company, id), { bytes: template.bytes, contentType: PDF_MIME }),
  );
  const { row, writes } = await storeTemplate(newSlot(company, id, nowMs()), template.body);
  return {
    company,
    id,
    writes: [{ put: row, condition: ABSENT, name: 'template' }, ...writes],
    activate: template.activate,
  };
};

/** Whether an imported template was never activated, for example because an earlier import crashed. */
const isLeftToActivate = (row: TemplateRow, { activate }: GivenTemplate): boolean =>
  activate && row.state === 'ready' && row.activatedAtMs === null;

/** Stores a template of an existing company, and activates it if requested. */
export const storeImportedTemplate = async ({ company, id, writes, activate }: ImportedTemplate): Promise<void> => {
  try {
    if (writes.length > 0) await transact(writes);
  } catch (error) {
    // Another process is importing the same file.
    if (!(error instanceof TransactionRefused) || !error.failed('template')) throw error;
  }
  if (activate) await activateTemplate(company, id);
};
