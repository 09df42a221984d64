import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { mailKey, type MailRow } from '../../../functions/domain/notifications/mail/rows.ts';
import { eraseTraces } from '../../../functions/domain/reporting/privacy/erase-traces.ts';
import { erasePerson } from '../../../functions/domain/reporting/privacy/erase.ts';
import { hasAddressAnywhere, withoutAddress } from '../../../functions/domain/reporting/privacy/mentions.ts';
import { deliveryRow, eventRow } from '../../../functions/domain/notifications/webhooks/record-event.ts';
import { itemEventId } from '../../../functions/domain/notifications/webhooks/rules.ts';
import { itemIdOf } from '../../../functions/domain/value/items/item-id.ts';
import { documents } from '../../../functions/storage/client.ts';
import { DeleteCommand, UpdateCommand } from '../../../functions/storage/commands.ts';
import { everyRow } from '../../../functions/storage/every-row.ts';
import { putRows } from '../../../functions/storage/put-rows.ts';
import { deleteRow, getRow, type Row } from '../../../functions/storage/table.ts';
import { startTable, type TestTable } from '../../support/table.ts';
import { sampleItem } from '../items/sample.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const EMAIL = 'ann@x.dk';

const unsentMail = (company: string, mailId: string, email: string): MailRow => {
  const about = { company, mailId, orderId: `ord_${'0'.repeat(32)}` };
  const tries = { state: 'failed', holder: 'm', heldUntilMs: 0, attempts: 8, updatedAtMs: 0 } as const;
  return {
    ...mailKey(company, mailId),
    type: 'mail',
    v: 1,
    ...about,
    ...tries,
    message: { kind: 'items', ...about, code: 'CODE', email },
  };
};

const recordedAnswer = (company: string, place: string, body: unknown): Row & { reply: object } => ({
  pk: `IDEMPOTENCY#${company}#issue-items#${place}`,
  sk: 'record',
  type: 'idempotency',
  v: 1,
  reply: { status: 201, headers: {}, body: JSON.stringify(body) },
});

const row = (pk: string, sk: string, more: object): Row => ({ pk, sk, type: 'other', v: 1, ...more });

describe('erasing a person', () => {
  test('does not change companies with similar slugs, or people with similar email addresses', async () => {
    const own = [
      unsentMail('nordlys', 'resend-1', EMAIL),
      recordedAnswer('nordlys', 'own', { receiver_email: EMAIL, note: `Call\nAnn@X.dk.` }),
      row('USER#boss', 'user', { type: 'user', company: 'nordlys', username: EMAIL }),
      row('COMPANY#nordlys', 'company', { type: 'company', contact: EMAIL }),
    ];
    const others = [
      unsentMail('nordlys-two', 'resend-1', EMAIL),
      unsentMail('nordlys', 'resend-2', 'joann@x.dk'),
      recordedAnswer('nordlys-two', 'other', { reciever_email: EMAIL }),
      recordedAnswer('nordlys_two', 'other', { reciever_email: EMAIL }),
      recordedAnswer('nordlys', 'longer', { reciever_email: 'joann@x.dk', note: 'ann@x.dk.example and o’ann@x.dk' }),
      row('SETTLEMENT#other#nordlys', 'settlement', { type: 'lonely-settlement', note: EMAIL }),
      row('USER#nordlys', 'user', { type: 'stranger', company: 'other', username: EMAIL }),
      row('SEARCH#nordlys-two#packs', 'epoch', { type: 'foreign-pack', note: EMAIL }),
    ];
    await putRows([...own, ...others]);
    expect(await erasePerson('nordlys', EMAIL)).toMatchObject({ traces: 2, left: ['company', 'user'] });
    for (const each of others) expect(await getRow({ pk: each.pk, sk: each.sk })).toEqual(each);
    const results: string[] = [];
    for await (const each of everyRow('nordlys')) if (hasAddressAnywhere(each, EMAIL)) results.push(each.type);
    expect(results.toSorted()).toEqual(['company', 'user']);
  });

  test('keeps an attempt that a webhook delivery records at the same time', async () => {
    const attempt = { atMs: 1, status: 500, excerpt: EMAIL };
    const delivery = (attempts: object[]): Row =>
      row('DELIVERY#hooks', '1', { type: 'webhook-delivery', company: 'hooks', orderId: 'ord_1', attempts });
    await putRows([delivery([attempt])]);
    const send = documents.send.bind(documents);
    const sent = vi
      .spyOn(documents, 'send')
      .mockImplementationOnce(send)
      .mockImplementation(async (command) => {
        if (command instanceof UpdateCommand) {
          sent.mockImplementation(send);
          await putRows([delivery([attempt, { ...attempt, atMs: 2 }])]);
        }
        return send(command);
      });
    expect(await eraseTraces('hooks', EMAIL, { orders: new Set(['ord_1']), events: new Set() })).toBe(1);
    sent.mockRestore();
    const kept = [1, 2].map((atMs) => ({ atMs, status: 500 }));
    expect(await getRow(delivery([]))).toMatchObject({ attempts: kept });
  });

  test('erases the responses of receivers to events of the items of the person', async () => {
    const [own, other] = ['CODEOFANN', 'CODEOFBO'].map((code) => {
      const item = sampleItem({ company: 'answers', code, orderId: `ord_${code}` });
      if (code === 'CODEOFANN') item.receiver = { name: 'Ann', email: EMAIL, phone: null };
      const event = { id: itemEventId('answers', code, 1), company: 'answers', eventType: 'item.issued' } as const;
      const stored = eventRow({ ...event, itemId: itemIdOf(item), occurredAtMs: 1, raw: new Uint8Array() }, 1);
      const answer = [{ atMs: 1, durationMs: 1, httpStatus: 200, excerpt: 'Stored the card of the holder' }];
      const endpoint = { id: 'wh_1', consecutiveFailures: 0 };
      return { item, stored, delivery: { ...deliveryRow(event, endpoint, Date.now()), attempts: answer } };
    });
    await putRows([own!, other!].flatMap(({ item, stored, delivery }) => [item, stored, delivery]));
    expect(await erasePerson('answers', EMAIL)).toMatchObject({ items: 1, traces: 1, left: [] });
    expect(await getRow(own!.delivery)).toMatchObject({ attempts: [{ atMs: 1, durationMs: 1, httpStatus: 200 }] });
    expect(JSON.stringify(await getRow(own!.delivery))).not.toContain('holder');
    expect(await getRow(other!.delivery)).toEqual(other!.delivery);
  });

  test('erases a response that a concurrent request records', async () => {
    const subscription = row('SUBSCRIBERS#late', EMAIL, { type: 'subscriber', company: 'late', email: EMAIL });
    await putRows([subscription]);
    const send = documents.send.bind(documents);
    const sent = vi.spyOn(documents, 'send').mockImplementation(async (command) => {
      if (command instanceof DeleteCommand)
        await putRows([recordedAnswer('late', 'running', { receiver_email: EMAIL })]);
      return send(command);
    });
    expect(await erasePerson('late', EMAIL)).toMatchObject({ traces: 1, subscriptions: 1, left: [] });
    sent.mockRestore();
  });

  test('erases the buyer and the receiver of directly issued items, even if both are erased at the same time', async () => {
    const [buyer, receiver] = ['bo@x.dk', 'eve@x.dk'] as const;
    const person = (email: string) => ({ name: email, email, phone: null });
    const facts = {
      sender: person(buyer),
      senderCompany: null,
      receiver: person(receiver),
      greeting: null,
      ticket: null,
    };
    const order = row('ITEMORDER#both#io_1', 'order', {
      type: 'item-order',
      company: 'both',
      facts,
      deliverTo: receiver,
    });
    await putRows([order]);
    const send = documents.send.bind(documents);
    const sent = vi.spyOn(documents, 'send').mockImplementation(async (command) => {
      if (command instanceof UpdateCommand) {
        sent.mockRestore();
        await erasePerson('both', receiver);
      }
      return send(command);
    });
    expect(await erasePerson('both', buyer)).toMatchObject({ left: [] });
    for (const email of [buyer, receiver]) expect(hasAddressAnywhere(await getRow(order), email)).toBe(false);
  });

  test('skips a recorded response that expires in the meantime', async () => {
    const [first, second] = ['first', 'second'].map((name) => recordedAnswer('gone', name, { receiver_email: EMAIL }));
    await putRows([first!, second!]);
    const send = documents.send.bind(documents);
    const sent = vi.spyOn(documents, 'send').mockImplementation(async (command) => {
      if (command instanceof UpdateCommand) await deleteRow(first!);
      return send(command);
    });
    expect(await erasePerson('gone', EMAIL)).toMatchObject({ traces: 1, left: [] });
    sent.mockRestore();
    expect(hasAddressAnywhere(await getRow(second!), EMAIL)).toBe(false);
  });

  test.each(['joann@x.dk', 'o’ann@x.dk', "o'ann@x.dk", 'jo.ann@x.dk', 'jo+ann@x.dk', 'jo-ann@x.dk', 'åann@x.dk'])(
    'another email address that contains the erased one is kept: %s',
    (other) => {
      expect([hasAddressAnywhere({ a: [other] }, EMAIL), withoutAddress(other, EMAIL, '-')]).toEqual([false, other]);
      expect(hasAddressAnywhere(`${EMAIL}.example`, EMAIL) || hasAddressAnywhere(`${EMAIL}-a.dk`, EMAIL)).toBe(false);
    },
  );

  test.each(['ann@blåbær.dk', 'Ann@BLÅBÆR.DK', 'ann@xn--blbr-roah.dk', 'ann@bla\u030Abær.dk'])(
    'the email address is removed with its domain in any script or in punycode: %s',
    (email) => {
      const text = 'ann@blåbær.dk, ANN@XN--BLBR-ROAH.dk; ann@blåbær.dk.example, ann@sortblåbær.dk, joann@blåbær.dk';
      expect(hasAddressAnywhere({ note: 'To ann@blåbær.dk.' }, email)).toBe(true);
      expect(withoutAddress(text, email, '-')).toBe('-, -; ann@blåbær.dk.example, ann@sortblåbær.dk, joann@blåbær.dk');
    },
  );

  test('erases the email address of a resend from its recorded response, if it was sent with another form of the domain', async () => {
    const response = { info: 'Gift card', message: 'The item is being sent to ann@blåbær.dk.' };
    const kept = recordedAnswer('idn', 'resend', response);
    await putRows([kept, row('USER#idn', 'user', { type: 'user', company: 'idn', username: 'ann@blåbær.dk' })]);
    expect(await erasePerson('idn', 'ann@xn--blbr-roah.dk')).toMatchObject({ traces: 1, left: ['user'] });
    expect(JSON.stringify(await getRow(kept))).not.toContain('blåbær');
  });

  test.each([
    ['<Ann@X.DK>', '<->'],
    ["'ann@x.dk'", "'-'"],
    ['mailto:ann@x.dk?a=1&to=ann@x.dk&b', 'mailto:-?a=1&to=-&b'],
    ['Write to ann@x.dk.', 'Write to -.'],
    ['{"note":"Hi\\nann@x.dk"}', '{"note":"Hi\\n-"}'],
    ['ann@x.dk... Or ann@x．dk。', '-... Or -。'],
  ])('the email address is removed in every form: %s', (text, erased) => {
    expect([hasAddressAnywhere({ [text]: 1 }, EMAIL), withoutAddress(text, EMAIL, '-')]).toEqual([true, erased]);
  });
});
