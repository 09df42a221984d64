import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkPage, ShopBrowser } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';
import { formPdf, simplePdf, type TemplateBody } from '../support/templates.ts';

let stack: RunningStack;
let browser: ShopBrowser;
beforeAll(async () => {
  [stack, browser] = await Promise.all([startStack(), ShopBrowser.start()]);
});
afterAll(async () => {
  await browser.stop();
  await stack.stop();
});

/** Opens a window at the desk and uploads a template. */
const uploaded = async (
  how: { width: number; script?: boolean },
  { name, pdf }: { name: string; pdf: Buffer },
): Promise<Page> => {
  const page = await browser.window(how);
  await page.goto(`${stack.url}/desk/sign-in`);
  await page.locator('#username').fill('anna');
  await page.locator('#password').fill('demo-password-anna');
  await page.locator('main button').press('Enter');
  await page.waitForURL(`${stack.url}/desk`);
  await page.goto(`${stack.url}/desk/brand`);
  const form = page.locator('form[action="/desk/templates"]');
  await form.locator('#name').fill(name);
  await form.locator('#file').setInputFiles({ name: 'card.pdf', mimeType: 'application/pdf', buffer: pdf });
  await form.locator('button').click();
  await page.locator('.done').waitFor();
  return page;
};

const stored = async (page: Page): Promise<TemplateBody> => {
  const id = /pdft_[0-9a-f]+/.exec(page.url())?.[0] ?? '';
  return (await stack.get<TemplateBody>(`/v2/pdf-templates/${id}`, { key: stack.key('nordlys') })).body;
};

const placed = async (page: Page, field: string) => (await stored(page)).fields.find(({ name }) => name === field);

const MM = 72 / 25.4;

/** Waits until the pictures of all pages are loaded and the latest preview is shown. */
const drawn = async (page: Page): Promise<void> => {
  await expect.poll(() => page.locator('[data-drawing]').count()).toBe(0);
  await page.locator('image[data-filled]:not([hidden])').first().waitFor();
};

test.each([
  [1280, 'light'],
  [390, 'dark'],
] as const)('fields are dragged, resized and moved by keyboard on the page at %i px', async (width, colorScheme) => {
  const page = await uploaded({ width }, { name: `Dragged ${width}`, pdf: await simplePdf() });
  await page.emulateMedia({ colorScheme });
  await drawn(page);
  await checkPage(page, `desk-template-${colorScheme}`);
  const before = await placed(page, 'code');
  const box = page.locator('[data-place="0"] rect').first();
  await box.scrollIntoViewIfNeeded();
  const at = await box.boundingBox();
  const sheet = await page.locator('svg.sheet').boundingBox();
  if (!at || !sheet || !before) throw new Error('The field is not on the page');
  const pixels = sheet.width / 420;
  const drag = async (from: [number, number], by: [number, number]): Promise<void> => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(from[0] + by[0] / 2, from[1] + by[1] / 2);
    await page.mouse.move(from[0] + by[0], from[1] + by[1]);
    await page.mouse.up();
  };
  await drag([at.x + at.width / 2, at.y + at.height / 2], [40 * pixels, -100 * pixels]);
  // A template can be activated only after its changes are saved.
  const activate = page.locator('[value=activate]');
  expect([await activate.isVisible(), await page.locator('[data-when-unsaved]').isVisible()]).toEqual([false, true]);
  const moved = await box.boundingBox();
  if (!moved) throw new Error('The field has gone');
  await drag([moved.x + moved.width - 2, moved.y + moved.height - 2], [50 * pixels, 0]);
  await page.locator('[data-place="0"]').focus();
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
  expect(await page.locator('[data-moved]').textContent()).toMatch(/^Kode: [\d.]+, [\d.]+ · /);
  const typed = await page.locator('#place-0-x').inputValue();
  await page.waitForTimeout(700);
  await drawn(page);
  await checkPage(page, `desk-template-dragged-${colorScheme}`);
  await page.locator('.row [value=save]').click();
  await page.locator('.done').waitFor();
  expect(await page.locator('.done').textContent()).toBe('Gemt.');
  expect(await activate.isVisible()).toBe(true);
  const after = await placed(page, 'code');
  expect(after?.x).toBeCloseTo(before.x + 40 - 2 * MM, -0.5);
  expect(after?.y).toBeCloseTo(before.y - 100 + MM, -0.5);
  expect(after?.width).toBeCloseTo(before.width + 50, -0.5);
  expect(after?.height).toBeCloseTo(before.height + MM, -0.5);
  expect(Number(await page.locator('#place-0-x').inputValue())).toBe(Number(typed));
  expect(await placed(page, 'qr')).toEqual({ name: 'qr', page: 1, x: 290, y: 445, width: 110, height: 110 });
  expect(browser.complaints()).toEqual([]);
});

test('a field is added, drawn, rejected outside its page and removed', async () => {
  const page = await uploaded({ width: 1280 }, { name: 'Added', pdf: await formPdf({}) });
  await page.locator('#add').selectOption('greeting_message');
  await page.locator('[value=add]').click();
  const added = page.locator('.place-row').last();
  await expect.poll(() => added.getAttribute('open')).not.toBeNull();
  await drawn(page);
  await added.locator('[name$=".x"]').fill('140');
  await page.locator('.row [value=save]').click();
  await page.locator('.fault').waitFor();
  expect(await page.locator('[role=alert]').first().textContent()).toBe('Pladsen til Hilsen ligger uden for sin side.');
  await checkPage(page, 'desk-template-refused');
  await page.emulateMedia({ colorScheme: 'dark' });
  await checkPage(page, 'desk-template-refused-dark');
  await page.locator('.place-row').last().locator('[name$=".x"]').fill('40');
  await page.locator('.row [value=save]').click();
  await page.locator('.done').waitFor();
  expect((await placed(page, 'greeting_message'))?.x).toBeCloseTo(40 * MM, 1);
  await page.locator('.place-row summary').last().click();
  await page.locator('.place-row').last().locator('[name=step]').click();
  await page.locator('.row [value=save]').click();
  await page.locator('.done').waitFor();
  expect((await stored(page)).fields.map(({ name }) => name)).toEqual(['title', 'amount', 'code', 'qr']);
  expect(browser.complaints()).toEqual([]);
});

test('without JavaScript, fields are positioned by entering coordinates', async () => {
  const how = { width: 390, script: false };
  const page = await uploaded(how, { name: 'Typed', pdf: await formPdf({}, { pages: 2 }) });
  await checkPage(page, 'desk-template-typed');
  await page.locator('#add').selectOption('validity');
  await page.locator('#add_page').selectOption('2');
  await page.locator('[value=add]').click();
  const row = page.locator('.place-row').last();
  for (const [name, value] of Object.entries({ x: '20', y: '30.5', width: '80', height: '12', size: '14' }))
    await row.locator(`[name$=".${name}"]`).fill(value);
  await row.locator('[name$=".align"]').selectOption('center');
  await page.locator('.row [value=save]').click();
  await page.locator('.done').waitFor();
  const validity = await placed(page, 'validity');
  expect(validity).toMatchObject({ page: 2, x: 56.69, y: 86.46, width: 226.77, height: 34.02 });
  await checkPage(page, 'desk-template-typed-saved');
});
