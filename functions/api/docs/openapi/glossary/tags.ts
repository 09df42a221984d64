/** What the operations of each tag are for. */
export const TAGS: Readonly<Record<string, string>> = {
  Account: 'The company, its API keys and audit log, and the health of the service.',
  Actions: 'Operations on items: activate, claim, refund, cancel and send again.',
  Agents: 'The tools of the API over the Model Context Protocol.',
  Brand: "The company's names, colors and pictures.",
  Catalog: 'Products, prices, promotions and pickup points.',
  'Catalog management': 'Products, the gift card, categories and stock, for administrators.',
  Documents: 'PDF documents of orders, lines and items.',
  'Greeting pictures': 'Uploads of pictures for greetings.',
  Items: 'Gift cards, tickets and vouchers that were issued.',
  'Order page': "The company's shop: its settings, drafts and revisions.",
  Orders: 'Orders, their payment, delivery and refunds.',
  'PDF templates': 'Templates that documents are printed on.',
  Quotes: 'Prices of an order before it is created.',
  Reports: 'Sales, claimed items, liability, events and participants.',
  Tokens: 'OAuth2 tokens of the legacy API.',
  Webhooks: 'Endpoints, events and deliveries.',
};
