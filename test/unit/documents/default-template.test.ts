import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultTemplateId } from '../../../functions/domain/company/brand/rules.ts';
import type { CompanyRow } from '../../../functions/domain/company/companies/rows.ts';
import { ensureDefault } from '../../../functions/domain/fulfillment/templates/default.ts';
import { newSlot, templateCodec } from '../../../functions/domain/fulfillment/templates/rows.ts';
import { putRow } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';

const ID = defaultTemplateId('nordlys');
let competitors = 0;
let rendered = 0;

vi.mock('../../../functions/adapters/objects/presign.ts', () => ({ presignWrite: async () => ({}) }));
vi.mock('../../../functions/domain/fulfillment/templates/sample.ts', () => ({ sampleEvent: async () => ({}) }));
vi.mock('../../../functions/adapters/isolated/render-sample.ts', () => ({
  callRenderSample: async () => {
    rendered++;
    // Another process stores a template of an older brand while this one renders.
    if (competitors-- > 0) {
      await putRow(templateCodec.write({ ...newSlot('nordlys', ID, 1), look: 0, object: 'old', version: rendered }));
    }
    return { rendered: { sha256: 'a', byteSize: 1 } };
  },
}));

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());
beforeEach(() => (rendered = 0));

const company = { slug: 'nordlys', brand: { version: 3 } } as CompanyRow;

describe('the default template', () => {
  it('returns 503 when other writers change its row at every attempt', async () => {
    competitors = Infinity;
    await expect(ensureDefault(company)).rejects.toMatchObject({ status: 503, code: 'service_busy' });
    expect(rendered).toBe(12);
  }, 30_000);

  it('is based on the row of another writer on the next attempt', async () => {
    competitors = 1;
    expect(await ensureDefault(company)).toMatchObject({ look: 3, version: 2 });
    expect(rendered).toBe(2);
  });
});
