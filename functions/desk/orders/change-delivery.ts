import { management } from '../../platform/messages/management.ts';
import { changeDelivery, type DeliveryChangeInput } from '../../domain/checkout/orders/change-delivery.ts';
import { deliveryBody } from '../../domain/checkout/orders/delivery-body.ts';
import { loadOrder } from '../../domain/checkout/orders/load.ts';
import { asciiEmail } from '../../platform/email-address.ts';
import { toTimestamp } from '../../platform/clock.ts';
import { validation } from '../../platform/messages/validation.ts';
import { invalidFields, type FieldErrors } from '../../platform/errors.ts';
import { momentAt } from '../../platform/zones.ts';
import { validate } from '../../pipeline/parse.ts';
import { seeOther } from '../../pages/kit/reply.ts';
import { orderPath, searchOf } from '../codes.ts';
import { deskEndpoint } from '../endpoint.ts';
import { formIdempotency, refusalFrom } from '../form-idempotency.ts';
import type { DeskVisit } from '../visit.ts';
import { loadOrderAtDesk } from './order-parts.ts';
import { isTimeMissing } from './pages/delivery-form.ts';
import { orderPage } from './pages/order.ts';
import { deskChangeDelivery } from './routes.ts';

/**
 * The changes compared with the form as shown. An unchanged time is not sent, because the form shows minutes and
 * sending it back would drop the seconds.
 */
const deliveryInputOf = ({ form, company }: DeskVisit): DeliveryChangeInput => {
  const [date, time, email] = [form.get('send_on'), form.get('send_time'), form.get('recipient_email').trim()];
  const isOtherMoment = date !== form.get('was_on') || time !== form.get('was_time');
  const moment = momentAt(date, time, company.time_zone);
  // Some browsers send the domain of an email address in punycode.
  const isOtherEmail = form.has('recipient_email') && asciiEmail(email) !== asciiEmail(form.get('was_email'));
  return {
    ...(isOtherMoment ? { send_at: moment === undefined ? '' : toTimestamp(moment) } : {}),
    ...(isOtherEmail ? { recipient_email: email } : {}),
  };
};

/** Throws 422 with the faults of all fields. */
const checkedInput = ({ form }: DeskVisit, input: DeliveryChangeInput): DeliveryChangeInput => {
  if (input.send_at !== '') return validate(deliveryBody(), input);
  const isEmpty = form.get('send_on') === '' || form.get('send_time') === '';
  const fault = isEmpty ? validation('required') : management('not_a_moment');
  throw invalidFields({ send_at: [fault], ...faultsOf({ ...input, send_at: undefined }) });
};

const faultsOf = (input: DeliveryChangeInput): FieldErrors => {
  try {
    validate(deliveryBody(), input);
    return {};
  } catch (error) {
    return refusalFrom(error).faults;
  }
};

export const handler = deskEndpoint(deskChangeDelivery, async (visit) => {
  const orderId = visit.request.params['order_id'] ?? '';
  const input = deliveryInputOf(visit);
  if (Object.keys(input).length === 0) {
    await loadOrder(visit.company.slug, orderId);
    return seeOther(orderPath(orderId, { q: searchOf(visit) }));
  }
  try {
    await changeDelivery({
      company: visit.company.slug,
      orderId,
      by: visit.by,
      idempotency: formIdempotency(visit, deskChangeDelivery, { orderId, delivery: input }),
      input: () => checkedInput(visit, input),
    });
    return seeOther(orderPath(orderId, { q: searchOf(visit), outcome: 'delivery_changed' }));
  } catch (error) {
    const refusal = refusalFrom(error);
    const { delivery: t } = visit.t;
    const names = { send_at: isTimeMissing(visit) ? t.time : t.sendAt, recipient_email: t.recipientEmail };
    return orderPage(visit, await loadOrderAtDesk(visit, orderId), { refusal, names });
  }
});
