import { expect, it } from 'vitest';
import { encodeCursor } from '../../../functions/storage/cursors.ts';
import { Secrets } from '../../support/secrets.ts';

process.env['APP_SECRET'] ??= '00'.repeat(32);

const CODE = 'VZCN-RNS7-4F2K-9QXE-3MTD';
const page = (cursor: string): string => JSON.stringify({ object: 'list', data: [], next_cursor: cursor });

/** The leak check of the test support. Every stack that a test starts uses it. */

it('every test detects codes, addresses and names that its stack logs', () => {
  const secrets = new Secrets();
  secrets.collect(JSON.stringify({ code: CODE, sender: { name: 'Anna Holm', email: 'anna@example.com' } }));
  secrets.collect(JSON.stringify({ receiver_name: 'Bodil Clausen' }));
  for (const value of [CODE, 'Anna Holm', 'anna@example.com', 'Bodil Clausen']) {
    expect(secrets.leaksIn(`{"message":"x","row":"ITEM#till#${value}"}`)).toHaveLength(1);
  }
  expect(secrets.leaksIn('{"message":"Expiry sweep","expired":1}')).toEqual([]);
});

it('every test detects readable cursors of its stack', () => {
  const readable = Buffer.from(JSON.stringify({ sk: `ledger#${CODE}` })).toString('base64url');
  for (const cursor of [readable, `${readable}.c2lnbmF0dXJl`]) {
    const secrets = new Secrets();
    secrets.collect(page(cursor));
    expect(secrets.leaksIn('')).toEqual([`readable cursor ${cursor}`]);
  }
  const opaque = new Secrets();
  for (let at = 0; at < 200; at++) opaque.collect(page(encodeCursor({ company: 'till', list: 'items' }, [CODE, at])));
  expect(opaque.leaksIn('')).toEqual([]);
});
