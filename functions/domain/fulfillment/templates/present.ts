import { toTimestamp } from '../../../platform/clock.ts';
import { strongTag } from '../../../platform/preconditions.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { TemplateRow } from './rows.ts';
import { isActive, placesOf } from './rules.ts';

/** A template as the API returns it. */
export const presentTemplate = (row: TemplateRow, company: Pick<CompanyRow, 'pdf_templates'>) => ({
  id: row.id,
  object: 'pdf_template',
  kind: row.kind,
  name: row.name,
  product_type: row.productType,
  status: row.state === 'retired' ? 'retired' : isActive(company, row) ? 'active' : 'ready',
  version: row.look,
  page_count: row.pages.length,
  page_sizes: row.pages.map(({ width, height }) => ({ width, height })),
  fields: placesOf(row).map(({ field, page, x, y, width, height }) => ({ name: field, page, x, y, width, height })),
  sha256: row.sha256,
  byte_size: row.byteSize,
  created_at: toTimestamp(row.createdAtMs),
  activated_at: row.activatedAtMs === null ? null : toTimestamp(row.activatedAtMs),
});

/** ETag of a template. It changes with the template, and when the template becomes active or inactive. */
export const templateTag = (row: TemplateRow, company: Pick<CompanyRow, 'pdf_templates'>): string =>
  strongTag('pdf-template', row.id, row.version, isActive(company, row) ? 'active' : row.state);
