import { totpCode, totpStep } from '../../functions/domain/company/users/totp.ts';
import { readFileSync } from 'node:fs';
import { linkInMail } from './link-in-mail.ts';

/** The members of a response that later samples use. */
export interface SampleResponse {
  statusCode?: number;
  headers?: Record<string, string>;
  body?: string;
  batchItemFailures?: unknown[];
}

/** Access to the running stack, for values that responses do not contain. */
export interface SampleStack {
  idle: () => Promise<void>;
  /** Texts of sent emails. */
  mailTexts: () => Promise<string[]>;
  /** Runs a sample again, with a changed event. */
  invoke: (name: string, change?: (event: string) => string) => Promise<SampleResponse | null>;
}

const zeros = '0'.repeat(32);
const ones = '1'.repeat(32);
const twos = '2'.repeat(32);
const threes = '3'.repeat(32);

/** The file declared in the template sample. */
const TEMPLATE = 'events/sample-template.pdf';

/** One red pixel: the picture declared in the upload sample. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';

type PlaceholderValues = Record<string, string>;
type ValueCollector = (response: SampleResponse, stack: SampleStack) => PlaceholderValues | Promise<PlaceholderValues>;

const bodyOf = <T = Record<string, unknown>>({ body }: SampleResponse): T => JSON.parse(body ?? '{}') as T;
const member = (response: SampleResponse, name = 'id'): string => String(bodyOf(response)[name]);
const unquote = (text: string): string => text.replaceAll('"', '');
/** The value of a field on a page. */
const fieldIn = (page: string | undefined, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page ?? '')?.[1] ?? '';
const lastPart = (address: string): string => address.split('/').at(-1) ?? '';

/** Uploads the bytes to the open slot. */
const upload =
  (prefix: string, bytes: () => Buffer): ValueCollector =>
  async (response) => {
    const { upload: slot } = bodyOf<{ upload: { url: string; headers: Record<string, string> } }>(response);
    await fetch(slot.url, { method: 'PUT', headers: slot.headers, body: new Uint8Array(bytes()) });
    return { [`${prefix}_${zeros}`]: member(response) };
  };

interface IssuedItems {
  items: { order_id: string; code: string; pdf_short_url: string }[];
}

const DOCUMENT_TOKEN = /\/documents\/([\w-]+\.[\w-]+)/;
const LINK_TOKEN = /set-password\?token=([\w-]+\.[\w-]+)/;

const uploadPicture = (prefix: string): ValueCollector => upload(prefix, () => Buffer.from(PICTURE, 'base64'));

/** The version in a form. */
const formVersionOf = ({ body }: SampleResponse): string =>
  /name="seen"\s+value="&quot;([\w-]+)/.exec(body ?? '')?.[1] ?? '';

const etagOf = ({ headers }: SampleResponse): string => unquote(headers?.['ETag'] ?? '');

/** Creates a collector of the value of one placeholder. */
const collectAs =
  (placeholder: string, valueOf: (response: SampleResponse) => string): ValueCollector =>
  (response) => ({ [placeholder]: valueOf(response) });

const draftTag = collectAs('draft-tag', (response) => unquote(member(response, 'etag')));
const draftVersion = collectAs('sample-seen-at-desk', formVersionOf);

/** Functions that collect placeholder values, by the sample whose response contains them. */
const COLLECTORS: Record<string, ValueCollector> = {
  'create-checkout-session': (response) => {
    const session = member(response);
    return { [`cs_${zeros}`]: session, [`tp_${zeros}`]: session.replace('cs_', 'tp_') };
  },
  'submit-payment': async (_, stack) => {
    await stack.idle();
    return { 'sample-document-token': await linkInMail(stack.mailTexts, DOCUMENT_TOKEN) };
  },
  'create-api-key': (response) => ({
    [`/v2/api-keys/${zeros}`]: `/v2/api-keys/${member(response)}`,
    [`"id": "${zeros}"`]: `"id": "${member(response)}"`,
  }),
  'open-greeting-image-upload': uploadPicture('gimg'),
  'open-product-image-upload': uploadPicture('pimg'),
  'shop-open-picture': uploadPicture('gimg'),
  'open-pdf-template-upload': upload('pdft', () => readFileSync(TEMPLATE)),
  'finalize-pdf-template': collectAs('sample-template-tag', etagOf),
  'create-managed-product': (response) => ({
    '/experiences/990099': `/experiences/${member(response)}`,
    '"id": "990099"': `"id": "${member(response)}"`,
    'managed-product-tag': etagOf(response),
  }),
  'create-campaign': (response) => ({
    '/campaigns/990098': `/campaigns/${member(response)}`,
    '"id": "990098"': `"id": "${member(response)}"`,
    'campaign-tag': etagOf(response),
  }),
  'create-campaign-codes': collectAs(`cb_${zeros}`, member),
  'create-discount-code': collectAs('discount-code-tag', etagOf),
  'read-gift-card': collectAs('gift-card-tag', etagOf),
  'read-accounts': collectAs('accounts-tag', etagOf),
  'read-company-settings': collectAs('settings-tag', etagOf),
  'create-user': async (_, stack) => ({ 'sample-link-token': await linkInMail(stack.mailTexts, LINK_TOKEN) }),
  'read-user': collectAs('sample-user-tag', etagOf),
  'read-categories': collectAs('categories-tag', etagOf),
  'register-webhook-endpoint': collectAs(`wh_${zeros}`, member),
  'ping-webhook-endpoint': async (_, stack) => {
    await stack.idle();
    const { data } = bodyOf<{ data?: { id: string }[] }>((await stack.invoke('list-webhook-deliveries')) ?? {});
    return { [`whd_${zeros}`]: data?.[0]?.id ?? '' };
  },
  'shop-buy': async ({ body }, { invoke }) => {
    const form = fieldIn(body, 'form');
    // Placing the order requires the fingerprint in the summary.
    const summary = await invoke('shop-order', (event) =>
      event.replace('sample-form', form).replace('&step=confirm', ''),
    );
    return { 'sample-form': form, 'sample-promise': fieldIn(summary?.body, 'promise') };
  },
  'shop-order': (_, stack) => paidShopOrder(stack),
  'desk-sign-in': (response, stack) => deskValues(response, stack),
  'desk-redeem': async (_, { invoke }) => {
    const page = await invoke('desk-item');
    return { 'sample-transaction': fieldIn(page?.body, 'transaction') };
  },
  'desk-create-key': async (_, { invoke }) => {
    const page = await invoke('desk-keys');
    const ids = [...(page?.body ?? '').matchAll(/name="id" value="(\d+)"/g)];
    const id = ids.at(-1)?.[1] ?? '';
    return { [`id=${zeros}`]: `id=${id}` };
  },
  'desk-company-settings': collectAs('sample-settings-seen', formVersionOf),
  'desk-create-draft': ({ headers }) => ({ [`opd_${twos}`]: lastPart(headers?.['Location'] ?? '') }),
  'desk-create-campaign': ({ headers }) => ({
    '/desk/campaigns/990097': (headers?.['Location'] ?? '').split('?')[0] ?? '',
  }),
  'desk-campaign': collectAs('sample-seen-campaign', formVersionOf),
  'desk-discount-code': collectAs('desk-discount-tag', formVersionOf),
  'desk-categories': collectAs('sample-seen-categories', formVersionOf),
  'desk-books': collectAs('sample-seen-in-books', formVersionOf),
  'desk-draft': draftVersion,
  // Saving requires the version shown on the page.
  'desk-update-draft': async (_, stack) => draftVersion((await stack.invoke('desk-draft')) ?? {}, stack),
  'desk-brand': (response) => ({
    [`pdft_${ones}`]: /pdft_[0-9a-f]{32}/.exec(response.body ?? '')?.[0] ?? '',
    'sample-brand-tag': formVersionOf(response),
  }),
  'desk-upload-template': ({ headers }) => ({
    [`pdft_${threes}`]: /pdft_[0-9a-f]{32}/.exec(headers?.['Location'] ?? '')?.[0] ?? '',
  }),
  'desk-template': collectAs('sample-seen-template', formVersionOf),
  'desk-register-webhook': ({ body }) => ({ [`wh_${ones}`]: /wh_[0-9a-f]{32}/.exec(body ?? '')?.[0] ?? '' }),
  'desk-ping-webhook': async (_, { idle, invoke }) => {
    await idle();
    const page = await invoke('desk-webhook');
    return { [`whd_${ones}`]: /whd_[0-9a-f]{32}/.exec(page?.body ?? '')?.[0] ?? '' };
  },
  // A code of the app confirms the second factor, and a recovery code removes it, because each code of the app is
  // accepted once.
  'desk-begin-second-factor': ({ body }) => {
    const secret = /data-secret>([^<]+)</.exec(body ?? '')?.[1]?.replaceAll(' ', '') ?? '';
    return { 'code=000000': `code=${totpCode(secret, totpStep(Date.now()))}` };
  },
  'desk-confirm-second-factor': ({ body }) => ({
    'code=SAMPLE-RECOVERY': `code=${/data-recovery>([^<]+)</.exec(body ?? '')?.[1] ?? ''}`,
  }),
  'issue-items': (response) => {
    const [item] = bodyOf<IssuedItems>(response).items;
    return {
      [`ord_${zeros}`]: item?.order_id ?? '',
      'SAMPLE-CODE': item?.code ?? '',
      'sample-item-token': lastPart(item?.pdf_short_url ?? ''),
    };
  },
  'create-redemption': async (response, { invoke }) => {
    const second = await invoke('create-redemption', (event) =>
      event.replace('"sample-create', '"second-sample-create'),
    );
    return { [`rdm_${zeros}`]: member(response), [`rdm_${ones}`]: second ? member(second) : '' };
  },
  'apply-gift-card': collectAs(`ogc_${zeros}`, (response) => {
    const { payment } = bodyOf<{ payment: { gift_cards: { id: string }[] } }>(response);
    return payment.gift_cards[0]?.id ?? '';
  }),
  'list-shipments': (_, stack) => postedOrders(stack),
  'finalize-product-image': (response) => ({ [`${zeros}${zeros}-1280-320`]: lastPart(member(response, 'url')) }),
  'list-brand-assets': (response) => {
    const { data } = bodyOf<{ data: { url: string }[] }>(response);
    return { [`${zeros}${zeros}.png`]: lastPart(data[0]?.url ?? '') };
  },
  'v1-token': (response) => ({ 'sample-access-token': member(response, 'access_token') }),
  'v1-create-gc': collectAs(
    `ord_${ones}`,
    (response) => bodyOf<{ response: { order_id: string } }>(response).response.order_id,
  ),
  'read-order-page': (response) => ({ 'live-page-tag': unquote(member(response, 'etag')) }),
  'create-order-page-draft': async (response, stack) => ({
    [`opd_${zeros}`]: member(response),
    ...(await draftTag(response, stack)),
  }),
  'update-order-page-draft': draftTag,
  'publish-order-page-draft': collectAs(`opr_${zeros}`, member),
};

const withoutQuery = (event: string): string => event.replace(/"rawQueryString": ".*"/, '"rawQueryString": ""');

/** The session with its form token, and cards for the counter to redeem and cancel. */
const deskValues = async ({ headers }: SampleResponse, { invoke }: SampleStack): Promise<PlaceholderValues> => {
  const session = /__Host-desk=([^;]+)/.exec(headers?.['Set-Cookie'] ?? '')?.[1] ?? '';
  // A form contains the URL of its page. Without a query, it appears unchanged in the body.
  const page = await invoke('desk-search', (event) => withoutQuery(event.replaceAll('sample-desk-session', session)));
  const style = /\/desk\/-\/(desk-[\w-]+\.css)/.exec(page?.body ?? '')?.[1] ?? '';
  const issue = async () =>
    bodyOf<IssuedItems>(
      (await invoke('issue-items', (event) => event.replace('\\"capture\\":false', '\\"capture\\":true'))) ?? {},
    );
  const [group, single] = [await issue(), await issue()];
  return {
    'sample-desk-session': session,
    'sample-desk-token': fieldIn(page?.body, 'form_token'),
    'sample-desk-style.css': style,
    'SAMPLE-DESK-CODE': group.items[0]?.code ?? '',
    [`ord_${twos}`]: group.items[0]?.order_id ?? '',
    'SAMPLE-DESK-CANCEL': single.items[0]?.code ?? '',
  };
};

const ADDRESS = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };

/** Buys two cards delivered by post, so that the samples of the API and of the desk have one shipment each. */
const postedOrders = async (stack: SampleStack): Promise<PlaceholderValues> => {
  for (const name of ['sample-posted', 'second-sample-posted']) await postedOrder(name, stack);
  await stack.idle();
  const listed = await stack.invoke('list-shipments');
  const { data } = bodyOf<{ data: { id: string }[] }>(listed ?? {});
  return { [`shp_${zeros}`]: data[0]?.id ?? '', [`shp_${ones}`]: data[1]?.id ?? '' };
};

const postedOrder = async (name: string, { invoke }: SampleStack): Promise<void> => {
  const delivery = JSON.stringify(`"delivery":${JSON.stringify({ method: 'postal', address: ADDRESS })},"sender":`);
  const ordered = await invoke('create-order', (event) =>
    event.replace('"sample-order"', `"${name}-order"`).replace(String.raw`\"sender\":`, () => delivery.slice(1, -1)),
  );
  const order = ordered ? member(ordered) : '';
  const session = await invoke('create-checkout-session', (event) =>
    event.replaceAll(/po_[0-9a-f]{32}/g, order).replace('"sample-session"', `"${name}-session"`),
  );
  await payAt(session ? member(session, 'url') : '');
};

const payAt = async (url: string): Promise<void> => {
  await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card_number: '4242424242424242', expiry: '12/40', cvc: '123' }),
    redirect: 'manual',
  });
};

interface ShopOrder {
  return_url: string;
  line_items: { id: string }[];
}

/** Pays the newest order, which the shop sample created, so that it has a document. */
const paidShopOrder = async ({ idle, invoke }: SampleStack): Promise<PlaceholderValues> => {
  const listed = await invoke('list-orders', withoutQuery);
  const [newest] = bodyOf<{ data: ShopOrder[] }>(listed ?? {}).data;
  const [, order = '', signature = ''] = /orders\/(po_\w+)\/([\w-]+)/.exec(newest?.return_url ?? '') ?? [];
  const values = {
    [`po_${twos}`]: order,
    'sample-signature': signature,
    [`poli_${twos}`]: newest?.line_items[0]?.id ?? '',
  };
  const withValues = (event: string): string =>
    Object.entries(values).reduce((text, [sample, real]) => text.replaceAll(sample, real), event);
  const page = await invoke('shop-pay', withValues);
  await payAt(page?.headers?.['Location'] ?? '');
  await idle();
  return values;
};

/** Placeholders of later samples with their values, from the response to one sample. */
export const collectValues = async (
  name: string,
  response: SampleResponse,
  stack: SampleStack,
): Promise<PlaceholderValues> => (await COLLECTORS[name]?.(response, stack)) ?? {};
