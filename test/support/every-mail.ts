import { giftCard, Shop, ticket } from './shop.ts';
import type { MailMessage, RunningStack } from './stack.ts';

const DAY_SECONDS = 24 * 3600;
const company = {
  name: 'Holm & Co A/S',
  vat_number: 'DK10101010',
  street: 'Ny Gade 4',
  postcode: '8000',
  city: 'Aarhus C',
  country: 'DK',
};
const to = (name: string, locale: string) => ({
  sender: { name: 'Anna Holm', email: `${name}-buyer@example.com` },
  recipient: { name: 'Bo Jensen', email: `${name}-gift@example.com` },
  locale,
});

/** Triggers every kind of email of a shop like `nordlys`; returns the emails by name. */
export const sendEveryMail = async (stack: RunningStack, key: string): Promise<Map<string, MailMessage>> => {
  const mails = new Map<string, MailMessage>();
  const keep = async (name: string, email: string): Promise<void> => {
    for (const [at, mail] of (await stack.mail(email)).entries())
      mails.set(`${name}${at === 0 ? '' : `-${at + 1}`}`, mail);
  };
  const shop = new Shop(stack, key);
  const card = to('card', 'da');
  const order = await shop.sell(giftCard(75000, 2), {
    ...card,
    sender: { ...card.sender, company },
    greeting: { message: 'Kære Bo\nTillykke med de 50!\nHilsen os alle' },
  });
  await shop.refund(order.id, { amount: 25000 });
  const later = to('later', 'de');
  const sendAt = new Date((await stack.nowMs()) + 3 * DAY_SECONDS * 1000).toISOString();
  const delivery = { method: 'recipient_email', send_at: sendAt };
  await shop.sell(giftCard(50000), { ...later, delivery });
  const moved = to('moved', 'sv');
  const { id: movedId } = await shop.sell(giftCard(50000), { ...moved, delivery });
  const recipientEmail = 'en-mycket-lang-adress.med-manga-delar@postmottagning.example.com';
  await stack.post(`/v2/orders/${movedId}/delivery`, {
    key,
    idempotencyKey: true,
    body: { send_at: new Date(Date.parse(sendAt) - 3_600_000).toISOString(), recipient_email: recipientEmail },
  });
  const tickets = to('tickets', 'en');
  await shop.sell([ticket(5, 51, 2)], { ...tickets, delivery: { method: 'sender_email' } });
  const cancelled = to('cancelled', 'nn');
  const gone = await shop.sell(giftCard(30000, 2), cancelled);
  const { body } = await stack.get<{ data: { code: string }[] }>(`/v2/items?order_id=${gone.id}`, { key });
  await stack.post(`/v2/items/${body.data[0]?.code}/cancel`, { key });
  await stack.post(`/v2/items/${body.data[1]?.code}/resend`, { key, body: { email: 'resent@example.com' } });
  const issued = { amount: 500, piece: 3, receiver_name: 'Dan', receiver_email: 'issued@example.com' };
  await stack.post('/v2/items', { key, body: issued });
  const returned = to('returned', 'nb');
  const { body: open } = await shop.order(giftCard(20000), returned);
  const { body: session } = await shop.session(open.id);
  await shop.pay(session.url, 'short');
  await stack.advance(3 * DAY_SECONDS + 60);
  await stack.idle();
  await keep('resent', 'resent@example.com');
  await keep('issued', 'issued@example.com');
  await keep('returned', returned.sender.email);
  await keep('gift', card.recipient.email);
  await keep('confirmation', card.sender.email);
  await keep('scheduled', later.sender.email);
  await keep('moved', moved.sender.email);
  await keep('tickets', tickets.sender.email);
  await keep('cancelled', cancelled.sender.email);
  await stack.advance((3 * 365 - 62) * DAY_SECONDS);
  await stack.advance(3 * DAY_SECONDS);
  await stack.idle();
  const reminded = (await stack.mail(card.recipient.email)).find(({ list_unsubscribe: link }) => link !== null);
  if (reminded) mails.set('reminder', reminded);
  const bounced = to('bounced', 'sv');
  await shop.sell(giftCard(30000), bounced);
  await stack.idle();
  await stack.control('POST', '/bounce', { to: bounced.recipient.email });
  await stack.idle();
  await keep('bounce', bounced.sender.email);
  return mails;
};
