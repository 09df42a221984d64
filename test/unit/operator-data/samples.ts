/** Small pieces of operator data; each test changes what it needs. */
export const company = (slug: string, more: object = {}) => ({
  slug,
  name: slug,
  currency: 'DKK',
  language: 'da',
  contract: { checkout: true },
  approved_urls: ['https://shop.example/'],
  ...more,
});

export const experience = (owner: string, id: number, options: object[], more: object = {}) => ({
  company: owner,
  id,
  name: `Experience ${id}`,
  options,
  ...more,
});

export const option = (id: number, more: object = {}) => ({ id, name: `Option ${id}`, amount: 10_000, ...more });

export const event = (owner: string, id: number, options: object[], more: object = {}) => ({
  company: owner,
  id,
  slug: `event-${id}`,
  name: `Event ${id}`,
  starts_at: '2027-05-01T19:00:00+02:00',
  options,
  ...more,
});

export const offer = (owner: string, id: number, options: object[], more: object = {}) => ({
  company: owner,
  id,
  name: `Offer ${id}`,
  options,
  ...more,
});
