import { html } from 'hono/html';
import { referencesOf } from '../../../domain/checkout/orders/references.ts';
import { eventEntry } from '../../../domain/events/catalog/event-catalog.ts';
import { loadDelivery } from '../../../domain/notifications/webhooks/list-deliveries.ts';
import { presentDeliveryDetail, type presentDelivery } from '../../../domain/notifications/webhooks/present.ts';
import type { ApiError } from '../../../platform/errors.ts';
import type { Reply } from '../../../pipeline/request.ts';
import { none, type Markup } from '../../../pages/kit/markup.ts';
import { deliveryPath, orderPath, webhookPath } from '../../codes.ts';
import { facts } from '../../counter/pages/counter.ts';
import { decimal, moment } from '../../format.ts';
import { newGuid } from '../../guid.ts';
import { deskPage, tokenField } from '../../layout.ts';
import { notices } from '../../pages/notices.ts';
import { stateMark, type Tone } from '../../pages/state-mark.ts';
import { table } from '../../pages/table.ts';
import { failureIn } from '../../texts/webhooks/failures.ts';
import type { DeskVisit } from '../../visit.ts';

type Delivery = ReturnType<typeof presentDelivery>;

/** The webhook deliveries of an endpoint or of an order. */
export const deliveryTable = (visit: DeskVisit, deliveries: readonly Delivery[]): Markup => {
  const { webhooks: t, item } = visit.t;
  if (deliveries.length === 0) return html`<p>${t.noDeliveries}</p>`;
  return table('deliveries', t.deliveries, {
    head: [item.when, t.event, t.status, t.attempts, t.answer],
    figures: [3],
    rows: deliveries.map((delivery) => [
      visit.rights.has('webhooks')
        ? html`<a href="${deliveryPath(delivery.id)}">${moment(visit, delivery.created_at)}</a>`
        : moment(visit, delivery.created_at),
      eventName(visit, delivery),
      deliveryState(visit, delivery),
      decimal(visit, delivery.attempt_count),
      answerOf(visit, delivery.last_response_status, delivery.last_error),
    ]),
  });
};

const eventName = ({ language }: DeskVisit, { event_type: type }: Delivery): string =>
  eventEntry(type)?.name[language] ?? type;

const DELIVERY_TONES: Readonly<Record<Delivery['status'], Tone>> = {
  queued: 'off',
  delivered: 'on',
  failed: 'wrong',
  cancelled: 'over',
};

const deliveryState = ({ t }: DeskVisit, { status }: Pick<Delivery, 'status'>): Markup =>
  stateMark(t.webhooks.statuses[status], DELIVERY_TONES[status]);

const answerOf = ({ language }: DeskVisit, status: number | null, error: string | null): string =>
  status === null ? failureIn(language, error ?? '') : String(status);

/** The page of a delivery with its attempts, newest first. Throws 404. */
export const deliveryPage = async (
  visit: DeskVisit,
  id: string,
  { wasReplayed, refusal }: { wasReplayed?: boolean; refusal?: ApiError },
): Promise<Reply> => {
  const { webhooks: t, item } = visit.t;
  const delivery = presentDeliveryDetail(await loadDelivery(visit.company.slug, id));
  const name = eventName(visit, delivery);
  const { order_id: orderId } = delivery;
  const references = await referencesOf(visit.company.slug, orderId === null ? [] : [orderId]);
  return deskPage(visit, {
    title: `${t.delivery}: ${name}`,
    place: 'webhooks',
    refusal,
    content: html`<h1>${name}</h1>
      ${notices(visit, { refusal, done: wasReplayed ? t.replayed : undefined })}
      ${facts([
        [t.status, deliveryState(visit, delivery)],
        [item.when, moment(visit, delivery.created_at)],
        [t.nextAttempt, delivery.next_attempt_at === null ? '' : moment(visit, delivery.next_attempt_at)],
        [
          visit.t.item.order,
          orderId === null ? '' : html`<a href="${orderPath(orderId)}">${references.get(orderId) ?? orderId}</a>`,
        ],
        [t.number, delivery.event_id],
      ])}
      ${table('attempts', t.attempts, {
        head: [item.when, t.answer, t.why, t.took],
        figures: [3],
        rows: delivery.attempts
          .toReversed()
          .map((attempt) => [
            moment(visit, attempt.attempted_at),
            [attempt.response_status, attempt.response_excerpt].filter((part) => part !== null).join(': '),
            failureIn(visit.language, attempt.error ?? ''),
            t.milliseconds(decimal(visit, attempt.duration_ms)),
          ]),
      })}
      ${delivery.status === 'queued' ? none : replayForm(visit, id)}
      <p class="links"><a href="${webhookPath(delivery.endpoint_id)}">${t.toEndpoint}</a></p>`,
  });
};

const replayForm = (visit: DeskVisit, id: string): Markup =>
  html`<form class="stack" method="post" action="${deliveryPath(id)}/replay">
    ${tokenField(visit)}<input type="hidden" name="guid" value="${newGuid()}" />
    <button>${visit.t.webhooks.replay}</button>
  </form>`;
