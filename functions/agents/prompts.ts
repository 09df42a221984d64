import type { McpServer } from '@modelcontextprotocol/server';
import { descriptionSchema } from './description-schema.ts';

interface PromptRow {
  name: string;
  title: string;
  description: string;
  /** The prompt is offered only if all these tools are available. */
  tools: readonly string[];
  /** The only argument of the prompt; it is optional. */
  argument: { name: string; description: string };
  text: string;
}

/** Prompts for everyday tasks. */
const PROMPTS: readonly PromptRow[] = [
  {
    name: 'sell',
    title: 'Sell a gift card, an experience or tickets',
    description: 'From an idea to a payment link: choose, price, order, pay.',
    tools: [
      'commerce_list_products',
      'commerce_create_quote',
      'commerce_create_order',
      'commerce_create_checkout_session',
    ],
    argument: { name: 'wish', description: 'What the buyer wants, in their words.' },
    text: `Help a buyer to order and pay.
1. Find suitable products with commerce_list_products. Offer only what is active and in stock, with its price.
2. Ask for what an order needs: name and email of the buyer, who receives it, a greeting, when and how to deliver.
3. Price the choice with commerce_create_quote and name the total with its fees.
4. Call commerce_create_order without confirm and show the preview. When the buyer agrees, call it again with the same arguments and confirm: true.
5. Open the payment page with commerce_create_checkout_session, confirmed the same way, and give the buyer its url. Never ask for card details.
6. The order is paid when commerce_get_order says so, not when the buyer says so.`,
  },
  {
    name: 'redeem',
    title: 'Redeem a card at the till',
    description: 'Look up a code, check its value, and redeem it in full or in part.',
    tools: ['items_get', 'items_claim'],
    argument: { name: 'code', description: 'The code on the card.' },
    text: `Help the staff at a till to redeem a card.
1. Read it with items_get. If available_claim is false, report claim_error and stop.
2. Ask how much to redeem: an amount of a value card, a number of pieces of a ticket for several, or all.
3. Call items_claim without confirm and read the preview out: what is taken, what is left.
4. When the staff agree, call it again with the same arguments and confirm: true, and report what is left.
5. If a response was lost, repeat the call with the same idempotency_key: it is never redeemed twice.`,
  },
  {
    name: 'reconcile',
    title: 'Reconcile what was redeemed with what was sold',
    description: 'Compare redemptions, issued items and orders of a period, and list what does not match.',
    tools: ['reports_claimed_items', 'reports_analytics', 'commerce_list_orders'],
    argument: { name: 'period', description: 'First and last day, as YYYY-MM-DD.' },
    text: `Reconcile a period; change nothing.
1. Read every page of reports_claimed_items for the period: amounts above 0 are redemptions, those below 0 were undone.
2. Read reports_analytics for the same days: what was issued, and how much of it is left.
3. Read commerce_list_orders with created_after and created_before: what was paid, refunded, or never paid.
4. Add up per currency and per type, and show the sums side by side.
5. List every order or item that does not match, with its id and the reason. Do not correct anything yourself.`,
  },
  {
    name: 'design_order_page',
    title: 'Design the order page',
    description: 'Change texts, colors and products of the order page in a draft, preview the draft, and publish it.',
    tools: [
      'orderpage_list_fields',
      'orderpage_get',
      'orderpage_create_draft',
      'orderpage_update_draft',
      'orderpage_preview_draft',
      'orderpage_publish_draft',
    ],
    argument: { name: 'wish', description: 'What the page should become.' },
    text: `Help the shop to change its order page.
1. Read what can be set with orderpage_list_fields, and what is set with orderpage_get.
2. Make a draft with orderpage_create_draft and change it with orderpage_update_draft: send the newest etag as if_match each time.
3. Open orderpage_preview_draft and give the address to the person; nothing can be bought on it.
4. Call orderpage_publish_draft without confirm and show which fields would change. Publish when the person agrees.
5. A mistake is undone by restoring an earlier revision, not by guessing the old values.`,
  },
];

type PromptArguments = Record<string, string | undefined>;

const withArgument = ({ argument, text }: PromptRow, args: PromptArguments): string => {
  const value = args[argument.name]?.trim();
  return value ? `${text}\n\n${argument.description.replace(/\.$/, '')}: ${value}` : text;
};

/** Registers the prompts whose tools are all available. */
export const addPrompts = (server: McpServer, visible: ReadonlySet<string>): void => {
  for (const prompt of PROMPTS.filter(({ tools }) => tools.every((name) => visible.has(name)))) {
    const { name, title, description, argument } = prompt;
    const argsSchema = descriptionSchema<PromptArguments>(() => ({
      type: 'object',
      properties: { [argument.name]: { type: 'string', description: argument.description } },
    }));
    server.registerPrompt(name, { title, description, argsSchema }, (args) => ({
      description,
      messages: [{ role: 'user', content: { type: 'text', text: withArgument(prompt, args) } }],
    }));
  }
};
