import { expect, it } from 'vitest';
import { composeMail } from '../../../functions/adapters/mail/compose.ts';
import type { MailMessage } from '../../../functions/adapters/mail/message.ts';
import { renderDocument } from '../../../functions/adapters/pdf/render.ts';
import { computeThread } from '../../../lib/local/compute/compute-thread.ts';
import { cardIn } from '../../support/card-samples.ts';

const card = cardIn('gift_card', 'latin');

const mail: MailMessage = {
  mailId: 'nordlys\nml_1',
  fromName: 'Nordlys',
  to: { name: 'Þórdís', email: 'thordis@example.com' },
  subject: 'Kære Þórdís',
  text: 'Hej',
  html: '<p>Hej</p>',
  attachments: [{ filename: 'card.pdf', mime: 'application/pdf', bytes: new Uint8Array([1, 2, 3]) }],
  atMs: 0,
};

it('the thread returns the same bytes as the functions called directly', async () => {
  const [drawn, composed] = await Promise.all([
    computeThread.run('renderDocument', card),
    computeThread.run('composeMail', mail, 'shop@example.com'),
  ]);
  expect(Buffer.from(drawn).equals(await renderDocument(card))).toBe(true);
  expect(Buffer.from(composed).equals(await composeMail(mail, 'shop@example.com'))).toBe(true);
});

it('an error in a function reaches its caller, and the thread continues', async () => {
  const template = { bytes: new Uint8Array([1]), places: [] };
  await expect(computeThread.run('renderWithTemplate', template, card)).rejects.toThrow(/PDF/);
  expect(await computeThread.run('renderDocument', card)).toBeInstanceOf(Uint8Array);
});

it('when a thread crashes, the calls in progress fail and the next call starts another thread', async () => {
  const running = [computeThread.run('renderDocument', card), computeThread.run('renderDocument', card)];
  const ended = Promise.allSettled(running);
  await computeThread.start().terminate();
  expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await computeThread.run('renderDocument', card)).toBeInstanceOf(Uint8Array);
});
