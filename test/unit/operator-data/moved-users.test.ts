import { afterAll, beforeAll, expect, test } from 'vitest';
import { importOperatorData } from '../../../functions/domain/administration/operator-data/import.ts';
import { userLinkKey, type UserLinkRow } from '../../../functions/domain/company/users/link-rows.ts';
import { getRow } from '../../../functions/storage/table.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { company } from './samples.ts';

const { send } = documents;
beforeAll(() => new MemoryTable().install());
afterAll(() => Object.assign(documents, { send }));

const fileOf = (users: object) => ({
  companies: [company('north'), company('south')],
  users: [{ username: 'ada', email: 'ada@example.com', company: 'north', ...users }],
});
const invitation = () => getRow<UserLinkRow>(userLinkKey('ada', 'invitation'));

test('a user who has not accepted the invitation is invited again by an import that changes company or address', async () => {
  await importOperatorData(fileOf({}));
  const first = await invitation();
  await importOperatorData(fileOf({ role: 'manager' }));
  expect((await invitation())?.id).toBe(first?.id);
  await importOperatorData(fileOf({ role: 'manager', company: 'south' }));
  const moved = await invitation();
  expect(moved).toMatchObject({ company: 'south', email: 'ada@example.com' });
  await importOperatorData(fileOf({ role: 'manager', company: 'south', email: 'ada@example.org' }));
  expect(await invitation()).toMatchObject({ company: 'south', email: 'ada@example.org' });
});
