/** What a request and its answer look like, by route. A test holds each against its schema. */
export interface Example {
  request?: unknown;
  response?: unknown;
}

export const EXAMPLES: Readonly<Record<string, Example>> = {
  health: { response: { status: 'ok', api_version: 'v2' } },
  me: {
    response: {
      api_version: 'v2',
      company: { id: 'nordlys', name: 'Nordlys Spa & Gastronomi ApS' },
      credential: {
        id: 'b40a6342b91a994b9534fa1b469c5ef1',
        label: 'web shop',
        environment: 'live',
        scopes: ['catalog:read', 'quotes:create', 'orders:create', 'orders:read', 'checkout:create'],
        expires_at: null,
      },
      commerce: { modes: ['checkout', 'invoice'], default_mode: 'checkout', negotiated_settlement: true },
    },
  },
  'create-api-key': {
    request: { label: 'web shop', scopes: ['catalog:read', 'quotes:create'], expires_in_days: 90, environment: 'test' },
    response: {
      id: 28777557201982,
      label: 'web shop',
      scopes: ['catalog:read', 'quotes:create'],
      environment: 'test',
      key: `lp_test_${'0123456789abcdef'.repeat(2)}_${'0123456789abcdef'.repeat(4)}`,
      expires_at: '2027-02-19T15:09:58+00:00',
    },
  },
};
