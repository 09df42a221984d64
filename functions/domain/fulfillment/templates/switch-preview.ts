import { defaultTemplateId } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { SlotName } from '../../company/settings/active-templates.ts';

/** Preview of a switch, with the template used until then. */
export const switchPreview = (reply: unknown, before: CompanyRow, slot: SlotName) => {
  const slots = before.pdf_templates?.slots;
  const replaced = slots?.[slot] ?? slots?.all;
  return { ...(reply as object), replaces: replaced?.id ?? defaultTemplateId(before.slug) };
};
