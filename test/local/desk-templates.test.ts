import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signInStaff } from '../support/desk.ts';
import type { FoundPage } from '../support/page-visitor.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { formPdf, simplePdf, TemplatePartner, type TemplateBody } from '../support/templates.ts';

let stack: RunningStack;
const stackOf = (): RunningStack => stack;

beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.stop());

describe('card templates at the desk', () => {
  test('are uploaded, previewed, activated, reverted and deleted', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const pdf = await formPdf({ code: { x: 40, y: 300, width: 200, height: 30 } });
    const file = { field: 'picture_file', name: 'card.pdf', type: 'application/pdf', bytes: pdf };
    const form = 'form[action="/desk/templates"]';
    const uploaded = await anna.submit(await anna.open('/desk/brand'), { name: 'Autumn' }, { form, file });
    const editor = await anna.follow(uploaded);
    expect(editor.textOf('.done')).toContain('The template is ready.');
    const ready = await anna.open('/desk/brand');
    const rows = (page: FoundPage): string[][] =>
      page.root.querySelectorAll('section:has(#templates) tbody tr').map((row) =>
        row
          .querySelectorAll('td')
          .map((cell) => cell.text.trim())
          .slice(0, 3),
      );
    expect(rows(ready)).toContainEqual(['Autumn', 'everything', 'Ready']);
    const path = ready.root
      .querySelectorAll('section:has(#templates) tbody tr')
      .find((row) => row.text.includes('Autumn'))
      ?.querySelector('a')
      ?.getAttribute('href');
    expect((await anna.open(path ?? '')).header('content-type')).toBe('application/pdf');
    const change = `form[action="${path?.replace('/preview', '/change')}"]`;
    const step = async (page: FoundPage, name: string): Promise<FoundPage> =>
      anna.follow(await anna.submit(page, {}, { form: change, step: name }));
    const used = await step(ready, 'activate');
    expect(rows(used)).toEqual(
      expect.arrayContaining([
        ['Autumn', 'everything', 'In use'],
        ['Our card', 'everything', 'Ready'],
      ]),
    );
    const kept = await anna.submit(used, {}, { form: change, step: 'delete' });
    expect([kept.status, kept.textOf('[role=alert]')]).toEqual([
      409,
      'This template is active. Activate another one first.',
    ]);
    const back = await step(used, 'revert');
    expect(rows(back)).toContainEqual(['Our card', 'everything', 'In use']);
    const gone = await step(back, 'delete');
    expect(gone.text).not.toContain('Autumn');
    const unknown = await anna.submit(used, {}, { form: change, step: 'burn' });
    expect([unknown.status, rows(unknown)]).toEqual([422, rows(gone)]);
    const log = await stack.get<{ data: { operation: string }[] }>('/v2/audit-log', {
      key: stack.key('nordlys'),
      query: { by: 'anna', channel: 'desk' },
    });
    expect(log.body.data.slice(0, 4).map(({ operation }) => operation)).toEqual([
      'delete-pdf-template',
      'revert-pdf-template',
      'activate-pdf-template',
      'desk-upload-template',
    ]);
  });

  test('are reverted by only one step when two members of staff revert concurrently', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const pdf = await formPdf({ code: { x: 40, y: 300, width: 200, height: 30 } });
    const forms: string[] = [];
    for (const name of ['Spring', 'Summer']) {
      const file = { field: 'picture_file', name: 'card.pdf', type: 'application/pdf', bytes: pdf };
      const form = 'form[action="/desk/templates"]';
      const { location } = await anna.submit(await anna.open('/desk/brand'), { name }, { form, file });
      forms.push(`form[action="${location.split('?')[0]}/change"]`);
      await anna.submit(await anna.open('/desk/brand'), {}, { form: forms.at(-1)!, step: 'activate' });
    }
    const [spring, summer] = [forms[0]!, forms[1]!];
    const [mine, theirs] = [await anna.open('/desk/brand'), await anna.open('/desk/brand')];
    const stateOf = (page: FoundPage, form: string): string | undefined =>
      page.root.querySelectorAll('section:has(#templates) tbody tr').find((row) => row.querySelector(form))?.text;
    const back = await anna.follow(await anna.submit(theirs, {}, { form: summer, step: 'revert' }));
    expect(stateOf(back, spring)).toContain('In use');
    const late = await anna.submit(mine, {}, { form: summer, step: 'revert' });
    expect([late.status, late.textOf('[role=alert]')]).toEqual([409, 'This template is no longer active.']);
    expect(stateOf(late, spring)).toContain('In use');
    await anna.submit(late, {}, { form: spring, step: 'revert' });
  });

  test('have fields placed as through the API, with errors shown at their fields', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const pdf = await formPdf({}, { pages: 2 });
    const file = { field: 'picture_file', name: 'card.pdf', type: 'application/pdf', bytes: pdf };
    const filling = { name: 'Placed' };
    const form = 'form[action="/desk/templates"]';
    const page = await anna.follow(await anna.submit(await anna.open('/desk/brand'), filling, { form, file }));
    const path = page.path.split('?')[0] ?? '';
    const id = path.split('/').at(-1) ?? '';
    const stored = async () =>
      (await stack.get<TemplateBody>(`/v2/pdf-templates/${id}`, { key: stack.key('nordlys') })).body;
    const first = await stored();
    expect(first.fields.map(({ name }) => name)).toEqual(['title', 'amount', 'code', 'qr']);
    expect(page.textsOf('.place text')).toEqual(['Name of the product', 'Amount', 'Code', 'QR code']);
    const main = 'form.template-form';
    // The buttons that add and remove fields save nothing, and keep typed values.
    const added = await anna.submit(page, { add: 'logo', add_page: '2', name: 'Typed' }, { form: main, step: 'add' });
    expect([added.status, added.attribute('[name="places.4.field"]', 'value')]).toEqual([200, 'logo']);
    expect([added.attribute('#name', 'value'), (await stored()).version]).toEqual(['Typed', first.version]);
    const activations = [page, added].map(({ root }) => root.querySelectorAll('[value=activate]').length);
    expect(activations).toEqual([1, 0]);
    const fewer = await anna.submit(added, {}, { form: main, step: 'remove.0' });
    expect(fewer.textsOf('.place text')).toEqual(['Amount', 'Code', 'QR code', 'Logo']);
    const typed = { 'places.3.x': '140', 'places.3.width': '', 'places.0.size': '300' };
    const refused = await anna.submit(fewer, typed, { form: main, step: 'save' });
    expect([refused.status, refused.textsOf('#place-3 .fault, #place-0 .fault').length]).toEqual([422, 2]);
    expect(refused.textOf('[role=alert]')).not.toContain('layout');
    const outside = { 'places.3.width': '40', 'places.0.size': '20' };
    const still = await anna.submit(refused, outside, { form: main, step: 'save' });
    expect(still.textOf('#place-3 .fault')).toBe('The place of Logo is outside its page.');
    const unsaved = { ...still.values(main), 'places.3.x': '20', shown: '2' };
    const drawn = await anna.post(`${path}/picture`, Object.entries(unsaved));
    expect([drawn.status, drawn.header('content-type'), drawn.header('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'no-store',
    ]);
    const [bare, filled] = [await anna.open(`${path}/pages/1`), await anna.open(`${path}/pages/1?filled=yes`)];
    expect([bare, filled].map(({ status }) => status)).toEqual([200, 200]);
    expect(filled.bytes).not.toEqual(bare.bytes);
    expect((await anna.open(`${path}/pages/3`)).status).toBe(404);
    const saved = await anna.follow(await anna.submit(still, { 'places.3.x': '20' }, { form: main, step: 'save' }));
    expect(saved.textOf('.done')).toBe('Saved.');
    const now = await stored();
    expect([now.name, now.version]).toEqual(['Typed', first.version + 1]);
    expect(now.fields.find(({ name }) => name === 'logo')).toMatchObject({ page: 2, x: 56.69, width: 113.39 });
    // Fields that were not edited keep their exact position in points.
    expect(now.fields.filter(({ name }) => name === 'qr')).toEqual(first.fields.filter(({ name }) => name === 'qr'));
    const late = await anna.submit(page, { name: 'Late' }, { form: main, step: 'save' });
    expect([late.status, late.textOf('[role=alert]')]).toEqual([
      412,
      expect.stringContaining('Another user has changed this'),
    ]);
    const used = `form[action="${path}/change"]`;
    await anna.submit(saved, {}, { form: used, step: 'activate' });
    const seenBefore = await anna.submit(saved, { name: 'Later' }, { form: main, step: 'save' });
    expect(seenBefore.status).toBe(412);
    const inUse = await anna.submit(seenBefore, { name: 'Later' }, { form: main, step: 'save' });
    expect([inUse.status, inUse.text.includes('its fields cannot be moved')]).toEqual([409, true]);
    // The browser does not send its disabled fields, so its pages are shown by links.
    const shownPages = inUse.root.querySelectorAll('a[href*="/pages/"]').map((link) => link.getAttribute('href') ?? '');
    expect([shownPages.length, inUse.root.querySelectorAll('[data-draws]').length]).toEqual([2, 0]);
    const [firstPage, emptyPage] = [await anna.open(shownPages[0] ?? ''), await anna.open(`${path}/pages/1`)];
    expect(firstPage.status).toBe(200);
    expect(firstPage.bytes).not.toEqual(emptyPage.bytes);
    expect((await anna.open('/desk/brand')).text).toContain('Place fields');
    const brand = await anna.open('/desk/brand');
    await anna.submit(brand, {}, { form: used, step: 'revert' });
  });

  test('beyond the fiftieth are on a page of their own', async () => {
    const anna = await signInStaff(stackOf, 'anna');
    const templates = new TemplatePartner(stack, stack.key('nordlys'));
    const pdf = await simplePdf();
    for (let serial = 0; serial < 50; serial++) await templates.made(pdf);
    const first = await anna.open('/desk/brand');
    expect(first.textOf('section:has(#templates)')).not.toContain('Our card');
    const older = first.root.querySelector('a[href*="starting_after"]');
    expect(older?.text).toBe('Older templates');
    const second = await anna.open(older?.getAttribute('href') ?? '');
    expect(second.textOf('section:has(#templates)')).toContain('Our card');
  });

  test('offer the samples in the list of fields', async () => {
    interface FieldList {
      data: { name: string; sample: string }[];
    }
    const { body } = await stack.get<FieldList>('/v2/pdf-templates/fields', { key: stack.key('nordlys') });
    const samples = Object.fromEntries(body.data.map(({ name, sample }) => [name, sample.replaceAll(/\s/g, ' ')]));
    expect(samples).toMatchObject({
      amount: '500 kr.',
      currency: 'DKK',
      validity: '30. november 2029',
      company_name: 'Nordlys Spa & Gastronomi',
      title: 'Middag for to',
      formalities: 'Gælder i tre år. Kan ikke ombyttes til kontanter.',
      event_starts_at: 'lørdag den 1. maj 2027 kl. 19.00',
      seats: '2 personer',
      item_number: '1 af 3',
    });
  });
});
