import { defaultTemplateId } from '../../company/brand/rules.ts';
import type { CompanyRow } from '../../company/companies/rows.ts';
import type { SlotName } from '../../company/settings/active-templates.ts';

/** Preview of an activation, with the id of the replaced template. */
export const switchPreview = (reply: unknown, before: CompanyRow, slot: SlotName) => {
  const slots = before.pdf_templates?.slots;
  const replaced = slots?.[slot] ?? slots?.all;
  return { ...(reply as object), replaces: replaced?.id ?? defaultTemplateId(before.slug) };
};
