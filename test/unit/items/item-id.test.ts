import { describe, expect, it } from 'vitest';
import { deriveCode } from '../../../functions/domain/catalog/codes/rules.ts';
import { itemIdOf } from '../../../functions/domain/value/items/item-id.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

describe('the id of an item', () => {
  it('is the same for every spelling of its code, and does not reveal the code', () => {
    const code = deriveCode('seed', 'scope');
    const id = itemIdOf({ company: 'nordlys', code });
    expect(id).toMatch(/^itm_[0-9a-f]{32}$/);
    expect(itemIdOf({ company: 'nordlys', code: ` ${code.toLowerCase().replaceAll('-', '')}` })).toBe(id);
  });

  it('differs for the same code of another company', () => {
    expect(itemIdOf({ company: 'nordlys', code: 'ABCD1234' })).not.toBe(itemIdOf({ company: 'sol', code: 'ABCD1234' }));
  });
});
