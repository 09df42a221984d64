import { html } from 'hono/html';
import { ownMember } from '../../platform/own-member.ts';
import type { Markup } from '../../pages/kit/markup.ts';
import type { DeskVisit } from '../visit.ts';
import { capitalize, stateMark, type Tone } from './state-mark.ts';

/** Tones of states of orders, payments and fulfillments. */
const TONES: Readonly<Record<string, Tone>> = {
  fulfilled: 'on',
  paid: 'on',
  captured: 'on',
  pending_payment: 'off',
  pending: 'off',
  authorized: 'off',
  processing: 'off',
  failed: 'wrong',
};

/** A state of an order, of its payment or of its fulfillment, as text with a color. Null is shown as "none". */
export const orderState = ({ t }: Pick<DeskVisit, 't'>, state: string | null): Markup =>
  state === null
    ? html`${capitalize(t.order.none)}`
    : stateMark(ownMember(t.order.states, state) ?? state, ownMember(TONES, state) ?? 'over');

interface StateOfOrder {
  status: string;
  payment: { status: string };
}

/** The state of an order. For a refunded order, the state of its payment is shown. */
export const stateOfOrder = (visit: Pick<DeskVisit, 't'>, { status, payment }: StateOfOrder): Markup =>
  orderState(visit, payment.status.endsWith('refunded') ? payment.status : status);
