import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { png } from '../support/pictures.ts';
import { isSignedWith, startReceiver, type Receiver } from '../support/receiver.ts';
import { sell } from '../support/sales.ts';
import { giftCard, Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

interface DeliveryBody {
  recipient: { email: string };
  delivery: { send_at: string };
}

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe('webhooks', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  const register = 'form[action="/desk/webhooks"]';
  const action = (name: string): string => `form[action$="/${name}"]`;
  const secretOn = (page: FoundPage): string => {
    const secret = page.textOf('[data-secret]');
    stack.secrets.collect(secret);
    return secret;
  };
  const filling = (path: string) => ({ url: `${receiver.url}${path}` });

  test('an endpoint is registered once, with a secret that is shown once, and a message can be sent again', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const list = await anna.open('/desk/webhooks');
    expect(list.textOf('#url-hint')).toMatch(/ Approved addresses: https?:/);
    const registered = await anna.submit(list, filling('/events'), { form: register });
    const secret = secretOn(registered);
    expect(secret).toMatch(/^whsec_/);
    const again = await anna.submit(list, filling('/events'), { form: register });
    expect(again.text).toContain('the secret is not shown again');
    expect((await anna.open('/desk/webhooks')).textsOf('tbody td')).toEqual([`${receiver.url}/events`, 'On', '0', '']);
    expect((await anna.open('/desk/audit')).textOf('tbody')).toContain(`webhook: ${receiver.url}/events`);

    const endpoint = await anna.open(registered.attribute('.links a', 'href') ?? '');
    const pinged = await anna.send(endpoint, action('ping'));
    expect(pinged.textOf('.done')).toBe('The test message is on its way.');
    await anna.send(endpoint, action('ping'));
    await stack.idle();
    expect(receiver.received.map((each) => [each.event.type, isSignedWith(secret, each)])).toEqual([
      ['webhook.ping', true],
    ]);
    const shown = await anna.open(endpoint.path);
    expect(shown.textsOf('tbody td').slice(1)).toEqual(['Test message', 'Delivered', '1', '204']);
    const delivery = await anna.open(shown.attribute('tbody a', 'href') ?? '');
    expect(delivery.textsOf('tbody tr')).toHaveLength(1);
    const replayed = await anna.send(delivery, action('replay'));
    expect(replayed.textOf('.done')).toBe('It is being sent again.');
    await stack.idle();
    const [first, second] = receiver.received.map(({ event }) => event.id);
    expect([second, (await anna.open(delivery.path)).textsOf('tbody tr').length]).toEqual([first, 2]);
  });

  test('a delivery links to its order by number', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const registered = await anna.submit(await anna.open('/desk/webhooks'), filling('/orders'), { form: register });
    const path = `/desk/orders/${await sell(stack, { key: stack.key('nordlys'), name: 'Linked' })}`;
    await stack.idle();
    const endpoint = await anna.open(registered.attribute('.links a', 'href') ?? '');
    const delivery = await anna.open(endpoint.attribute('tbody a', 'href') ?? '');
    expect((await anna.open(path)).textOf('h1')).toBe(`Order ${delivery.textOf(`a[href="${path}"]`)}`);
  });

  test('an endpoint gets a new secret next to the old one, is disabled, enabled, and deleted', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const registered = await anna.submit(await anna.open('/desk/webhooks'), filling('/kept'), { form: register });
    const endpoint = await anna.open(registered.attribute('.links a', 'href') ?? '');
    const rotated = await anna.submit(endpoint, {}, { form: action('rotate-secret') });
    const secrets = [secretOn(registered), secretOn(rotated)];
    expect(new Set(secrets).size).toBe(2);
    await anna.send(await anna.open(endpoint.path), action('ping'));
    await stack.idle();
    const kept = receiver.received.filter(({ path }) => path.endsWith('/kept'));
    expect(kept.map((each) => secrets.map((secret) => isSignedWith(secret, each)))).toEqual([[true, true]]);

    const off = await anna.send(await anna.open(endpoint.path), 'form:has([name=enabled])');
    expect([off.textOf('.done'), off.textOf('.facts dd')]).toEqual(['The endpoint is off.', 'Switched off manually']);
    expect(off.root.querySelector(action('ping'))).toBeNull();
    const on = await anna.send(off, 'form:has([name=enabled])');
    expect(on.textOf('.facts dd')).toBe('On');
    const changed = await anna.send(on, 'form:has([name=url])', { 'event.order.created': undefined });
    expect(changed.textOf('.done')).toBe('Saved.');
    expect(changed.root.querySelector('[name="event.order.created"]')?.hasAttribute('checked')).toBe(false);

    expect((await anna.send(on, action('delete'))).status).toBe(422);
    const gone = await anna.send(on, action('delete'), { sure: 'yes' });
    expect(gone.textOf('.done')).toBe('The endpoint is deleted.');
    expect((await anna.open(endpoint.path)).status).toBe(404);
  });

  test('a URL that the company has not approved is rejected, and the input is kept', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const wrong = { url: 'https://elsewhere.example/hooks', 'event.order.created': undefined };
    const refused = await anna.submit(await anna.open('/desk/webhooks'), wrong, { form: register });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'Address: This address does not begin with an approved URL of the company.',
    ]);
    const shown = refused.values(register);
    expect([shown['url'], shown['event.order.created'], shown['event.order.expired']]).toEqual([
      wrong.url,
      undefined,
      'yes',
    ]);
  });
});

describe('an order', () => {
  const fulfill = 'form[action$="/fulfill"]';

  test('can be rescheduled and sent to another address until its delivery is due', async () => {
    const key = stack.key('nordlys');
    const sendAt = new Date((await stack.nowMs()) + 48 * 3_600_000).toISOString();
    const recipient = `${randomUUID()}@example.com`;
    const { body: sold } = await new Shop(stack, key).order(giftCard(), {
      recipient: { name: 'Bo', email: recipient },
      delivery: { method: 'recipient_email', send_at: sendAt },
    });
    const form = 'form[action$="/delivery"]';
    const path = `/desk/orders/${sold.id}`;
    const read = async () => (await stack.get<DeliveryBody>(`/v2/orders/${sold.id}`, { key })).body;
    expect((await (await signInStaff(stackOf, 'sille')).open(path)).root.querySelector(form)).toBeNull();
    const mads = await signInStaff(stackOf, 'mads');
    const order = await mads.open(path);
    await mads.send(order, form);
    expect((await read()).delivery.send_at).toBe(sendAt);

    const day = (days: number): string => new Date(Date.parse(sendAt) + days * 86_400_000).toISOString().slice(0, 10);
    const filling = { send_on: day(2), send_time: '09:30', recipient_email: `other-${recipient}` };
    const changed = await mads.send(order, form, filling);
    expect(changed.textOf('.done')).toBe('The delivery was changed.');
    expect(changed.textOf('.facts')).toContain(', 09:30');
    const now = await read();
    expect([now.recipient.email, now.delivery.send_at.slice(0, 10)]).toEqual([`other-${recipient}`, day(2)]);
    const passed = await mads.submit(order, { ...filling, send_on: day(-4), guid: randomUUID() }, { form });
    expect([passed.status, passed.text.includes('This moment has passed.')]).toEqual([422, true]);
    const wrong = { ...filling, send_time: '', recipient_email: 'nobody', guid: randomUUID() };
    const refused = await mads.submit(order, wrong, { form });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      422,
      'Time: This field is required. (and 1 more)',
    ]);
    const marked = refused.root
      .querySelectorAll(`${form} [aria-invalid=true]`)
      .map((each) => each.getAttribute('name'));
    expect(marked).toEqual(['send_time', 'recipient_email']);
    expect(refused.textOf('#send_time-fault')).toBe('This field is required.');
    expect(refused.values(form)).toMatchObject({ send_on: day(2), recipient_email: 'nobody' });
  });

  test('whose fulfillment failed permanently can be retried by a manager, once', async () => {
    await stack.fault('objects', 'unavailable', 1000);
    const id = await sell(stack, { key: stack.key('nordlys'), name: randomUUID() });
    await stack.idle();
    await stack.control('DELETE', '/faults');
    const sille = await (await signInStaff(stackOf, 'sille')).open(`/desk/orders/${id}`);
    expect([sille.textOf('.facts').includes('Failed'), sille.root.querySelector(fulfill)]).toEqual([true, null]);
    const mads = await signInStaff(stackOf, 'mads');
    const order = await mads.open(`/desk/orders/${id}`);
    const begun = await mads.send(order, fulfill);
    expect(begun.textOf('.done')).toContain('The order is being fulfilled again.');
    await stack.idle();
    const again = await mads.submit(order, {}, { form: fulfill });
    expect([again.status, again.root.querySelector(fulfill)]).toEqual([409, null]);
    expect(again.textOf('section:has(#items) tbody')).toContain('Paid');
  });

  test.each([
    ['en', 'Payment authorized', 'Paid'],
    ['da', 'Betaling reserveret', 'Betalt'],
    ['de', 'Zahlung reserviert', 'Bezahlt'],
    ['sv', 'Betalning reserverad', 'Betalt'],
    ['no', 'Betaling reservert', 'Betalt'],
  ])('shows in %s a payment that is authorized and not captured', async (language, happened, captured) => {
    const id = await sell(stack, { key: stack.key('nordlys'), name: randomUUID() });
    await stack.idle();
    const page = await (await signInStaff(stackOf, 'anna', language)).open(`/desk/orders/${id}`);
    const life = 'section:has(#life)';
    expect(page.textsOf(`${life} th`)).toContain(captured);
    expect(page.textsOf('.facts dt')).toContain(captured);
    const row = page.root.querySelectorAll(`${life} tbody tr`).find(({ text }) => text.includes(happened));
    const [, , paid, refunded] = row?.querySelectorAll('td').map(({ text }) => text.trim()) ?? [];
    expect([paid, refunded]).toEqual(['', '']);
  });

  test('shows its emails, its refunds and its webhooks', async () => {
    const receiver = await startReceiver();
    const anna = await signInStaff(stackOf, 'anna');
    const register = { url: receiver.url, 'event.order.created': undefined };
    await anna.submit(await anna.open('/desk/webhooks'), register, { form: 'form[action="/desk/webhooks"]' });
    const id = await sell(stack, { key: stack.key('nordlys'), name: randomUUID() });
    await stack.idle();
    await stack.post(`/v2/orders/${id}/refund`, {
      key: stack.key('nordlys'),
      idempotencyKey: true,
      body: { amount: 5000 },
    });
    await stack.idle();
    await receiver.close();
    const page = await anna.open(`/desk/orders/${id}`);
    const rowsOf = (table: string): string[][] =>
      page.root.querySelectorAll(`section:has(#${table}) tbody tr`).map((row) =>
        row
          .querySelectorAll('td')
          .map((cell) => cell.text.trim())
          .slice(1),
      );
    expect(rowsOf('refunds').map(([what, amount, state]) => [what, amount, state])).toEqual([
      ['Refunded here', 'DKK\u00a050.00', 'Refunded'],
    ]);
    expect(rowsOf('mails').toSorted()).toEqual([
      ['Confirmation', 'Sent', '1'],
      ['Refund', 'Sent', '1'],
      ['The cards, to the recipient', 'Sent', '1'],
    ]);
    // Deliveries to other endpoints of this company, which have no receiver, are still waiting.
    const taken = rowsOf('deliveries').filter(([, state]) => state === 'Delivered');
    expect(taken.map(([event]) => event).toSorted()).toEqual([
      'Order fulfilled',
      'Order refunded in part',
      'Payment authorized',
    ]);
  });
});

describe('the brand', () => {
  const look = 'form[action="/desk/brand"]';
  interface BrandBody {
    tagline: string | null;
    display_name: string;
    version: number;
  }
  const readBrand = async (): Promise<BrandBody> =>
    (await stack.get<BrandBody>('/v2/companies/nordlys/brand', { key: stack.key('nordlys') })).body;

  test('is saved only if unchanged; otherwise the user sees current values, and keeps the input', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const token = { form_token: await anna.formToken() };
    const [mine, theirs] = [await anna.open('/desk/brand'), await anna.open('/desk/brand')];
    const saved = await anna.send(theirs, look, { ...token, tagline: 'By the fjord' });
    expect(saved.textOf('.done')).toBe('Saved.');
    const refused = await anna.send(mine, look, { ...token, display_name: 'Nordlys Spa' });
    expect(refused.status).toBe(412);
    expect(refused.textOf('[role=alert]')).toMatch(
      /^Another user has changed the brand .*Slogan below the name: now By the fjord$/,
    );
    expect(refused.values(look)).toMatchObject({
      display_name: 'Nordlys Spa',
      tagline: mine.values(look)['tagline'],
    });
    const before = await readBrand();
    expect(before.tagline).toBe('By the fjord');
    await anna.send(refused, look, { ...token, tagline: 'By the fjord' });
    expect(await readBrand()).toMatchObject({
      tagline: 'By the fjord',
      display_name: 'Nordlys Spa',
      version: before.version + 1,
    });
  });

  test('is previewed on a card before it is saved', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const { version } = await readBrand();
    const card = await anna.open('/desk/brand/preview?colors.primary=%23204080');
    expect([card.status, card.header('content-type')]).toEqual([200, 'image/jpeg']);
    const pale = await anna.open('/desk/brand/preview?colors.text=%23eeeeee&colors.background=%23ffffff');
    expect([pale.status, pale.textOf('main')]).toEqual([422, expect.stringContaining('cannot be read well')]);
    expect((await readBrand()).version).toBe(version);
    const page = await anna.open('/desk/brand');
    const shown = await anna.open(page.attribute('[data-card]', 'src') ?? '');
    expect(shown.header('content-type')).toBe('image/jpeg');
    const pdf = await anna.open(page.attribute('a[href$="/preview"]', 'href') ?? '');
    expect(pdf.header('content-type')).toBe('application/pdf');
  });

  test('accepts pictures and removes them', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const form = 'form[action$="/pictures/logo_on_light"]';
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><rect width="40" height="20" fill="#204080"/></svg>';
    const file = { field: 'picture_file', name: 'logo.svg', type: 'image/svg+xml', bytes: Buffer.from(svg) };
    const sent = await anna.follow(await anna.submit(await anna.open('/desk/brand'), {}, { form, step: 'send', file }));
    expect(sent.textOf('.done')).toBe('The picture was uploaded.');
    expect((await anna.open(sent.attribute(`${form} img`, 'src') ?? '')).header('content-type')).toBe('image/svg+xml');
    const painted = {
      field: 'picture_file',
      name: 'logo.png',
      type: 'image/png',
      bytes: png({ width: 40, height: 20 }),
    };
    const other = await anna.follow(await anna.submit(sent, {}, { form, step: 'send', file: painted }));
    expect(other.textOf('.done')).toBe('The picture was uploaded.');
    const gone = await anna.follow(await anna.submit(other, {}, { form, step: 'remove' }));
    expect([gone.textOf('.done'), gone.root.querySelector(`${form} img`)]).toEqual(['The picture was removed.', null]);
    const none = await anna.submit(gone, {}, { form, step: 'send' });
    expect([none.status, none.textOf('[role=alert]')]).toEqual([422, 'Choose a file.']);
  });

  test('keeps the input while a picture is uploaded, with the tag that was read', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const form = 'form[action$="/pictures/logo_on_light"]';
    const file = (width: number) => ({
      field: 'picture_file',
      name: 'logo.png',
      type: 'image/png',
      bytes: png({ width, height: Math.ceil(width / 2) }),
    });
    const typed = (page: FoundPage) => ({ ...page.values(look), display_name: 'Nordlys Bad' });
    const first = await anna.open('/desk/brand');
    const sent = await anna.submit(first, typed(first), { form, step: 'send', file: file(41) });
    expect([sent.status, sent.textOf('.done')]).toEqual([200, 'The picture was uploaded.']);
    expect(sent.values(look)).toMatchObject({ display_name: 'Nordlys Bad' });
    const refused = await anna.submit(sent, typed(sent), { form, step: 'send' });
    expect([refused.status, refused.values(look)['display_name']]).toEqual([422, 'Nordlys Bad']);
    const token = { form_token: await anna.formToken() };
    await anna.send(await anna.open('/desk/brand'), look, { ...token, tagline: 'By the lake' });
    const late = await anna.submit(sent, typed(sent), { form, step: 'send', file: file(42) });
    const stale = await anna.send(late, look, token);
    expect([stale.status, stale.textOf('[role=alert]')]).toEqual([412, expect.stringContaining('By the lake')]);
    const saved = await anna.send(sent, look, token);
    expect(saved.status).toBe(412);
    const unseen = await anna.submit(sent, typed(sent), { form, step: 'send' });
    expect([unseen.status, (await anna.send(unseen, look, token)).status]).toEqual([422, 412]);
    const current = await anna.open('/desk/brand');
    const sending = anna.submit(current, typed(current), { form, step: 'send', file: file(1500) });
    await setTimeout(50);
    await anna.send(await anna.open('/desk/brand'), look, { ...token, tagline: 'By the sea' });
    expect((await anna.send(await sending, look, token)).status).toBe(412);
    const long = await anna.send(sent, look, { ...token, display_name: 'x'.repeat(200) });
    const short = await anna.send(long, look, { ...token, display_name: 'Nordlys Bad' });
    expect([long.status, short.status]).toEqual([422, 412]);
    expect((await readBrand()).display_name).not.toBe('Nordlys Bad');
    expect((await readBrand()).tagline).toBe('By the sea');
  });
});

describe('the order page', () => {
  const save = 'form:has([name="v.title.en"])';
  const close = 'form[action$="/close"]';
  const create = 'form[action="/desk/order-page/drafts"]';
  interface Page {
    revision: number;
    values: { title: Record<string, string>; suggested_amounts: number[]; open: boolean };
  }
  const live = async (): Promise<Page> => (await stack.get<Page>('/v2/order-page', { key: stack.key('nordlys') })).body;
  const draftOf = async (note: string) => {
    const anna = await signInStaff(stackOf, 'anna');
    const overview = await anna.open('/desk/order-page');
    return { anna, draft: await anna.follow(await anna.submit(overview, { note }, { form: create })) };
  };

  test('is changed in a draft, previewed, and published under the user’s name', async () => {
    const { anna, draft } = await draftOf('autumn');
    const before = await live();
    const saved = await anna.send(draft, save, {
      'v.title.en': 'Autumn at Nordlys',
      'v.suggested_amounts': '250, 500',
    });
    expect(saved.textOf('.done')).toContain('The draft is saved.');
    expect(saved.textsOf('section:has(#publish) li')).toEqual(['Suggested amounts', 'Title']);
    expect(await live()).toEqual(before);
    const preview = await anna.submit(saved, {}, { form: close, step: 'preview' });
    const page = await anna.open(preview.location.replace(stack.url, '').replace('/shop/nordlys', '/shop/nordlys/en'));
    expect([page.status, page.text.includes('Autumn at Nordlys')]).toEqual([200, true]);
    const published = await anna.follow(await anna.submit(saved, {}, { form: close, step: 'publish' }));
    expect(published.textOf('.done')).toBe('The draft is live.');
    const after = await live();
    expect([after.revision, after.values.title['en'], after.values.suggested_amounts, after.values.open]).toEqual([
      before.revision + 1,
      'Autumn at Nordlys',
      [25000, 50000],
      before.values.open,
    ]);
    expect(published.textsOf('section:has(#revisions) tbody tr:first-child td').slice(1, 5)).toEqual([
      String(after.revision),
      'anna',
      'Title, Suggested amounts'.split(', ').toSorted().join(', '),
      'autumn',
    ]);
    const back = await anna.send(published, 'form[action$="/restore"]');
    expect(back.textOf('.done')).toContain('live again');
    expect((await live()).values.title).toEqual(before.values.title);
  });

  test('is not published over unseen changes: the user sees current values, and keeps the input', async () => {
    const { anna, draft } = await draftOf('mine');
    await anna.send(draft, save, { 'v.contact.phone': '+45 11 11 11 11' });
    const refused = await anna.send(draft, save, { 'v.contact.phone': '+45 22 22 22 22' });
    expect(refused.status).toBe(412);
    expect(refused.textOf('[role=alert]')).toMatch(
      /^Another user has changed this draft.*questions: now \+45 11 11 11 11$/,
    );
    expect(refused.values(save)['v.contact.phone']).toBe('+45 22 22 22 22');
    const stale = await anna.submit(draft, {}, { form: close, step: 'publish' });
    // Without differences the form has no publish button. A request to publish is still rejected, because its tag is
    // outdated.
    expect(stale.status).toBe(412);
    const saved = await anna.send(refused, save);
    expect(saved.values(save)['v.contact.phone']).toBe('+45 22 22 22 22');
    const gone = await anna.follow(await anna.submit(saved, {}, { form: close, step: 'discard' }));
    expect([gone.textOf('.done'), gone.text.includes('mine')]).toEqual(['The draft is discarded.', false]);
  });

  test('is not discarded over unseen changes by another user, who may then confirm', async () => {
    const { anna, draft } = await draftOf('kept');
    await anna.send(draft, save, { 'v.contact.phone': '+45 33 33 33 33' });
    const refused = await anna.submit(draft, {}, { form: close, step: 'discard' });
    expect([refused.status, refused.textOf('[role=alert]')]).toEqual([
      412,
      expect.stringMatching(/^Another user has changed this draft.*Nothing was discarded/),
    ]);
    expect(refused.values(save)['v.contact.phone']).toBe('+45 33 33 33 33');
    const gone = await anna.follow(await anna.submit(refused, {}, { form: close, step: 'discard' }));
    expect([gone.textOf('.done'), gone.text.includes('kept')]).toEqual(['The draft is discarded.', false]);
  });

  test('keeps the input of a draft that was closed in the meantime, and begins one new draft with it', async () => {
    const { anna, draft } = await draftOf('mine');
    const [typed, amounts] = ['+45 44 44 44 44', '300, 600'];
    await anna.submit(draft, {}, { form: close, step: 'discard' });
    expect((await anna.open(draft.path)).root.querySelector(save)).toBeNull();
    const filling = { 'v.contact.phone': typed, 'v.suggested_amounts': amounts };
    const refused = await anna.send(draft, save, filling);
    expect([refused.status, refused.textOf('[role=alert] p')]).toEqual([
      409,
      expect.stringMatching(/^Another user has published or discarded this draft.*Nothing was saved/),
    ]);
    expect(refused.textsOf('[role=alert] li')).toHaveLength(2);
    expect(refused.values(save)).toMatchObject(filling);
    expect(refused.textsOf(`${save} button`)).toEqual(['Begin a new draft with this']);
    const newDraft = { new_draft: 'yes' };
    const created = await anna.submit(refused, newDraft, { form: save });
    expect((await anna.submit(refused, newDraft, { form: save })).location).toBe(created.location);
    const begun = await anna.follow(created);
    expect([begun.textOf('h1'), begun.path === draft.path]).toEqual(['mine', false]);
    expect(begun.values(save)).toMatchObject(filling);
    expect(begun.textsOf('section:has(#publish) li')).toHaveLength(2);
    await anna.submit(begun, {}, { form: close, step: 'discard' });
  });

  test('reports why no new draft can be created with the input, and keeps it', async () => {
    const { anna, draft } = await draftOf('full');
    const typed = { 'v.contact.phone': '+45 55 55 55 55' };
    await anna.submit(draft, {}, { form: close, step: 'discard' });
    const refused = await anna.send(draft, save, typed);
    const another = async (): Promise<FoundPage> =>
      anna.submit(await anna.open('/desk/order-page'), { note: 'more' }, { form: create });
    const results: string[] = [];
    for (let more = await another(); more.status === 303; more = await another()) results.push(more.location);
    const full = await anna.submit(refused, { new_draft: 'yes' }, { form: save });
    expect([full.status, full.textOf('[role=alert]')]).toEqual([
      409,
      expect.stringContaining('at most 20 open drafts'),
    ]);
    expect(full.values(save)).toMatchObject(typed);
    for (const other of results) await anna.submit(await anna.open(other), {}, { form: close, step: 'discard' });
    expect((await anna.submit(full, { new_draft: 'yes' }, { form: save })).status).toBe(303);
  });

  test('reports all faults of a draft at once, and saves nothing', async () => {
    const { anna, draft } = await draftOf('wrong');
    const wrong = {
      'v.title.en': 'x'.repeat(121),
      'v.contact.email': 'nobody',
      'v.return_url': 'https://elsewhere.example',
    };
    const refused = await anna.send(draft, save, wrong);
    expect([refused.status, refused.textsOf('[role=alert] li').toSorted()]).toEqual([
      422,
      [
        'Email for questions: This must be an email address.',
        'Return URL: This address is not among the approved addresses of the company.',
        'Title: English: This must have at most 120 characters.',
      ],
    ]);
    const amount = await anna.send(draft, save, { 'v.suggested_amounts': '100, a lot' });
    expect(amount.textOf('[role=alert]')).toBe('Suggested amounts: a lot is not an amount.');
    expect((await anna.open(draft.path)).textOf('section:has(#publish) p')).toBe(
      'The draft is the same as the live page.',
    );
  });
});
