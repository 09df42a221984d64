import type Stripe from 'stripe';
import { groupOf, textOf, type FormValue } from './stripe-form.ts';
import { stripeEndpoint } from './stripe-objects.ts';
import { stripeObject, stripeList, StripeRefusal } from './stripe-refusal.ts';

type Form = Record<string, FormValue>;
type Endpoint = Stripe.WebhookEndpoint;

/** The account at Stripe and its webhook endpoints. */
export class StripeDesk {
  readonly endpoints = new Map<string, Endpoint>();
  readonly account: Stripe.Account = {
    id: 'acct_local',
    object: 'account',
    charges_enabled: true,
    details_submitted: true,
    email: null,
    payouts_enabled: true,
    type: 'standard',
  };
  paymentMethods = ['card', 'link'];
  readonly refusedCurrencies = new Set<string>();
  #made = 0;

  /** Executes a call; undefined for an unknown one. */
  act(route: string, id: string, form: Form): object | undefined {
    switch (route) {
      case 'GET account':
        return this.account;
      case 'GET webhook_endpoints':
        return stripeList([...this.endpoints.values()]);
      case 'GET webhook_endpoints :id':
        return stripeObject(this.endpoints, id);
      case 'POST webhook_endpoints':
        return this.#makeEndpoint(form);
      case 'POST webhook_endpoints :id':
        return this.#changeEndpoint(stripeObject(this.endpoints, id), form);
      case 'DELETE webhook_endpoints :id':
        stripeObject(this.endpoints, id);
        this.endpoints.delete(id);
        return { id, object: 'webhook_endpoint', deleted: true };
      default:
        return undefined;
    }
  }

  refuseCurrency(currency: string): void {
    if (this.refusedCurrencies.has(currency)) throw new StripeRefusal(`Invalid currency: ${currency}.`);
  }

  /** Creates an endpoint. Stripe returns its secret only in this response. */
  #makeEndpoint(form: Form): object {
    const endpoint = stripeEndpoint({
      id: `we_local${++this.#made}`,
      api_version: textOf(form['api_version']),
      created: Math.floor(Date.now() / 1000),
      description: textOf(form['description']),
      enabled_events: eventsOf(form),
      url: textOf(form['url']),
    });
    this.endpoints.set(endpoint.id, endpoint);
    return { ...endpoint, secret: `whsec_of_${endpoint.id}` };
  }

  #changeEndpoint(endpoint: Endpoint, form: Form): Endpoint {
    if (form['api_version'] !== undefined) throw new StripeRefusal('Received unknown parameter: api_version');
    const status = form['disabled'] === 'false' ? 'enabled' : endpoint.status;
    return Object.assign(endpoint, { url: textOf(form['url']), enabled_events: eventsOf(form), status });
  }
}

const eventsOf = (form: Form): string[] => Object.values(groupOf(form['enabled_events'])).map(textOf);
