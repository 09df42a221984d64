import type { Message } from '../../../platform/messages/message.ts';
import { ordering } from '../../../platform/messages/ordering.ts';
import { validation } from '../../../platform/messages/validation.ts';
import { collectionPointIdOf } from '../../catalog/products/ids.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import type { TicketDetails } from '../../catalog/products/line-shape.ts';
import type { Ticket } from '../../catalog/products/cart-schema.ts';
import type { Faults } from '../../catalog/products/faults.ts';
import { isOptionLine, lineField, type EventLine, type KnownLine, type OptionLine } from './lines.ts';
import { linesByEvent } from './quantities.ts';

/** Checks the add-ons and ticket details of event lines (lib/reference/orders.md#tickets). */
export const checkTickets = (known: readonly KnownLine[], faults: Faults): void => {
  for (const { event, lines } of linesByEvent(known.filter(isOptionLine))) {
    refuseLoneAddOns(event, lines, faults);
    refuseSecondComment(lines, faults);
    for (const line of lines) checkTicket(event, line, faults);
  }
};

const refuseLoneAddOns = (event: EventRow, lines: readonly EventLine[], faults: Faults): void => {
  const addOns = lines.filter(({ option }) => option.add_on);
  if (event.add_ons_sold_alone || addOns.length < lines.length) return;
  for (const { index } of addOns) {
    faults.add(lineField(index, 'product_option_id'), ordering('add_on_alone'));
  }
};

const commentOf = ({ line }: OptionLine): string | undefined => line.ticket?.comment?.trim() || undefined;

const refuseSecondComment = (lines: readonly OptionLine[], faults: Faults): void => {
  const first = lines.find((line) => commentOf(line) !== undefined);
  for (const line of lines) {
    const comment = commentOf(line);
    if (!first || comment === undefined || comment === commentOf(first)) continue;
    faults.add(lineField(line.index, 'ticket.comment'), ordering('comment_differs', { line: first.index }));
  }
};

const checkTicket = (event: EventRow, known: EventLine, faults: Faults): void => {
  const { requires } = known.option;
  const ticket = known.line.ticket ?? {};
  const fault = (member: string, message: Message): void =>
    faults.add(lineField(known.index, `ticket.${member}`), message);
  checkComment(event, commentOf(known), fault);
  if (requires.code && !ticket.code) fault('code', ordering('ticket_code_missing'));
  if (requires.address && !ticket.address) fault('address', ordering('ticket_address_missing'));
  const point = ticket.collection_point_id;
  if (requires.collection_point && point === undefined && !ticket.address) {
    fault('collection_point_id', ordering('collection_point_missing'));
  }
  if (point !== undefined && !findCollectionPoint(event, point)) {
    fault('collection_point_id', ordering('collection_point_unknown'));
  } else if (point !== undefined && ticket.address && !(requires.address && requires.collection_point)) {
    fault('address', ordering('collection_point_and_address'));
  }
};

const checkComment = (
  event: EventRow,
  comment: string | undefined,
  fault: (member: string, message: Message) => void,
): void => {
  if (comment === undefined) return;
  if (!event.comment.available) fault('comment', ordering('comment_not_taken'));
  else if (Array.from(comment).length > event.comment.max_length) {
    fault('comment', validation('too_long', { maximum: event.comment.max_length }));
  }
};

const findCollectionPoint = (event: EventRow, id: string) =>
  event.collection_points.find((point) => collectionPointIdOf(point.id) === id);

/** Details of the ticket, with the comment for its event; undefined without any details. */
export const ticketDetails = (known: OptionLine, all: readonly KnownLine[]): TicketDetails | undefined => {
  if (known.family !== 'event_ticket') return undefined;
  const { code, address, collection_point_id: pointId }: Ticket = known.line.ticket ?? {};
  const point = pointId === undefined ? undefined : findCollectionPoint(known.product, pointId);
  const comment = all
    .filter(isOptionLine)
    .filter(({ line }) => line.product_id === known.line.product_id)
    .map(commentOf)
    .find((text) => text !== undefined);
  const details: TicketDetails = {
    ...(comment === undefined ? {} : { comment }),
    ...(code ? { code } : {}),
    ...(point ? { collectionPoint: { ...point, id: collectionPointIdOf(point.id) } } : {}),
    ...(address ? { address } : {}),
  };
  return Object.keys(details).length > 0 ? details : undefined;
};
