import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { deletePass } from '../../../functions/domain/fulfillment/wallet/delete-pass.ts';
import { walletPassKey } from '../../../functions/domain/fulfillment/wallet/rows.ts';
import { updateWallets } from '../../../functions/domain/fulfillment/wallet/update-wallets.ts';
import { itemIdOf } from '../../../functions/domain/value/items/item-id.ts';
import { documents } from '../../../functions/storage/client.ts';
import { MemoryTable } from '../../simulation/memory-table.ts';
import { sampleItem } from '../items/sample.ts';

const { send } = documents;
const table = new MemoryTable();
beforeAll(() => {
  table.install();
  vi.stubEnv('ENVIRONMENT', 'development');
  vi.stubEnv('APP_SECRET', '11'.repeat(32));
});
afterAll(() => {
  Object.assign(documents, { send });
  vi.unstubAllEnvs();
});

it('an update does not restore a pass that is deleted in the meantime, and succeeds when it is repeated', async () => {
  const item = { ...sampleItem(), hasPass: true };
  const { company, code, version } = item;
  const key = walletPassKey(itemIdOf(item));
  table.put({ ...item });
  table.put({
    ...key,
    type: 'wallet-pass',
    v: 1,
    company,
    code,
    createdAtMs: 1,
    firstShown: '',
    made: 1,
    google: true,
  });
  const { carry } = table;
  let isDeleted = false;
  table.carry = async (call) => {
    if (call.name === 'Update' && !isDeleted) {
      isDeleted = true;
      await deletePass(item);
    }
    return carry(call);
  };
  const work = { kind: 'changed', company, code, version } as const;
  await expect(updateWallets(work, false)).rejects.toThrow('Not every wallet has the current state');
  expect(table.get(key)).toBeUndefined();
  await updateWallets(work, true);
  expect(table.get(item)).not.toHaveProperty('hasPass');
});
