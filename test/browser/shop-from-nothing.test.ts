import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ops } from '../support/ops.ts';
import { png } from '../support/pictures.ts';
import { checkPage, ShopBrowser } from '../support/shop-browser.ts';
import { startStack, type RunningStack } from '../support/stack.ts';

/** An owner's steps from invitation to first sale, all in a browser. */
const PASSWORD = 'a long pass phrase of mine';
const COMPANY = '--slug first --name First --country DK --currency DKK --language en --admin ada@example.com'.split(
  ' ',
);
const PICTURE = { name: 'spa.png', mimeType: 'image/png', buffer: png({ width: 640, height: 480 }) };

const stacks: RunningStack[] = [];
let browser: ShopBrowser;
beforeAll(async () => {
  browser = await ShopBrowser.start();
});
afterAll(async () => {
  await browser.stop();
  await Promise.all(stacks.map((stack) => stack.stop()));
});

/** A user at the desk of a new shop. */
class Owner {
  readonly stack: RunningStack;
  readonly page: Page;
  readonly width: number;

  constructor(stack: RunningStack, page: Page, width: number) {
    this.stack = stack;
    this.page = page;
    this.width = width;
  }

  async linkIn(email: string): Promise<string> {
    await this.stack.idle();
    return /https?:\S+\/desk\/set-password\S+/.exec((await this.stack.mail(email)).at(-1)?.text ?? '')?.[0] ?? '';
  }

  /** Opens a step of the set-up by its link. */
  async step(id: string): Promise<void> {
    await this.page.goto(`${this.stack.url}/desk/set-up`);
    await this.page.click(`[data-step="${id}"] a`);
  }

  async isDone(id: string): Promise<boolean> {
    await this.page.goto(`${this.stack.url}/desk/set-up`);
    return (await this.page.locator(`[data-step="${id}"] a`).count()) === 0;
  }

  async fill(fields: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, text] of Object.entries(fields))
      await this.page.getByLabel(label, { exact: true }).first().fill(text);
  }

  /** Presses a button, and waits for the confirmation. */
  async press(button: string): Promise<void> {
    await this.page.getByRole('button', { name: button, exact: true }).first().click();
    await this.page.locator('.done').first().waitFor();
  }

  check(name: string): Promise<void> {
    return checkPage(this.page, `nothing-${name}`);
  }
}

const at = (owner: Owner, path: string): Promise<unknown> => owner.page.goto(`${owner.stack.url}${path}`);

const newOption = async (owner: Owner, number: number, fields: Readonly<Record<string, string>>): Promise<void> => {
  const group = owner.page.locator('fieldset.new-option').nth(number);
  // Options after the first are collapsed.
  if (!(await group.isVisible())) await group.locator('xpath=ancestor::details/summary').click();
  for (const [label, text] of Object.entries(fields)) await group.getByLabel(label, { exact: true }).fill(text);
};

/** Opens the editor for a new product of a family from the list. */
const begin = async (owner: Owner, family: string): Promise<void> => {
  await at(owner, '/desk/products');
  await owner.page.locator('.tiles a', { hasText: family }).click();
};

const setUpCompany = async (owner: Owner): Promise<void> => {
  const { page } = owner;
  await page.goto(await owner.linkIn('ada@example.com'));
  await page.fill('[name=password]', PASSWORD);
  await page.locator('main button').click();
  await page.waitForURL(/set-up/);
  await owner.check('set-up');
  await owner.step('company_details');
  await owner.fill({
    'VAT number': 'DK12345678',
    Street: 'Havnegade 1',
    Postcode: '8000',
    City: 'Aarhus',
    'Email for customers': 'shop@example.com',
    Website: 'harbour-spa.example',
  });
  await owner.press('Save');
  await owner.check('company');
  await owner.step('terms');
  await page.locator('.rich-text:visible, textarea:visible').first().fill('Cards are valid for three years.');
  await owner.press('Save');
  await owner.check('terms');
  await owner.step('brand');
  await page.fill('[name=display_name]', 'Harbour Spa');
  await page.fill('[name="colors.primary"]', '#0b5d56');
  await page.locator('form[action="/desk/brand"] button').first().click();
  await page.locator('.done').waitFor();
  await page.setInputFiles('#file-logo', PICTURE);
  await page.locator('form[action="/desk/brand/pictures/logo"] button').first().click();
  await page.locator('.done').waitFor();
  await owner.check('brand');
};

const fillCatalog = async (owner: Owner): Promise<void> => {
  const { page } = owner;
  await owner.step('first_product');
  await owner.check('products-empty');
  await page.locator('.tiles a', { hasText: 'Gift card' }).click();
  await owner.fill({ Name: 'Gift card', 'Smallest amount (DKK)': '100', 'Largest amount (DKK)': '5000' });
  await page.locator('form[enctype] button').last().click();
  await page.locator('.done').waitFor();
  await begin(owner, 'Experience');
  await owner.fill({ Name: 'Day spa', Description: 'Three hours of calm.' });
  await page.setInputFiles('#picture_file', PICTURE);
  await newOption(owner, 0, { Name: 'Weekdays', 'Price (DKK)': '450' });
  await newOption(owner, 1, { Name: 'Weekends', 'Price (DKK)': '550.50', Stock: '20' });
  await owner.press('Create');
  expect(await page.locator('main img').count()).toBeGreaterThan(0);
  await owner.check('experience');
  await begin(owner, 'Event');
  const year = new Date(await owner.stack.nowMs()).getUTCFullYear() + 1;
  await owner.fill({
    Name: 'Sauna night',
    Begins: `${year}-05-01T19:00`,
    Place: 'Harbour Spa',
    Address: 'Havnegade 1',
  });
  await newOption(owner, 0, { Name: 'Adult', 'Price (DKK)': '200', Stock: '30' });
  await newOption(owner, 1, { Name: 'Child', 'Price (DKK)': '100', Stock: '10' });
  await newOption(owner, 2, { Name: 'Towel', 'Price (DKK)': '25' });
  await page.locator('fieldset.new-option').nth(2).getByLabel('Add-on to a ticket').check();
  await owner.press('Create');
  await owner.check('event');
  await begin(owner, 'Offer');
  await owner.fill({ Name: 'Winter offer' });
  await newOption(owner, 0, { Name: 'Massage', 'Price (DKK)': '300', Stock: '5' });
  await owner.press('Create');
  await at(owner, '/desk/products');
  expect(await page.getByText('Shown to buyers').count()).toBe(4);
  await owner.check('products');
};

const openShop = async (owner: Owner): Promise<void> => {
  const { page } = owner;
  await at(owner, '/desk/discount-codes');
  await page.locator('#new-code').fill('CHRISTMAS');
  await page.locator('#new-percent').fill('10');
  await page.locator('.creating button').click();
  await page.locator('.done').waitFor();
  await at(owner, '/desk/company/delivery');
  await page.getByLabel('Send by post', { exact: true }).check();
  await page.selectOption('[name="delivery.postal.destinations.0.country"]', 'DK');
  await page.fill('[name="delivery.postal.destinations.0.private"]', '49');
  await owner.press('Save');
  await owner.check('delivery');
  await owner.step('order_page');
  await owner.check('order-page');
  await owner.press('Open the page for sale');
  expect(await owner.isDone('order_page')).toBe(true);
};

const CARD = '4242 4242 4242 4242';

/** Buys a product on the shop's page, and pays with a test card. */
const buy = async (owner: Owner, script: boolean, choose: (page: Page) => Promise<void>): Promise<void> => {
  const page = await browser.window({ width: owner.width, script });
  await page.goto(`${owner.stack.url}/shop/first/en`);
  await choose(page);
  await page.fill('[name="sender.name"]', 'Bodil Sørensen');
  await page.fill('[name="sender.email"]', 'bodil@example.com');
  if (
    (await page.locator('[name="recipient.name"]').count()) > 0 &&
    (await page.isVisible('[name="recipient.name"]'))
  ) {
    await page.fill('[name="recipient.name"]', 'Bo Lind');
    await page.fill('[name="recipient.email"]', 'bo@example.com');
  }
  await page.click('.main-action');
  await page.waitForSelector('[name=total]', { state: 'attached' });
  await page.click('.main-action');
  await page.waitForURL(/\/pay\//);
  await page.fill('[name=card_number]', CARD);
  await page.fill('[name=expiry]', '12/40');
  await page.fill('[name=cvc]', '123');
  await page.click('button[type=submit]');
  await page.waitForURL(/\/orders\//);
  await page.context().close();
};

const sell = async (owner: Owner, script: boolean): Promise<void> => {
  await buy(owner, script, async (page) => {
    await page.click('.value-card .button');
    if ((await page.locator('#other').count()) > 0) {
      await page.getByLabel('Another amount').first().check();
      await page.fill('#other', '300');
      await page.getByRole('button', { name: 'Continue' }).click();
    }
    await page.waitForSelector('[name="sender.name"]');
  });
  for (const name of ['Day spa', 'Sauna night', 'Winter offer']) {
    await buy(owner, script, async (page) => {
      await page.getByRole('link', { name }).first().click();
      await page.waitForURL(/products/);
      await page.locator('.choice button').first().click();
      await page.waitForSelector('[name="sender.name"]');
    });
  }
  await owner.stack.idle();
};

/** Opens the item of a product, found by parts of the buyer's name. */
const find = async (owner: Owner, product: string): Promise<void> => {
  const { page } = owner;
  await at(owner, '/desk');
  await at(owner, '/desk/search');
  await page.fill('#q', 'soren bod');
  await page.locator('main form button').click();
  await page.locator('tbody tr', { hasText: product }).first().locator('a').first().click();
};

const redeemAndRefund = async (owner: Owner): Promise<void> => {
  const { page } = owner;
  await find(owner, 'Gift card');
  await owner.check('item');
  const code = (await page.locator('.code').first().textContent())?.trim() ?? '';
  await at(owner, '/desk/counter');
  await page.fill('[name=code]', code);
  await page.keyboard.press('Enter');
  await page.locator('#amount').fill('100');
  await page.locator('form:has(#amount) button').click();
  await page.locator('.outcome').waitFor();
  await owner.check('redeemed');
  expect(await page.locator('main').textContent()).toMatch(/200\.00/);
  await find(owner, 'Day spa');
  await page.locator('a[href^="/desk/orders/"]').first().click();
  await page.locator('[name=scope][value=all]').check();
  await page.locator('[value=preview]').click();
  await owner.check('refund');
  await page.locator('main form button').first().click();
  await page.locator('.done').first().waitFor();
  await owner.check('refunded');
};

const invite = async (owner: Owner): Promise<void> => {
  const { page } = owner;
  await owner.step('team_member');
  await page.fill('#username', 'lis');
  await page.fill('#invite-email', 'lis@example.com');
  await page.locator('.creating [type=password]').fill(PASSWORD);
  await page.locator('.creating button').click();
  await page.locator('.done').waitFor();
  await owner.check('invited');
  expect(await owner.linkIn('lis@example.com')).toContain('/desk/set-password');
  await at(owner, '/desk/events');
  expect(await page.locator('tbody').textContent()).toMatch(/[1-9]\d* of 40/);
  await owner.check('events');
  await at(owner, '/desk/set-up');
  expect(await page.locator('.steps a').count()).toBe(0);
  await owner.check('set-up-done');
};

test.each([
  [390, true],
  [1280, false],
] as const)('an owner sets up a new shop at %i px (script: %s)', { timeout: 240_000 }, async (width, script) => {
  const stack = await startStack({ seed: {} });
  stacks.push(stack);
  const created = await ops(stack, 'companies', 'create', ...COMPANY);
  expect(created.status, created.stderr).toBe(0);
  const page = await browser.window({ width, script });
  page.setDefaultTimeout(30_000);
  const owner = new Owner(stack, page, width);
  await setUpCompany(owner);
  await fillCatalog(owner);
  await openShop(owner);
  await sell(owner, script);
  await redeemAndRefund(owner);
  await invite(owner);
  expect(browser.complaints()).toEqual([]);
});
