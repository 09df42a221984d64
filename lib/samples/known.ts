import { totpCode, totpStep } from '../../functions/domain/company/users/totp.ts';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The members of a response that later samples use. */
export interface SampleResponse {
  statusCode?: number;
  headers?: Record<string, string>;
  body?: string;
  batchItemFailures?: unknown[];
}

/** Values of a running stack that are not in its responses. */
export interface Surroundings {
  idle: () => Promise<void>;
  /** Texts of sent mails. */
  mailTexts: () => Promise<string[]>;
  /** Runs a sample again, changed. */
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

type SampleValues = Record<string, string>;
type Lesson = (response: SampleResponse, around: Surroundings) => SampleValues | Promise<SampleValues>;

const bodyOf = <T = Record<string, unknown>>({ body }: SampleResponse): T => JSON.parse(body ?? '{}') as T;
const member = (response: SampleResponse, name = 'id'): string => String(bodyOf(response)[name]);
const tag = (text: string): string => text.replaceAll('"', '');
/** The value of a field on a page. */
const fieldIn = (page: string | undefined, name: string): string =>
  new RegExp(`name="${name}" value="([^"]+)"`).exec(page ?? '')?.[1] ?? '';
const lastPart = (address: string): string => address.split('/').at(-1) ?? '';

/** Uploads the bytes to the open slot. */
const uploadLesson =
  (prefix: string, bytes: () => Buffer): Lesson =>
  async (response) => {
    const { upload } = bodyOf<{ upload: { url: string; headers: Record<string, string> } }>(response);
    await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes()) });
    return { [`${prefix}_${zeros}`]: member(response) };
  };

const draftTag: Lesson = (response) => ({ 'draft-tag': tag(member(response, 'etag')) });

const ATTEMPTS_MAX = 100;
const RETRY_MS = 200;

const DOCUMENT_TOKEN = /\/documents\/([\w-]+\.[\w-]+)/;
const LINK_TOKEN = /set-password\?token=([\w-]+\.[\w-]+)/;

/** Part of a link in a mail, which may be sent a little later. */
const linkInMail = async ({ mailTexts }: Surroundings, part: RegExp): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    for (const text of await mailTexts()) {
      const token = part.exec(text)?.[1];
      if (token !== undefined) return token;
    }
    await sleep(RETRY_MS);
  }
  return '';
};

/** The version in a form. */
const seenIn = (body: string | undefined): string => /name="seen" value="&quot;([\w-]+)/.exec(body ?? '')?.[1] ?? '';

const seenDraft = ({ body }: SampleResponse): SampleValues => ({
  'sample-seen-at-desk': seenIn(body),
});

/** Values from the response to a sample, and the samples with a placeholder for them. */
const LESSONS: Record<string, Lesson> = {
  'create-checkout-session': (answer) => {
    const session = member(answer);
    return { [`cs_${zeros}`]: session, [`tp_${zeros}`]: session.replace('cs_', 'tp_') };
  },
  'submit-payment': async (_, around) => {
    await around.idle();
    return { 'sample-document-token': await linkInMail(around, DOCUMENT_TOKEN) };
  },
  'create-api-key': (answer) => ({
    [`/v2/api-keys/${zeros}`]: `/v2/api-keys/${member(answer)}`,
    [`"id": "${zeros}"`]: `"id": "${member(answer)}"`,
  }),
  'open-greeting-image-upload': uploadLesson('gimg', () => Buffer.from(PICTURE, 'base64')),
  'open-product-image-upload': uploadLesson('pimg', () => Buffer.from(PICTURE, 'base64')),
  'shop-open-picture': uploadLesson('gimg', () => Buffer.from(PICTURE, 'base64')),
  'open-pdf-template-upload': uploadLesson('pdft', () => readFileSync(TEMPLATE)),
  'finalize-pdf-template': ({ headers }) => ({ 'sample-template-tag': tag(headers?.['ETag'] ?? '') }),
  'create-managed-product': (answer) => ({
    '/experiences/990099': `/experiences/${member(answer)}`,
    '"id": "990099"': `"id": "${member(answer)}"`,
    'managed-product-tag': tag(answer.headers?.['ETag'] ?? ''),
  }),
  'create-campaign': (answer) => ({
    '/campaigns/990098': `/campaigns/${member(answer)}`,
    '"id": "990098"': `"id": "${member(answer)}"`,
    'campaign-tag': tag(answer.headers?.['ETag'] ?? ''),
  }),
  'create-campaign-codes': (answer) => ({ [`cb_${zeros}`]: member(answer) }),
  'create-discount-code': ({ headers }) => ({ 'discount-code-tag': tag(headers?.['ETag'] ?? '') }),
  'read-gift-card': ({ headers }) => ({ 'gift-card-tag': tag(headers?.['ETag'] ?? '') }),
  'read-accounts': ({ headers }) => ({ 'accounts-tag': tag(headers?.['ETag'] ?? '') }),
  'read-company-settings': ({ headers }) => ({ 'settings-tag': tag(headers?.['ETag'] ?? '') }),
  'create-user': async (_, around) => ({ 'sample-link-token': await linkInMail(around, LINK_TOKEN) }),
  'read-user': ({ headers }) => ({ 'sample-user-tag': tag(headers?.['ETag'] ?? '') }),
  'read-categories': ({ headers }) => ({ 'categories-tag': tag(headers?.['ETag'] ?? '') }),
  'register-webhook-endpoint': (answer) => ({ [`wh_${zeros}`]: member(answer) }),
  'ping-webhook-endpoint': async (_, around) => {
    await around.idle();
    const { data } = bodyOf<{ data?: { id: string }[] }>((await around.invoke('list-webhook-deliveries')) ?? {});
    return { [`whd_${zeros}`]: data?.[0]?.id ?? '' };
  },
  'shop-buy': async ({ body }, { invoke }) => {
    const form = fieldIn(body, 'form');
    // The summary comes before the order, with its fingerprint.
    const summary = await invoke('shop-order', (event) =>
      event.replace('sample-form', form).replace('&step=confirm', ''),
    );
    return { 'sample-form': form, 'sample-promise': fieldIn(summary?.body, 'promise') };
  },
  'shop-order': (_, around) => paidShopOrder(around),
  'desk-sign-in': (answer, around) => atDesk(answer, around),
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
  'desk-company-settings': ({ body }) => ({ 'sample-settings-seen': seenIn(body) }),
  'desk-create-draft': ({ headers }) => ({ [`opd_${twos}`]: lastPart(headers?.['Location'] ?? '') }),
  'desk-create-campaign': ({ headers }) => ({
    '/desk/campaigns/990097': (headers?.['Location'] ?? '').split('?')[0] ?? '',
  }),
  'desk-campaign': ({ body }) => ({ 'sample-seen-campaign': seenIn(body) }),
  'desk-discount-code': ({ body }) => ({ 'desk-discount-tag': seenIn(body) }),
  'desk-categories': ({ body }) => ({ 'sample-seen-categories': seenIn(body) }),
  'desk-books': ({ body }) => ({ 'sample-seen-in-books': seenIn(body) }),
  'desk-draft': seenDraft,
  // Saving requires the shown version.
  'desk-update-draft': async (_, { invoke }) => seenDraft((await invoke('desk-draft')) ?? {}),
  'desk-brand': ({ body }) => ({
    [`pdft_${ones}`]: /pdft_[0-9a-f]{32}/.exec(body ?? '')?.[0] ?? '',
    'sample-brand-tag': seenIn(body),
  }),
  'desk-upload-template': ({ headers }) => ({
    [`pdft_${threes}`]: /pdft_[0-9a-f]{32}/.exec(headers?.['Location'] ?? '')?.[0] ?? '',
  }),
  'desk-template': ({ body }) => ({ 'sample-seen-template': seenIn(body) }),
  'desk-register-webhook': ({ body }) => ({ [`wh_${ones}`]: /wh_[0-9a-f]{32}/.exec(body ?? '')?.[0] ?? '' }),
  'desk-ping-webhook': async (_, { idle, invoke }) => {
    await idle();
    const page = await invoke('desk-webhook');
    return { [`whd_${ones}`]: /whd_[0-9a-f]{32}/.exec(page?.body ?? '')?.[0] ?? '' };
  },
  // One code of the app to confirm, another to remove it: each is accepted once.
  'desk-begin-second-factor': ({ body }) => {
    const secret = /data-secret>([^<]+)</.exec(body ?? '')?.[1]?.replaceAll(' ', '') ?? '';
    return { 'code=000000': `code=${totpCode(secret, totpStep(Date.now()))}` };
  },
  'desk-confirm-second-factor': ({ body }) => ({
    'code=SAMPLE-RECOVERY': `code=${/data-recovery>([^<]+)</.exec(body ?? '')?.[1] ?? ''}`,
  }),
  'issue-items': (answer) => {
    const { items } = bodyOf<{ items: { order_id: string; code: string; pdf_short_url: string }[] }>(answer);
    const [item] = items;
    return {
      [`ord_${zeros}`]: item?.order_id ?? '',
      'SAMPLE-CODE': item?.code ?? '',
      'sample-item-token': lastPart(item?.pdf_short_url ?? ''),
    };
  },
  'create-redemption': async (answer, { invoke }) => {
    const second = await invoke('create-redemption', (event) =>
      event.replace('"sample-create', '"second-sample-create'),
    );
    return { [`rdm_${zeros}`]: member(answer), [`rdm_${ones}`]: second ? member(second) : '' };
  },
  'apply-gift-card': (answer) => {
    const { payment } = bodyOf<{ payment: { gift_cards: { id: string }[] } }>(answer);
    return { [`ogc_${zeros}`]: payment.gift_cards[0]?.id ?? '' };
  },
  'list-shipments': (_, around) => postedOrders(around),
  'finalize-product-image': (answer) => ({ [`${zeros}${zeros}-1280-320`]: lastPart(member(answer, 'url')) }),
  'list-brand-assets': (answer) => {
    const { data } = bodyOf<{ data: { url: string }[] }>(answer);
    return { [`${zeros}${zeros}.png`]: lastPart(data[0]?.url ?? '') };
  },
  'v1-token': (answer) => ({ 'sample-access-token': member(answer, 'access_token') }),
  'v1-create-gc': (answer) => {
    const { response } = bodyOf<{ response: { order_id: string } }>(answer);
    return { [`ord_${'1'.repeat(32)}`]: response.order_id };
  },
  'read-order-page': (answer) => ({ 'live-page-tag': tag(member(answer, 'etag')) }),
  'create-order-page-draft': async (answer, around) => ({
    [`opd_${zeros}`]: member(answer),
    ...(await draftTag(answer, around)),
  }),
  'update-order-page-draft': draftTag,
  'publish-order-page-draft': (answer) => ({ [`opr_${zeros}`]: member(answer) }),
};

const withoutQuery = (event: string): string => event.replace(/"rawQueryString": ".*"/, '"rawQueryString": ""');

interface IssuedItems {
  items: { order_id: string; code: string }[];
}

/** The session with its form token, and cards for the counter to redeem and cancel. */
const atDesk = async ({ headers }: SampleResponse, { invoke }: Surroundings): Promise<SampleValues> => {
  const session = /__Host-desk=([^;]+)/.exec(headers?.['Set-Cookie'] ?? '')?.[1] ?? '';
  // A form contains the address of its page: without a query it appears unchanged in any body.
  const page = await invoke('desk-search', (event) => withoutQuery(event.replaceAll('sample-desk-session', session)));
  const style = /\/desk\/-\/(desk-[\w-]+\.css)/.exec(page?.body ?? '')?.[1] ?? '';
  const issue = async (): Promise<IssuedItems> =>
    bodyOf<IssuedItems>(
      (await invoke('issue-items', (event) => event.replace('\\"capture\\":false', '\\"capture\\":true'))) ?? {},
    );
  const [group, single] = [await issue(), await issue()];
  return {
    'sample-desk-session': session,
    'sample-desk-token': fieldIn(page?.body, 'form_token'),
    'sample-desk-style.css': style,
    'SAMPLE-DESK-CODE': group.items[0]?.code ?? '',
    [`ord_${'2'.repeat(32)}`]: group.items[0]?.order_id ?? '',
    'SAMPLE-DESK-CANCEL': single.items[0]?.code ?? '',
  };
};

const ADDRESS = { kind: 'private', name: 'Bo', street: 'Gade 1', postcode: '8000', city: 'Aarhus', country: 'DK' };

/** Buys two cards delivered by post: each has a shipment then, one for the API and one for the desk. */
const postedOrders = async (around: Surroundings): Promise<SampleValues> => {
  for (const name of ['sample-posted', 'second-sample-posted']) await postedOrder(name, around);
  await around.idle();
  const listed = await around.invoke('list-shipments');
  const { data } = bodyOf<{ data: { id: string }[] }>(listed ?? {});
  return { [`shp_${zeros}`]: data[0]?.id ?? '', [`shp_${ones}`]: data[1]?.id ?? '' };
};

const postedOrder = async (name: string, { invoke }: Surroundings): Promise<void> => {
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

/** The newest order is the shop's: paid, so that it has a document. */
const paidShopOrder = async ({ idle, invoke }: Surroundings): Promise<SampleValues> => {
  const listed = await invoke('list-orders', withoutQuery);
  const [newest] = bodyOf<{ data: ShopOrder[] }>(listed ?? {}).data;
  const [, order = '', signature = ''] = /orders\/(po_\w+)\/([\w-]+)/.exec(newest?.return_url ?? '') ?? [];
  const learnt = {
    [`po_${'2'.repeat(32)}`]: order,
    'sample-signature': signature,
    [`poli_${'2'.repeat(32)}`]: newest?.line_items[0]?.id ?? '',
  };
  const named = (event: string): string =>
    Object.entries(learnt).reduce((text, [sample, real]) => text.replaceAll(sample, real), event);
  const page = await invoke('shop-pay', named);
  await payAt(page?.headers?.['Location'] ?? '');
  await idle();
  return learnt;
};

/** Placeholders in the samples, with their current values on this stack. */
export const learn = async (name: string, response: SampleResponse, around: Surroundings): Promise<SampleValues> =>
  (await LESSONS[name]?.(response, around)) ?? {};
