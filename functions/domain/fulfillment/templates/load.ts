import { notFound } from '../../../platform/errors.ts';
import { getRows } from '../../../storage/table.ts';
import { defaultTemplateId } from '../../company/brand/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { ensureDefault } from './default.ts';
import { templateCodec, templateKey, type TemplateRow } from './rows.ts';
import { TEMPLATE_ID } from '../../company/settings/template-schema.ts';

export interface LoadedTemplate {
  row: TemplateRow;
  company: CompanyRow;
}

/** A finished or retired template; the default template is in the current brand. Throws 404 for any other id. */
export const loadTemplate = async (slug: string, id: string): Promise<LoadedTemplate> => {
  if (!TEMPLATE_ID.test(id)) throw notFound('template');
  const rows = await getRows([templateKey(slug, id), companyKey(slug)], { consistent: true });
  const company = rows.get<CompanyRow>(companyKey(slug));
  if (!company) throw notFound('template');
  if (id === defaultTemplateId(slug))
    return { row: await ensureDefault(company, rows.get(templateKey(slug, id))), company };
  const raw = rows.get(templateKey(slug, id));
  const row = raw && templateCodec.read(raw);
  if (!row || row.state === 'slot') throw notFound('template');
  return { row, company };
};
