import { afterAll, beforeAll, expect, test } from 'vitest';
import { dormantCodeRow } from '../../../functions/domain/catalog/products/campaigns/rows.ts';
import { companyKey } from '../../../functions/domain/company/companies/rows.ts';
import { findHolderView } from '../../../functions/domain/fulfillment/holder/holder-view.ts';
import { LimitExceeded } from '../../../functions/storage/limits/limit-exceeded.ts';
import { startTableInProcess, type TestTable } from '../../support/table.ts';
import { shopOf } from '../pricing/sample.ts';

const { company } = shopOf({});
const CODE = 'SUMMER-1';
/** Misses that an IP address has in an hour. */
const MISSES = 20;

let table: TestTable;
beforeAll(async () => {
  const { slug } = company;
  const owner = { ...company, ...companyKey(slug), active: true };
  table = await startTableInProcess([[owner, dormantCodeRow(slug, CODE, 1)]]);
});
afterAll(() => table.stop());

/** `found`, `missed` or `refused`. */
const lookUp = async (code: string): Promise<string> => {
  try {
    const view = await findHolderView({ company: company.slug, code, address: '203.0.113.7' });
    return view ? 'found' : 'missed';
  } catch (error) {
    if (error instanceof LimitExceeded) return 'refused';
    throw error;
  }
};

test('an IP address has a limited number of guesses at a code that people chose, even with concurrent requests', async () => {
  expect(await lookUp(CODE)).toBe('found');
  const guesses = [...Array.from({ length: 40 }, (_, at) => `GUESS-${at}`), CODE];
  const outcomes = await Promise.all(guesses.map(lookUp));
  expect(outcomes.filter((outcome) => outcome === 'missed')).toHaveLength(MISSES);
  expect(outcomes.at(-1)).toBe('refused');
});
