import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  importOperatorData,
  OperatorDataError,
} from '../../../functions/domain/administration/operator-data/import.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from './samples.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => table.install());
beforeEach(() => table.clear());
afterAll(() => Object.assign(documents, { send }));

const LANGUAGES = ['da', 'en', 'de', 'sv', 'no'];
const inAll = (text: string) => Object.fromEntries(LANGUAGES.map((language) => [language, text]));
const withPage = (values: object) => ({ companies: [company('first'), company('second', { order_page: { values } })] });
const HALF = '\ud800';

/** Names of members that only JSON can create on an object. */
const proto = (text: string): unknown => JSON.parse(text.replaceAll('PROTO', '__proto__'));

describe('a fault is reported with its position, and nothing is written', () => {
  test.each([
    ['half a character in a name', { companies: [company('first'), company('second', { name: HALF })] }, '.name'],
    ['half a character in a text of the page', withPage({ title: { en: HALF } }), '.order_page.values.title.en'],
    ['half a character in the name of a member', withPage({ [HALF]: true }), '.order_page.values["\\ud800"]'],
    [
      'a member named __proto__',
      { companies: [company('first'), { ...company('second'), order_page: proto('{"values":{"PROTO":1}}') }] },
      '.order_page.values.__proto__',
    ],
    [
      'texts of a page that are too long in total',
      withPage({
        languages: LANGUAGES,
        'terms.text': inAll('t'.repeat(19_990)),
        introduction: inAll('i'.repeat(4_990)),
      }),
      '.order_page.values',
    ],
    [
      'a text that is too long once its markup is escaped',
      withPage({ introduction: { en: `${'x'.repeat(4_950)}${' & x'.repeat(12)}` } }),
      '.order_page.values.introduction',
    ],
  ])('%s', async (_, file, place) => {
    const error = await importOperatorData(file).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OperatorDataError);
    const { faults } = error as OperatorDataError;
    expect(faults.map(({ path }) => path)).toContain(`$.companies[1]${place}`);
    expect(new Set(faults.map(({ path, message }) => `${path} ${message}`)).size).toBe(faults.length);
    expect(table.rows()).toEqual([]);
  });
});
