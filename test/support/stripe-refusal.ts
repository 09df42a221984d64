/** A refusal with Stripe's error type `invalid_request_error`. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly code: string | undefined;
  constructor(message: string, code?: string, status = 400) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const stripeList = (data: object[], hasMore = false): object => ({
  object: 'list',
  data,
  has_more: hasMore,
  url: '',
});

export const stripeObject = <T>(map: Map<string, T>, id: string): T => {
  const value = map.get(id);
  if (!value) throw new StripeRefusal(`No such object: '${id}'`, 'resource_missing', 404);
  return value;
};
