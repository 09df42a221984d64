import type { FieldTexts } from '../paths.ts';

export const en: FieldTexts = {
  closedMessage: 'Our shop is closed at the moment. Please come back soon.',
  fields: {
    open: ['Open', 'Whether buyers can use the page.'],
    languages: ['Languages', 'Languages that the page is shown in.'],
    default_language: ['Default language', 'Shown if the page has none of the languages that the visitor prefers.'],
    title: ['Title', 'Name of the page, at its top and in the browser.'],
    introduction: ['Introduction', 'Welcome on the first page, above the products. Simple HTML.'],
    closed_message: ['Message while closed', 'What visitors read while the page is closed.'],
    families: ['Kinds of products', 'Which kinds are sold on the page, in this order.'],
    featured_products: ['Featured products', 'Products that are shown first. At most 12.'],
    suggested_amounts: [
      'Suggested amounts',
      'Gift card amounts that a buyer can pick, in the smallest unit of the currency. At most 8.',
    ],
    'greeting.enabled': ['Greeting', 'Whether buyers can write a greeting and choose a design.'],
    'greeting.own_picture': ['Own picture', 'Whether buyers can put a picture of their own on the card.'],
    'delivery.methods': ['Delivery methods', 'Which delivery methods of the company are offered on the page.'],
    'discount_code.enabled': ['Discount codes', 'Whether the page asks for a discount code.'],
    'marketing_consent.text': [
      'Wording of the newsletter consent',
      'The box that a buyer may tick, word for word. If it is empty, buyers are not asked.',
    ],
    'terms.text': ['Terms of sale', "Shown before payment instead of the company's general terms. Simple HTML."],
    'contact.email': [
      'Email for questions',
      'Shown at the foot of the page and where something went wrong. If email and phone are empty, those of the company are shown.',
    ],
    'contact.phone': [
      'Phone for questions',
      'Shown at the foot of the page and where something went wrong. If email and phone are empty, those of the company are shown.',
    ],
    'seo.title': ['Title for search engines', 'Instead of the title, in search results and in the browser.'],
    'seo.description': ['Description for search engines', 'One or two sentences that search results show.'],
    return_url: ['Return URL', 'Address of your own site, linked from the receipt. It must be an approved address.'],
  },
};
