import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff, type Clerk } from '../support/desk.ts';
import { importOperatorFile } from '../support/ops.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { png } from '../support/pictures.ts';
import { Shop } from '../support/shop.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

let stack: RunningStack;
let mette: Clerk;
beforeAll(async () => {
  stack = await startStack();
  mette = await signInStaff(() => stack, 'mads');
}, 60_000);
afterAll(() => stack.stop());

const EDITOR = 'form[enctype="multipart/form-data"]';
const key = (): string => stack.key('nordlys', 'demo, everything (live)');
const managed = async (family: string, search: string) =>
  (
    await stack.get<{
      data: {
        id: number;
        name: string;
        active: boolean;
        published: boolean;
        images: unknown[];
        options: { option_id: string; amount: number }[];
      }[];
    }>(`/v2/catalog/${family}`, { key: key(), query: { search } })
  ).body.data;

describe('the products at the desk', () => {
  test('lists all families with price, stock and a readable state', async () => {
    const page = await mette.open('/desk/products');
    expect([page.status, page.textOf('h1')]).toEqual([200, 'Products']);
    // No product has a picture that the desk loads yet.
    expect(page.textsOf('th')).toEqual(['Product', 'Type', 'Price', 'Left', 'Status']);
    const rows = page.textsOf('table tbody tr').join('\n');
    expect(rows).toMatch(/Event/);
    expect(rows).toMatch(/Shown to buyers/);
    expect(page.attribute('a[href="/desk/products/gift-card/value"]', 'href')).toBe('/desk/products/gift-card/value');
    expect(rows).toMatch(/has no date|not active|outside its sale period/);
    const none = await mette.open('/desk/products?search=nothing-like-this');
    expect(none.textOf('main')).toContain('Nothing was found.');
  });

  test('creates a product with a picture, and shows an error at its field', async () => {
    const empty = await mette.open('/desk/products/experiences/new');
    const wrong = await mette.submit(
      empty,
      { name: 'Desk tour', 'o.new.name': 'One hour', 'o.new.amount': 'a lot' },
      { form: EDITOR },
    );
    expect(wrong.status).toBe(422);
    expect(wrong.attribute('[name="o.new.amount"]', 'aria-invalid')).toBe('true');
    expect(wrong.attribute('[name="name"]', 'value')).toBe('Desk tour');
    const text = { field: 'picture_file', name: 'a.png', type: 'image/png', bytes: Buffer.from('no picture') };
    const broken = await mette.submit(empty, { name: 'Desk tour' }, { form: EDITOR, file: text });
    expect([broken.status, broken.attribute('[name=picture_file]', 'aria-invalid')]).toEqual([422, 'true']);
    expect(broken.textOf('[role=alert]')).toBe('Picture: The file is not a PNG, JPEG or WebP picture.');
    // The picture of a refused form is kept.
    const bytes = png({ width: 400, height: 300 });
    const file = { field: 'picture_file', name: 'a.png', type: 'image/png', bytes };
    const pictured = await mette.submit(empty, { name: 'Desk tour', 'o.new.amount': 'a lot' }, { form: EDITOR, file });
    const kept = pictured.attribute('[name=picture_url]', 'value');
    expect([pictured.status, kept]).toEqual([422, expect.stringMatching(/^http/)]);
    expect(pictured.attribute('.buyers-card img', 'src')).toBe(kept);
    const fields = {
      name: 'Desk tour',
      active: 'yes',
      public: 'yes',
      'o.new.name': 'One hour',
      'o.new.amount': '125.50',
      'o.new.active': 'yes',
      'o.new.stock': '7',
      'o.new2.name': 'Two hours',
      'o.new2.amount': '200',
      'o.new2.active': 'yes',
    };
    const page = await mette.submit(pictured, fields, { form: EDITOR });
    expect(page.status, page.text).toBe(303);
    expect(page.location).toMatch(/outcome=created$/);
    const [product] = await managed('experiences', 'Desk tour');
    expect(product).toMatchObject({
      published: true,
      images: [{ url: kept }],
      options: [{ amount: 12_550 }, { amount: 20_000 }],
    });
    const shown = await mette.follow(page);
    expect(shown.textOf('.done')).toBe('The product was created.');
    expect(shown.textOf('[data-buyers-card]')).toContain('DKK 125.50');
    const inShop = await mette.open(shown.attribute('[aria-labelledby=preview] a', 'href') ?? '');
    expect([inShop.status, inShop.textOf('h1')]).toEqual([200, 'Desk tour']);
    expect((await mette.open('/desk/products/experiences/12')).textOf('.no-picture')).toContain('another website');
    const list = await mette.open('/desk/products?search=desk+tour');
    expect(list.textsOf('th')[0]).toBe('Picture');
    expect(list.textOf('table tbody tr')).toContain('from DKK 125.50');
  });

  test('orders the pictures of a product by number', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => ({ url: `https://pictures.example/${name}.png`, role: 'product' }));
    const path = '/v2/catalog/experiences/12';
    const read = () => stack.get<{ images: object[] }>(path, { key: key() });
    const before = await read();
    const patched = await stack.call('PATCH', path, {
      key: key(),
      headers: { 'If-Match': before.headers.get('etag') ?? '' },
      body: { images: [a, b, c] },
    });
    expect(patched.status).toBe(200);
    const editorPath = '/desk/products/experiences/12';
    const places = { 'picture.0.place': '3', 'picture.2.place': '0' };
    const kept = await mette.send(await mette.open(editorPath), EDITOR, { name: '', ...places });
    expect([kept.status, kept.values(EDITOR)]).toEqual([422, expect.objectContaining(places)]);
    const saved = await mette.send(await mette.open(editorPath), EDITOR, places);
    expect(saved.textOf('.done')).toBe('Saved.');
    expect((await read()).body.images).toEqual([c, b, a]);
    expect(saved.textOf('.thumbnails')).toMatch(/^c\.png.*b\.png.*a\.png/);
    await mette.send(saved, EDITOR, { remove_pictures: 'yes' });
    expect((await read()).body.images).toEqual([]);
  });

  test('lists upcoming events, the next one first, with sold and total units', async () => {
    const page = await mette.open('/desk/events');
    expect([page.status, page.textOf('h1'), page.textOf('#upcoming')]).toEqual([200, 'Events', 'Upcoming']);
    expect(page.textOf('table tbody tr')).toMatch(/\d+ of \d+/);
    expect(page.attribute('table tbody a[href$="/cancel"]', 'href')).toMatch(/events\/\d+\/cancel$/);
    const staff = await signInStaff(() => stack, 'sille');
    const seatsOf = (list: FoundPage): string | undefined =>
      /\d of \d+/.exec(list.textsOf('tbody tr').find((row) => row.includes('Jazz ved havnen')) ?? '')?.[0];
    // One option has 120 seats and another 24, together fewer than the event.
    expect([seatsOf(page), seatsOf(await staff.open('/desk/door'))]).toEqual(['0 of 144', '0 of 144']);
    expect((await staff.open('/desk/events')).status).toBe(403);
  });

  test('derives the slug of an event from its name, and requires the quantity of an offer', async () => {
    const event = {
      name: 'Sauna & søvn',
      starts_at: '2030-05-01T19:00',
      'o.new.name': 'Adult',
      'o.new.amount': '1.000',
      seats: '1.500',
      active: 'yes',
      public: 'yes',
    };
    const empty = await mette.open('/desk/products/events/new');
    expect([empty.attribute('[name="venue.name"]', 'value'), empty.textOf('[data-buyers-card] + .state')]).toEqual([
      'Nordlys Spa & Gastronomi ApS',
      '',
    ]);
    const page = await mette.submit(empty, event, { form: EDITOR });
    expect(page.status, page.text).toBe(303);
    const shown = await mette.follow(page);
    expect(shown.attribute('[name=slug]', 'value')).toBe('sauna-sovn');
    expect(shown.attribute('[name=starts_at]', 'value')).toBe('2030-05-01T19:00');
    const [created] = await managed('events', 'Sauna');
    // Tickets and the shop show the time of day that was typed: it has the offset of the company's time zone.
    expect(created).toMatchObject({
      starts_at: '2030-05-01T19:00:00+02:00',
      seats: 1500,
      options: [{ amount: 100_000 }],
    });
    for (const [name, slug] of [
      ['Sauna & søvn', 'sauna-sovn-2'],
      ['Концерт', 'event'],
      ['演奏会', 'event-2'],
    ] as const) {
      const next = { ...event, name, starts_at: '2030-06-01T19:00' };
      const other = await mette.submit(await mette.open('/desk/products/events/new'), next, { form: EDITOR });
      expect((await mette.follow(other)).attribute('[name=slug]', 'value'), other.text).toBe(slug);
    }
    const typed = { ...event, slug: 'sauna-sovn' };
    const taken = await mette.submit(await mette.open('/desk/products/events/new'), typed, { form: EDITOR });
    expect([taken.status, taken.attribute('[name=slug]', 'aria-invalid')]).toEqual([422, 'true']);
    const offer = { name: 'Winter', 'o.new.name': 'Massage', 'o.new.amount': '300' };
    const refused = await mette.submit(await mette.open('/desk/products/special-offers/new'), offer, { form: EDITOR });
    expect([refused.status, refused.attribute('[name="o.new.stock"]', 'aria-invalid')]).toEqual([422, 'true']);
    const card = await mette.open('/desk/products/gift-card/value');
    const least = await mette.submit(card, { minimum_amount: '90.000' }, { form: EDITOR });
    expect([least.status, least.textOf('[role=alert]')]).toEqual([
      422,
      expect.stringMatching(/^Smallest amount: This is more than the largest amount, DKK [\d,]+\.00\.$/),
    ]);
  });

  test('asks for confirmation before a form with an old price replaces a newer one', async () => {
    const [product] = await managed('experiences', 'Desk tour');
    const path = `/desk/products/experiences/${product!.id}`;
    const amount = `o.${product!.options[0]!.option_id.replace('gcvo_', '')}.amount`;
    const [first, second] = [await mette.open(path), await mette.open(path)];
    await mette.send(first, EDITOR, { [amount]: '777' });
    const late = await mette.send(second, EDITOR, { 'o.new.name': 'Two hours', 'o.new.amount': '999' });
    expect([late.status, late.textOf('[role=alert]')]).toEqual([
      412,
      expect.stringMatching(/^Another user has changed this .* Nothing was saved\..* save again to replace/),
    ]);
    expect(late.values(EDITOR)).toMatchObject({ 'o.new.name': 'Two hours', 'o.new.amount': '999' });
    expect((await mette.open(path)).attribute(`[name="${amount}"]`, 'value')).toBe('777');
  });

  test('shows a second editor the stored state of an option that was added in the meantime', async () => {
    const [product] = await managed('experiences', 'Desk tour');
    const path = `/desk/products/experiences/${product!.id}`;
    const [first, second] = [await mette.open(path), await mette.open(path)];
    await mette.send(first, EDITOR, { 'o.new.name': 'Three hours', 'o.new.amount': '300', 'o.new.active': 'yes' });
    const late = await mette.send(second, EDITOR, { vat_percent: '25.5' });
    expect(late.status).toBe(412);
    expect(Object.values(late.values(EDITOR))).toContain('Three hours');
    const saved = await mette.send(late, EDITOR, { vat_percent: '25.5' });
    expect([saved.textOf('.done'), saved.attribute('[name=vat_percent]', 'value')]).toEqual(['Saved.', '25.5']);
    const [now] = await managed('experiences', 'Desk tour');
    expect(now).toMatchObject({ vat_percent: 25.5 });
    expect(now!.options.map(({ amount }) => amount)).toEqual([77_700, 20_000, 30_000]);
    const german = await signInStaff(() => stack, 'mads', 'de');
    const shown = await german.open(path);
    expect(shown.attribute('[name=vat_percent]', 'value')).toBe('25,5');
    const same = await german.send(shown, EDITOR, { vat_percent: '7,7' });
    expect(same.attribute('[name=vat_percent]', 'value')).toBe('7,7');
    const many = await german.submit(same, { vat_percent: 'viel' }, { form: EDITOR });
    expect(many.attribute('[name=vat_percent]', 'aria-invalid')).toBe('true');
    await mette.send(await mette.open(path), EDITOR, {
      vat_percent: '',
      [`o.${now!.options[2]!.option_id.replace('gcvo_', '')}.remove`]: 'yes',
    });
  });

  test('changes price and stock, duplicates and archives', async () => {
    const [product] = await managed('experiences', 'Desk tour');
    const path = `/desk/products/experiences/${product!.id}`;
    const option = product!.options[0]!;
    const optionKey = option.option_id.replace('gcvo_', '');
    const saved = await mette.send(await mette.open(path), EDITOR, {
      [`o.${optionKey}.amount`]: '130',
      name: 'Desk tour 2',
    });
    expect(saved.textOf('.done')).toBe('Saved.');
    expect((await managed('experiences', 'Desk tour'))[0]).toMatchObject({
      name: 'Desk tour 2',
      options: [{ amount: 13_000 }, { amount: 20_000 }],
    });
    const unpriced = await mette.submit(saved, { [`o.${optionKey}.amount`]: '' }, { form: EDITOR });
    expect([unpriced.status, unpriced.textOf('[role=alert]')]).toEqual([
      422,
      'One hour, Price: This field is required.',
    ]);
    const stocked = await mette.submit(
      saved,
      { set: '4', change: '', reason: 'Counted', action: 'stock' },
      { form: `form:has([name=option_id])` },
    );
    expect(stocked.location).toMatch(/outcome=stocked$/);
    const counted = await mette.follow(stocked);
    expect(counted.textOf('.movements tbody tr')).toMatch(/74madsCounted$/);
    const unchanged = await mette.submit(counted, { action: 'stock' }, { form: `form:has([name=option_id])` });
    expect([unchanged.status, unchanged.textOf('[role=alert]')]).toEqual([422, 'Left: Enter a new number.']);
    // If the stock has changed since, the refused form has the current figure, and sending it again sets nothing.
    const stockPath = `/v2/catalog/options/${option.option_id}/stock`;
    await stack.post(stockPath, { key: key(), idempotencyKey: true, body: { change: -1 } });
    const outdated = await mette.submit(counted, { action: 'stock' }, { form: `form:has([name=option_id])` });
    expect(outdated.attribute(`#set-${option.option_id}`, 'value')).toBe('3');
    const resent = await mette.submit(outdated, { action: 'stock' }, { form: `form:has([name=option_id])` });
    expect([resent.status, resent.textOf('[role=alert]')]).toEqual([422, 'Left: Enter a new number.']);
    await stack.post(stockPath, { key: key(), idempotencyKey: true, body: { change: 1 } });
    const both = { change: '2', set: '6', action: 'stock' };
    const contradictory = await mette.submit(counted, both, { form: `form:has([name=option_id])` });
    expect([contradictory.status, contradictory.textOf('.fault')]).toEqual([
      422,
      'Fill in only one of the two fields.',
    ]);
    const short = { change: '-9', reason: 'Broken', action: 'stock' };
    const refused = await mette.submit(counted, short, { form: `form:has([name=option_id])` });
    const field = `#change-${option.option_id}`;
    expect([refused.status, refused.textOf(`${field}-fault`)]).toEqual([
      409,
      'Only 4 left: the stock cannot fall below 0.',
    ]);
    expect([refused.attribute(field, 'value'), refused.attribute('[name=name]', 'value')]).toEqual([
      '-9',
      'Desk tour 2',
    ]);
    const danish = await signInStaff(() => stack, 'mads', 'da');
    const inDanish = await danish.submit(await danish.open(path), short, { form: `form:has([name=option_id])` });
    expect(inDanish.textOf('[role=alert]')).toBe(
      'Læg til eller træk fra: Der er kun 4 tilbage: lageret kan ikke komme under 0.',
    );
    const { body } = await stack.get<{ remaining: number }>(`/v2/catalog/options/${option.option_id}/stock`, {
      key: key(),
    });
    expect(body.remaining).toBe(4);
    // A figure may have separators of thousands, as the desk shows it.
    const stockForm = { form: `form:has([name=option_id])` };
    const many = { set: '1.200', change: '', reason: '', action: 'stock' };
    const set = await mette.follow(await mette.submit(await mette.open(path), many, stockForm));
    expect(set.attribute(`#set-${option.option_id}`, 'value')).toBe('1200');
    const fewer = { change: '-1,100', reason: 'Broken', action: 'stock' };
    const changed = await mette.follow(await mette.submit(set, fewer, stockForm));
    expect(changed.attribute(`#set-${option.option_id}`, 'value')).toBe('100');
    const half = await mette.submit(changed, { set: '1.5', action: 'stock' }, stockForm);
    expect([half.status, half.textOf('[role=alert]')]).toEqual([422, 'Left: This must be a whole number.']);
    const page = await mette.open(path);
    // The form for issuing without a sale offers the options by name.
    const choice = `option[value="${option.option_id}"]`;
    expect((await mette.open('/desk/issue')).textOf(choice)).toBe('One hour, DKK 130.00');
    const copy = await mette.submit(page, { action: 'duplicate' }, { form: 'form:has([value=duplicate])' });
    expect(copy.location).toMatch(/outcome=copied$/);
    const unsure = await mette.submit(page, { action: 'archive' }, { form: 'form:has([value=archive])' });
    expect([unsure.status, unsure.textOf('[role=alert]')]).toEqual([422, 'Tick the box to confirm.']);
    const gone = await mette.submit(page, { action: 'archive', sure: 'yes' }, { form: 'form:has([value=archive])' });
    expect(gone.location).toBe('/desk/products?outcome=archived');
    expect((await managed('experiences', 'Desk tour 2')).some(({ id }) => id === product!.id)).toBe(false);
  });

  test('lists each change to a limit or to seats by the editor or an import once', async () => {
    const at = 'nordlys';
    // An option with the same name as the heading of the seats, whose movements must stay separate.
    const option = { id: 7701, name: 'Total seats', amount: 13_050 };
    const event = { id: 771, name: 'Choir', slug: 'choir', starts_at: '2031-05-01T19:00:00Z', seats: 40 };
    const patched = async (body: object): Promise<void> => {
      const path = '/v2/catalog/events/771';
      const tag = (await stack.get(path, { key: key() })).headers.get('etag') ?? '';
      const answer = await stack.call('PATCH', path, { key: key(), body, headers: { 'If-Match': tag } });
      expect(answer.status, answer.bytes.toString()).toBe(200);
    };
    const moved = (body: object) =>
      stack.post('/v2/catalog/options/evto_7701/stock', { key: key(), idempotencyKey: true, body });
    const imported = (entry: object, more: object = {}) =>
      importOperatorFile(stack, { events: [{ company: at, ...event, ...entry }], ...more });
    const history = async (): Promise<string[][]> => {
      const page = await mette.open('/desk/products/events/771');
      return page.root.querySelectorAll('.movements').map((table) =>
        table.querySelectorAll('tbody tr').map((row) =>
          row
            .querySelectorAll('td, th')
            .slice(1, 4)
            .map((cell) => cell.text.trim())
            .join(' '),
        ),
      );
    };
    await imported({ options: [option] });
    expect(await history()).toEqual([]);
    for (const _twice of [1, 2]) await patched({ seats: 50, options: [{ id: 7701, stock: 9 }] });
    const api = 'demo, everything (live)';
    expect(await history()).toEqual([[`40 50 ${api}`], [`unlimited 9 ${api}`]]);
    // A patch does not change an existing limit, and setting the current number adds no movement.
    await patched({ options: [{ id: 7701, stock: 12 }] });
    expect((await moved({ set: 9 })).status).toBe(200);
    for (const _twice of [1, 2]) {
      await imported(
        { seats: 60, options: [{ ...option, stock: 12 }] },
        { restock: [{ option: 'evto_7701', company: at, remaining: 5 }] },
      );
    }
    expect(await history()).toEqual([
      ['50 60 operator', `40 50 ${api}`],
      ['9 5 operator', `unlimited 9 ${api}`],
    ]);
    await Promise.all([moved({ change: 2 }), patched({ options: [{ id: 7701, amount: 13_150 }] })]);
    await patched({ options: [{ id: 7701, stock: null }] });
    expect((await history())[1]).toEqual([`7 unlimited ${api}`, `5 7 ${api}`, '9 5 operator', `unlimited 9 ${api}`]);
    const log = await stack.get<{ data: { operation: string; subject: Record<string, string> }[] }>('/v2/audit-log', {
      key: key(),
      query: { limit: '100' },
    });
    const matches = log.body.data.filter(({ subject }) => subject['option_id'] === 'evto_7701');
    expect(matches.map(({ operation }) => operation)).toEqual(['set-stock', 'set-stock']);
    const german = await (await signInStaff(() => stack, 'mads', 'de')).open('/desk/products/events/771');
    expect(german.attribute('[name="o.7701.amount"]', 'value')).toBe('131,50');
  });

  test('adds, renames, reorders and removes categories, and assigns them to a product', async () => {
    const path = '/desk/products/categories';
    const page = await mette.open(path);
    expect(page.textOf('main')).toMatch(/Products: \d/);
    const form = 'form.category-form';
    const read = async () =>
      (await stack.get<{ categories: { id: number; name: string }[] }>('/v2/catalog/categories', { key: key() })).body
        .categories;
    const before = await read();
    const [first, second] = before;
    const edited = { [`c.${first!.id}.name`]: 'Renamed', [`c.${second!.id}.place`]: '0', 'c.new1.name': 'Added' };
    const saved = await mette.submit(page, edited, { form });
    expect(saved.location, saved.text).toBe(`${path}?outcome=saved`);
    const after = await read();
    expect(after.slice(0, 2)).toEqual([second, { id: first!.id, name: 'Renamed' }]);
    const added = after.at(-1)!;
    expect([added.name, before.some(({ id }) => id === added.id)]).toEqual(['Added', false]);
    const stale = await mette.submit(page, edited, { form });
    expect([stale.status, stale.textOf('[role=alert]')]).toEqual([
      412,
      'The categories have changed in the meantime. Check them and save again.',
    ]);
    const shown = await mette.follow(saved);
    const nameless = await mette.submit(shown, { [`c.${first!.id}.name`]: ' ' }, { form });
    expect(nameless.status).toBe(422);
    expect(nameless.textOf('[role=alert]')).toContain('A category needs a name');
    const [product] = await managed('events', '');
    const editorPath = `/desk/products/events/${product!.id}`;
    const ticked = await mette.send(await mette.open(editorPath), EDITOR, { [`category.${added.id}`]: 'yes' });
    expect(ticked.values(EDITOR)).toMatchObject({ [`category.${added.id}`]: 'yes' });
    const gone = await mette.send(await mette.open(path), form, { [`c.${added.id}.remove`]: 'yes' });
    expect(gone.textOf('.done')).toBe('Saved.');
    expect((await read()).some(({ id }) => id === added.id)).toBe(false);
    expect((await mette.open(editorPath)).values(EDITOR)).not.toHaveProperty(`category.${added.id}`);
    const again = await mette.submit(await mette.open(path), { 'c.new1.name': 'Another' }, { form });
    expect(again.status).toBe(303);
    // The number of a removed category is not reused.
    expect((await read()).at(-1)!.id).toBeGreaterThan(added.id);
  });

  test('previews a cancellation, and shows its progress afterwards', async () => {
    const event = (await managed('events', 'Jazz')).find(({ id }) => id === 5);
    const path = `/desk/products/events/${event!.id}`;
    const seat = { product_id: `evt_${event!.id}`, product_option_id: event!.options[0]!.option_id, quantity: 1 };
    const { body: settled } = await new Shop(stack, key()).order([seat]);
    const settlement = { mode: 'invoice', external_reference: settled.reference };
    await stack.post(`/v2/orders/${settled.id}/settle`, { key: key(), idempotencyKey: true, body: settlement });
    const form = await mette.open(`${path}/cancel`);
    expect(form.textOf('main')).toContain('Paid orders whose buyers are notified');
    const unsure = await mette.submit(form, { refund: 'all' }, { form: 'form.stack' });
    expect(unsure.status).toBe(422);
    const done = await mette.submit(form, { refund: 'all', message: 'Sorry', sure: 'yes' }, { form: 'form.stack' });
    expect(done.location, done.text).toBe(`${path}?outcome=cancelling`);
    const shown = await mette.follow(done);
    expect(shown.textOf('#cancellation')).toMatch(/Cancelled (In progress|Finished)\. Refunded: \d+ of \d+/);
    expect(shown.root.querySelector('#cancellation ~ .side-by-side')).not.toBeNull();
    const link = shown.attribute('#cancellation a', 'href');
    expect(shown.attribute('#cancellation', 'data-refresh')).toBe(link?.replace('#cancellation', ''));
    await stack.idle();
    // A form that was opened before the cancellation cannot cancel the event in another way, and the desk shows why it
    // is not sold.
    for (const again of [await mette.open(`${path}/cancel`), await mette.submit(form, { refund: 'none', sure: 'yes' })])
      expect([again.status, again.location]).toEqual([303, `${path}#cancellation`]);
    const closed = await mette.open(path);
    expect(closed.textOf('.state')).toBe('Cancelled');
    expect(closed.textOf(`#cancellation a[href="/desk/orders/${settled.id}"]`)).toBe(settled.reference);
    expect(closed.textOf('[aria-labelledby=stock]')).toContain('Sold: ');
    expect(closed.textOf('[aria-labelledby=stock]')).toContain('count as sold even after they are cancelled');
    expect([shown, closed].map((page) => page.root.querySelectorAll('.stock-form').length)).toEqual([0, 0]);
    const list = await mette.open('/desk/events');
    const row = list.root.querySelectorAll('tbody tr').find((each) => each.querySelector(`a[href="${path}"]`));
    expect([row?.querySelector('.state')?.text.trim(), row?.querySelector('a[href$="/cancel"]')]).toEqual([
      'Cancelled',
      null,
    ]);
    expect((await mette.open('/desk/products')).textsOf('.state')).toContain('Cancelled');
    expect((await mette.open('/desk/door')).textsOf('tbody tr:has(.state) td')[0]).toMatch(/ Cancelled$/);
  });

  test('are changed by managers and higher roles, including the gift card', async () => {
    const card = await mette.open('/desk/products/gift-card/value');
    expect(card.status).toBe(200);
    const saved = await mette.send(card, EDITOR, { maximum_amount: '4000' });
    expect(saved.textOf('.done')).toBe('Saved.');
    const staff = await signInStaff(() => stack, 'sille');
    expect((await staff.open('/desk/products')).status).toBe(403);
  });
});
