import type Stripe from 'stripe';
import { StripeDesk } from './stripe-desk.ts';
import { groupOf, textOf, type FormValue } from './stripe-form.ts';
import {
  TEST_CARD,
  stripeCharge,
  stripeDispute,
  stripeEvent,
  stripeIntent,
  stripeRefund,
  stripeSession,
} from './stripe-objects.ts';
import { StripePayouts } from './stripe-payouts.ts';
import { stripeObject, stripeList, StripeRefusal } from './stripe-refusal.ts';

type Form = Record<string, FormValue>;
type Session = Stripe.Checkout.Session;
/** A payment intent whose charge is not expanded. */
type Intent = Stripe.PaymentIntent & { latest_charge: string | null };
type Charge = Stripe.Charge;
type Refund = Stripe.Refund;

/** Parameters that the latest API version allows for a session of this kind. */
const SESSION_PARAMETERS = new Set([
  'allowed_payment_method_types',
  'cancel_url',
  'client_reference_id',
  'expires_at',
  'line_items',
  'locale',
  'metadata',
  'mode',
  'payment_intent_data',
  'payment_method_options',
  'success_url',
]);

/** Stripe's state: sessions, payments, refunds, and pending events. */
export class StripeBooks {
  readonly sessions = new Map<string, Session>();
  readonly intents = new Map<string, Intent>();
  readonly charges = new Map<string, Charge>();
  readonly refunds: Refund[] = [];
  readonly disputes = new Map<string, Stripe.Dispute>();
  readonly events: Stripe.Event[] = [];
  desk = new StripeDesk();
  readonly payouts = new StripePayouts();
  /** Payments whose refunds are refused. */
  readonly unrefundable = new Set<string>();
  /** Whether captures stay in progress until `completeCapture`. */
  areCapturesSlow = false;
  /** Methods with manual capture, by session. */
  readonly #byHand = new Map<string, Set<string>>();
  readonly #intentMetadata = new Map<string, Record<string, string>>();
  nowMs = (): number => Date.now();
  #count = 0;

  #now(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  act(method: string, path: string[], form: Form): object {
    const [noun, idOrVerb = '', ...rest] = path[0] === 'checkout' ? path.slice(1) : path;
    const route = [method, noun, idOrVerb === '' ? '' : ':id', ...rest].filter((part) => part !== '').join(' ');
    switch (route) {
      case 'POST sessions':
        return this.#createSession(form);
      case 'GET sessions':
        return stripeList([...this.sessions.values()].toReversed());
      case 'GET sessions :id':
        return this.#expanded(stripeObject(this.sessions, idOrVerb), form);
      case 'POST sessions :id expire':
        return this.#expanded(this.#expireSession(idOrVerb), form);
      case 'GET payment_intents':
        return stripeList(createdIn(form, [...this.intents.values()]));
      case 'GET payment_intents :id':
        return this.#readIntent(idOrVerb, form);
      case 'POST payment_intents :id capture':
        return this.#capture(idOrVerb, form);
      case 'POST payment_intents :id cancel':
        return this.#cancel(idOrVerb);
      case 'POST refunds':
        return this.#refund(form);
      case 'GET refunds':
        return this.#listOf(form, this.refunds.toReversed());
      case 'GET disputes':
        return this.#listOf(form, [...this.disputes.values()].toReversed());
      default: {
        const answer = this.desk.act(route, idOrVerb, form) ?? this.payouts.act(route, idOrVerb, form);
        if (!answer) throw new StripeRefusal(`Unrecognized request URL (${route})`, undefined, 404);
        return answer;
      }
    }
  }

  /**
   * The buyer tries a method on the page. `processing`: the page is complete, and the method completes later.
   * `unauthenticated`: 3D Secure failed, before Stripe created a charge.
   */
  pay(
    sessionId: string,
    outcome: 'authorized' | 'declined' | 'unauthenticated' | 'processing',
    method = 'card',
  ): Intent {
    const session = stripeObject(this.sessions, sessionId);
    if (session.status !== 'open') throw new Error('The page is not open');
    if (!session.payment_method_types.includes(method)) throw new Error(`The page does not offer ${method}`);
    const intent = this.#intentOf(session);
    if (outcome === 'unauthenticated') {
      intent.last_payment_error = { type: 'invalid_request_error', message: 'The payment was not authenticated.' };
      this.#emit('payment_intent.payment_failed', intent);
      return intent;
    }
    const charge = this.#charge(intent, outcome, method);
    intent.latest_charge = charge.id;
    if (outcome === 'declined') {
      intent.last_payment_error = { type: 'card_error', charge: charge.id, message: 'Your card was declined.' };
      this.#emit('payment_intent.payment_failed', intent);
      return intent;
    }
    Object.assign(session, { status: 'complete', url: null });
    if (outcome === 'processing') intent.status = 'processing';
    else this.#approve(intent, session, method);
    this.#emit('checkout.session.completed', session);
    return intent;
  }

  #approve(intent: Intent, session: Session, method: string): void {
    intent.last_payment_error = null;
    if (this.#byHand.get(session.id)?.has(method)) {
      Object.assign(intent, { status: 'requires_capture', amount_capturable: intent.amount });
      this.#emit('payment_intent.amount_capturable_updated', intent);
      return;
    }
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    session.payment_status = 'paid';
    this.#emit('payment_intent.succeeded', intent);
  }

  /** Completes a method after the page is complete. */
  answerLate(intentId: string, isApproved: boolean): void {
    const intent = stripeObject(this.intents, intentId);
    const session = [...this.sessions.values()].find(({ payment_intent: id }) => id === intentId);
    const { type } = stripeObject(this.charges, intent.latest_charge ?? '').payment_method_details ?? { type: 'card' };
    if (session && isApproved) return this.#approve(intent, session, type);
    intent.status = 'requires_payment_method';
    this.#emit('payment_intent.payment_failed', intent);
  }

  /** Creates a refund as in the dashboard. */
  refundInDashboard(intentId: string, amount: number): Refund {
    return this.#refund({ payment_intent: intentId, amount: String(amount), metadata: {} });
  }

  /** Makes a refund fail, as when the bank returns it days later. */
  failRefund(refundId: string): void {
    const refund = this.refunds.find(({ id }) => id === refundId);
    if (!refund) throw new Error('No such refund');
    refund.status = 'failed';
    const charge = stripeObject(this.charges, String(refund.charge));
    charge.amount_refunded -= refund.amount;
    this.#emit('refund.failed', refund);
  }

  /** Opens a dispute of a payment, or decides it, as the cardholder's bank does. */
  dispute(
    intentId: string,
    status: Stripe.Dispute['status'],
    event: 'created' | 'updated' | 'closed',
    { id = `dp_${intentId}`, amount }: { id?: string; amount?: number } = {},
  ): void {
    const intent = stripeObject(this.intents, intentId);
    const dispute = stripeDispute({
      id,
      created: this.#now(),
      amount: amount ?? intent.amount_received,
      currency: intent.currency,
      payment_intent: intentId,
      charge: intent.latest_charge ?? '',
      status,
    });
    this.disputes.set(id, dispute);
    this.#emit(`charge.dispute.${event}`, dispute);
  }

  /** Lists objects of one payment or of a time range, with their payments if expanded. */
  #listOf(form: Form, all: readonly (Refund | Stripe.Dispute)[]): object {
    const wanted = textOf(form['payment_intent']);
    const matches = wanted === '' ? createdIn(form, all) : all.filter(({ payment_intent: id }) => id === wanted);
    const expands = Object.values(groupOf(form['expand'])).includes('data.payment_intent');
    const shown = (each: Refund | Stripe.Dispute): object =>
      expands ? { ...each, payment_intent: this.intents.get(String(each.payment_intent)) } : each;
    const start = 1 + matches.findIndex(({ id }) => id === textOf(form['starting_after']));
    const end = start + Number(textOf(form['limit']) || matches.length);
    return stripeList(matches.slice(start, end).map(shown), end < matches.length);
  }

  #expanded(session: Session, form: Form): Session {
    const expands = Object.values(groupOf(form['expand'])).includes('payment_intent.latest_charge');
    const intent = this.intents.get(String(session.payment_intent));
    if (!expands || !intent) return session;
    const shown = { ...intent, latest_charge: this.charges.get(intent.latest_charge ?? '') ?? null };
    return { ...session, payment_intent: shown };
  }

  #id(prefix: string): string {
    return `${prefix}_local${++this.#count}`;
  }

  #emit(type: Stripe.Event['type'], object: object): void {
    this.events.push(stripeEvent({ id: this.#id('evt'), type, created: this.#now(), object: structuredClone(object) }));
  }

  #createSession(form: Form): Session {
    const unknown = Object.keys(form).find((name) => !SESSION_PARAMETERS.has(name));
    if (unknown) throw new StripeRefusal(`Received unknown parameter: ${unknown}`, 'parameter_unknown');
    const expiresAt = Number(textOf(form['expires_at']));
    if (expiresAt < this.#now() + 1800 || expiresAt > this.#now() + 86_400) {
      throw new StripeRefusal('The `expires_at` timestamp must be 30 minutes to 24 hours from now.');
    }
    const lines = Object.values(groupOf(form['line_items'])).map((line) => {
      const price = groupOf(groupOf(line)['price_data']);
      if (textOf(groupOf(price['product_data'])['name']) === '') throw new StripeRefusal('A line needs a name.');
      return Number(textOf(price['unit_amount'])) * Number(textOf(groupOf(line)['quantity']));
    });
    const allowed = new Set(Object.values(groupOf(form['allowed_payment_method_types'])).map(textOf));
    const line = groupOf(groupOf(form['line_items'])['0']);
    const currency = textOf(groupOf(line['price_data'])['currency']);
    this.desk.refuseCurrency(currency);
    const id = this.#id('cs_test');
    const session = stripeSession({
      id,
      amount_total: lines.reduce((sum, amount) => sum + amount, 0),
      client_reference_id: textOf(form['client_reference_id']),
      created: this.#now(),
      currency,
      expires_at: expiresAt,
      metadata: groupOf(form['metadata']) as Record<string, string>,
      payment_method_types: this.desk.paymentMethods.filter((type) => allowed.has(type)),
      url: `https://checkout.stripe.com/c/pay/${id}`,
    });
    const intentData = groupOf(form['payment_intent_data']);
    const options = Object.entries(groupOf(form['payment_method_options']));
    const byHand = options.filter(([, option]) => textOf(groupOf(option)['capture_method']) === 'manual');
    this.#byHand.set(id, new Set(byHand.map(([type]) => type)));
    this.#intentMetadata.set(id, groupOf(intentData['metadata']) as Record<string, string>);
    this.sessions.set(id, session);
    return session;
  }

  #expireSession(id: string): Session {
    const session = stripeObject(this.sessions, id);
    if (session.status !== 'open') throw new StripeRefusal(`This Session is ${session.status} and cannot be expired.`);
    Object.assign(session, { status: 'expired', url: null });
    this.#emit('checkout.session.expired', session);
    return session;
  }

  #intentOf(session: Session): Intent {
    const known = this.intents.get(String(session.payment_intent));
    if (known) return known;
    const made = stripeIntent({
      id: this.#id('pi'),
      amount: session.amount_total ?? 0,
      created: this.#now(),
      currency: session.currency ?? '',
      metadata: this.#intentMetadata.get(session.id) ?? {},
    });
    const intent: Intent = { ...made, latest_charge: null };
    session.payment_intent = intent.id;
    this.intents.set(intent.id, intent);
    return intent;
  }

  #charge(intent: Intent, outcome: 'authorized' | 'declined' | 'processing', type: string): Charge {
    const charge = stripeCharge({
      id: this.#id('ch'),
      amount: intent.amount,
      amount_captured: intent.amount,
      created: this.#now(),
      currency: intent.currency,
      metadata: { ...intent.metadata },
      payment_intent: intent.id,
      payment_method_details: type === 'card' ? { type, card: TEST_CARD } : { type },
      status: outcome === 'declined' ? 'failed' : 'succeeded',
    });
    this.charges.set(charge.id, charge);
    return charge;
  }

  #readIntent(id: string, form: Form): object {
    const intent = stripeObject(this.intents, id);
    const expands = Object.values(groupOf(form['expand'])).includes('latest_charge');
    return { ...intent, latest_charge: expands ? this.charges.get(intent.latest_charge ?? '') : intent.latest_charge };
  }

  #capture(id: string, form: Form): object {
    const intent = stripeObject(this.intents, id);
    if (intent.status !== 'requires_capture') {
      throw new StripeRefusal(
        `This PaymentIntent has a status of ${intent.status}.`,
        'payment_intent_unexpected_state',
      );
    }
    const amount = Number(textOf(form['amount_to_capture']) || intent.amount);
    Object.assign(intent, { status: 'processing', amount_capturable: 0 });
    if (!this.areCapturesSlow) this.completeCapture(id, amount);
    return this.#readIntent(id, form);
  }

  /** Ends a capture that is in progress. */
  completeCapture(id: string, amount: number): void {
    const intent = stripeObject(this.intents, id);
    Object.assign(intent, { status: 'succeeded', amount_received: amount });
    stripeObject(this.charges, intent.latest_charge ?? '').amount_captured = amount;
    this.#emit('payment_intent.succeeded', intent);
  }

  #cancel(id: string): Intent {
    const intent = stripeObject(this.intents, id);
    if (intent.status === 'succeeded') {
      throw new StripeRefusal('You cannot cancel this PaymentIntent.', 'payment_intent_unexpected_state');
    }
    if (intent.status === 'requires_capture') this.#release(intent);
    Object.assign(intent, { status: 'canceled', amount_capturable: 0 });
    this.#emit('payment_intent.canceled', intent);
    return intent;
  }

  /** Stripe records the release of an authorization as a refund, without metadata. */
  #release(intent: Intent): void {
    const { amount_capturable: amount, currency } = intent;
    const charge = stripeObject(this.charges, intent.latest_charge ?? '');
    Object.assign(charge, { amount_captured: 0, amount_refunded: amount, captured: false, refunded: true });
    const refund = stripeRefund({
      id: this.#id('re'),
      amount,
      charge: charge.id,
      created: this.#now(),
      currency,
      metadata: {},
      payment_intent: intent.id,
    });
    this.refunds.push(refund);
    this.#emit('refund.created', refund);
  }

  #refund(form: Form): Refund {
    const intent = stripeObject(this.intents, textOf(form['payment_intent']));
    const charge = stripeObject(this.charges, intent.latest_charge ?? '');
    const amount = Number(textOf(form['amount']));
    if (intent.status !== 'succeeded')
      throw new StripeRefusal('This PaymentIntent has no successful charge to refund.');
    if (this.unrefundable.has(intent.id))
      throw new StripeRefusal('The issuer takes no refunds.', 'refund_disputed_payment');
    if (amount > intent.amount_received - charge.amount_refunded) {
      throw new StripeRefusal('Refund amount is greater than unrefunded amount on charge.', 'charge_already_refunded');
    }
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === intent.amount_received;
    const refund = stripeRefund({
      id: this.#id('re'),
      amount,
      charge: charge.id,
      created: this.#now(),
      currency: intent.currency,
      metadata: groupOf(form['metadata']) as Record<string, string>,
      payment_intent: intent.id,
    });
    this.refunds.push(refund);
    this.#emit('refund.created', refund);
    return refund;
  }
}

/** Objects that were created in the requested time range. */
const createdIn = <T extends { created: number }>(form: Form, all: readonly T[]): T[] => {
  const { gte, lt } = groupOf(form['created']);
  return all.filter(({ created }) => created >= Number(textOf(gte)) && created < Number(textOf(lt)));
};
