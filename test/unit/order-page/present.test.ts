import { expect, it } from 'vitest';
import {
  presentDraft,
  presentPage,
  presentWholeRevision,
} from '../../../functions/domain/storefront/order-page/present.ts';
import { fieldsFor } from '../../../functions/domain/storefront/order-page/fields.ts';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import type { DraftRow, OrderPageRow, RevisionRow } from '../../../functions/domain/storefront/order-page/rows.ts';

const fields = fieldsFor({
  company: {
    slug: 'nordlys',
    language: 'da',
    currency: 'DKK',
    delivery: { recipient_email: { available: true }, sender_email: { available: true } },
  } as CompanyRow,
  families: [],
  products: [],
  allowsLoopback: false,
});
const options = { fields, lang: undefined };

/** The same values as the table returns them: members in any order. */
const reversed = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .toReversed()
      .map(([path, value]) => [
        path,
        typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).toReversed()) : value,
      ]),
  );

const values = { title: { da: 'Gavekort', de: 'Gutscheine', en: 'Gift cards' }, gone: 'x', left: 'y', open: true };
const page = (of: object) => ({ company: 'nordlys', revision: 1, values: of, updatedAtMs: 0 }) as OrderPageRow;

it('a tag does not depend on the order in which the table returns members', () => {
  const shown = (of: Record<string, unknown>): string[] => {
    const revision = { id: 'opr_1', publishedBy: { type: 'operator', label: '' }, publishedAtMs: 0 } as RevisionRow;
    const draft = { id: 'opd_1', edits: {}, createdAtMs: 0, updatedAtMs: 0 } as unknown as DraftRow;
    return [
      presentPage(page(of), options),
      presentDraft(draft, page(of), options),
      presentWholeRevision(revision, of, options),
    ].map((body) => JSON.stringify(body));
  };
  expect(shown(reversed(values))).toEqual(shown(values));
});
