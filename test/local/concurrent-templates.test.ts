import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_KEY, ruleSeed } from '../support/seed.ts';
import { startStack, type Answer, type RunningStack } from '../support/stack.ts';
import { simplePdf, TemplatePartner } from '../support/templates.ts';

let stack: RunningStack;
let partner: TemplatePartner;
beforeAll(async () => {
  stack = await startStack({ seed: ruleSeed });
  partner = new TemplatePartner(stack, API_KEY);
}, 60_000);
afterAll(() => stack.stop());

const toDefault = async (): Promise<void> => {
  for (;;) {
    const { status } = await partner.post('/revert');
    if (status !== 200) return;
  }
};

describe('twenty concurrent requests', () => {
  const each = async (send: (at: number) => Promise<Answer<unknown>>): Promise<void> => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => send(at)));
    for (const { status, headers } of answers) {
      expect([200, 204, 404, 409, 412, 503]).toContain(status);
      if (status === 503) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await partner.active()).toHaveLength(1);
  };

  it('never cause a server error when they activate, revert, change or delete', async () => {
    await toDefault();
    const templates = await Promise.all(
      Array.from({ length: 4 }, async (_, at) => partner.made(await simplePdf(), { name: `T${at}` })),
    );
    const idOf = (at: number): string => templates[at % 4]?.id ?? '';
    for (let round = 0; round < 6; round++) await each((at) => partner.post(`/${idOf(at)}/activate`));
    await each((at) => partner.post(at % 2 ? '/revert' : `/${idOf(at)}/activate`));
    await toDefault();
    await each(async (at) =>
      stack.call('PUT', `/v2/pdf-templates/${idOf(at)}`, {
        key: API_KEY,
        idempotencyKey: true,
        body: { name: `Name ${at}` },
        headers: {
          'If-Match': (await stack.get(`/v2/pdf-templates/${idOf(at)}`, { key: API_KEY })).headers.get('etag') ?? '',
        },
      }),
    );
    await each((at) => partner.post(at % 2 ? `/${idOf(0)}/activate` : `/${idOf(at + 1)}/delete`));
    await toDefault();
  });
});
