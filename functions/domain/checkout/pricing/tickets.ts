import { collectionPointIdOf, type EventOption } from '../../catalog/products/ids.ts';
import type { EventRow } from '../../catalog/products/rows.ts';
import type { TicketDetails } from '../../catalog/products/line-shape.ts';
import type { Ticket } from '../../catalog/products/cart-schema.ts';
import type { Faults } from '../../catalog/products/faults.ts';
import { isOptionLine, lineField, type KnownLine, type OptionLine } from './lines.ts';
import { linesByEvent } from './quantities.ts';

/** Add-ons and ticket details of event lines (lib/reference/orders.md#tickets). */
export const checkTickets = (known: readonly KnownLine[], faults: Faults): void => {
  for (const { event, lines } of linesByEvent(known.filter(isOptionLine))) {
    refuseLoneAddOns(event, lines, faults);
    refuseSecondComment(lines, faults);
    for (const line of lines) checkTicket(event, line, faults);
  }
};

const refuseLoneAddOns = (event: EventRow, lines: readonly OptionLine[], faults: Faults): void => {
  const addOns = lines.filter(({ option }) => (option as EventOption).add_on);
  if (event.add_ons_sold_alone || addOns.length < lines.length) return;
  for (const { index } of addOns) {
    const message = 'This is an add-on. Order it together with a ticket to the same event.';
    faults.add(lineField(index, 'product_option_id'), message);
  }
};

const commentOf = ({ line }: OptionLine): string | undefined => line.ticket?.comment?.trim() || undefined;

const refuseSecondComment = (lines: readonly OptionLine[], faults: Faults): void => {
  const first = lines.find((line) => commentOf(line) !== undefined);
  for (const line of lines) {
    const comment = commentOf(line);
    if (!first || comment === undefined || comment === commentOf(first)) continue;
    faults.add(
      lineField(line.index, 'ticket.comment'),
      `An event takes one comment. Line ${first.index} has a different one.`,
    );
  }
};

const checkTicket = (event: EventRow, known: OptionLine, faults: Faults): void => {
  const { requires } = known.option as EventOption;
  const ticket = known.line.ticket ?? {};
  const fault = (member: string, message: string): void =>
    faults.add(lineField(known.index, `ticket.${member}`), message);
  checkComment(event, commentOf(known), fault);
  if (requires.code && !ticket.code) fault('code', 'This ticket needs a code.');
  if (requires.address && !ticket.address) fault('address', 'This ticket needs an address: name, street and city.');
  const point = ticket.collection_point_id;
  if (requires.collection_point && point === undefined && !ticket.address) {
    fault('collection_point_id', 'This ticket needs one of the collection points of the event, or an address.');
  }
  if (point !== undefined && !findCollectionPoint(event, point)) {
    fault('collection_point_id', 'This collection point does not exist.');
  } else if (point !== undefined && ticket.address && !(requires.address && requires.collection_point)) {
    fault('address', 'Send a collection point or an address, not both.');
  }
};

const checkComment = (
  event: EventRow,
  comment: string | undefined,
  fault: (member: string, message: string) => void,
): void => {
  if (comment === undefined) return;
  if (!event.comment.available) fault('comment', 'This event takes no comment.');
  else if (Array.from(comment).length > event.comment.max_length) {
    fault('comment', `This must have at most ${event.comment.max_length} characters.`);
  }
};

const findCollectionPoint = (event: EventRow, id: string) =>
  event.collection_points.find((point) => collectionPointIdOf(point.id) === id);

/** Text of the ticket, with the event's comment; undefined without either. */
export const ticketDetails = (known: OptionLine, all: readonly KnownLine[]): TicketDetails | undefined => {
  if (known.product.type !== 'event') return undefined;
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
