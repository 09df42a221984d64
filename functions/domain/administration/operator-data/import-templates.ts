import { ApiError } from '../../../platform/errors.ts';
import { storeImportedTemplate, prepareTemplate, type ImportedTemplate } from '../../fulfillment/templates/import.ts';
import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

/** Stores the files of the new templates. Returns these templates, parsed, and the faults of invalid ones. */
export const templatesToImport = async (
  data: OperatorData,
): Promise<{ templates: ImportedTemplate[]; faults: Fault[] }> => {
  const templates: ImportedTemplate[] = [];
  const faults: Fault[] = [];
  for (const [at, company] of data.companies.entries()) {
    for (const [position, { file, active, ...body }] of (company?.pdf_templates ?? []).entries()) {
      const bytes = Buffer.from(file.slice(file.indexOf(',') + 1), 'base64');
      try {
        const prepared = await prepareTemplate(company.slug, { body, bytes, activate: active });
        if (prepared) templates.push(prepared);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        for (const [field, [message = error.message] = []] of Object.entries(error.fields ?? {})) {
          const path = ['companies', at, 'pdf_templates', position, ...field.split('.')];
          faults.push({
            path: jsonPath(path.map((part) => (/^\d+$/.test(String(part)) ? Number(part) : part))),
            message,
          });
        }
      }
    }
  }
  return { templates, faults };
};

/** Stores templates of existing companies. Returns their number. */
export const importTemplates = async (templates: readonly ImportedTemplate[]): Promise<number> => {
  for (const template of templates) await storeImportedTemplate(template);
  return templates.length;
};
