import { notFound } from '../../../platform/errors.ts';
import { decodeCursor, listPage, type ListPage, type PageRequest } from '../../../storage/cursors.ts';
import { getRows, queryPage, type Row } from '../../../storage/table.ts';
import { defaultTemplateId } from '../../company/brand/rules.ts';
import { companyKey, type CompanyRow } from '../../company/companies/rows.ts';
import { ensureDefault } from './default.ts';
import { presentTemplate } from './present.ts';
import { templateCodec, templateKey, templatesOf } from './rows.ts';

/** Templates of a company, newest first, without retired templates. */
export const listTemplates = async (slug: string, page: PageRequest): Promise<ListPage<object>> => {
  const identity = { company: slug, list: 'pdf-templates' };
  const startKey = decodeCursor<Record<string, unknown>>(identity, page.startingAfter);
  const query = () =>
    queryPage<Row>({
      ...templatesOf(slug),
      consistent: true,
      descending: true,
      limit: page.limit,
      ...(startKey ? { startKey } : {}),
    });
  const [head, early] = await Promise.all([
    getRows([companyKey(slug), templateKey(slug, defaultTemplateId(slug))], { consistent: true }),
    query(),
  ]);
  const company = head.get<CompanyRow>(companyKey(slug));
  if (!company) throw notFound('company');
  // The default is listed like any other template, so its row is created before the list is read.
  const known = head.get(templateKey(slug, defaultTemplateId(slug)));
  const standard = await ensureDefault(company, known);
  const { rows: keys, lastKey } = known ? early : await query();
  const rows = await getRows(keys, { consistent: true });
  const shown = keys.flatMap((key) => {
    const raw = rows.get(key);
    const row = raw && templateCodec.check(raw);
    return row?.state === 'ready' ? [row.id === standard.id ? standard : row] : [];
  });
  return listPage(
    identity,
    shown.map((row) => presentTemplate(row, company)),
    lastKey,
  );
};
