import { companyKey, type CompanyRow } from '../../functions/domain/company/companies/rows.ts';
import { orderItemCode } from '../../functions/domain/value/items/issuance/of-order.ts';
import { issuancesOf } from '../../functions/domain/value/items/issuance/issue-order.ts';
import { itemKey, type ItemRow } from '../../functions/domain/value/items/rows.ts';
import { importOperatorData } from '../../functions/domain/administration/operator-data/import.ts';
import { carryOutMove } from '../../functions/domain/fulfillment/event-reschedule/apply.ts';
import { eventMoveKey } from '../../functions/domain/fulfillment/event-reschedule/rows.ts';
import { orderCodec } from '../../functions/domain/checkout/orders/order-codec.ts';
import { orderKey, type OrderRow } from '../../functions/domain/checkout/orders/rows.ts';
import type { OrderLine } from '../../functions/domain/catalog/products/line-shape.ts';
import { clock } from '../../functions/platform/clock.ts';
import { documents } from '../../functions/storage/client.ts';
import { getRow, putRow } from '../../functions/storage/table.ts';
import { transact } from '../../functions/storage/transactions.ts';
import { MemoryTable } from '../simulation/memory-table.ts';
import { company, event, option } from '../unit/operator-data/samples.ts';
import { orderIn } from './order-life.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const { send } = documents;
const { nowMs: realNowMs } = clock;

let companies = 0;
let orders = 0;

/**
 * A company with events and orders in a table in memory, with a stopped clock. Days count from the start of the clock.
 */
export class EventOrders {
  /** Noon in the company's time zone, so that an event on the current day is not over. */
  readonly beginMs = Date.parse('2027-03-01T11:00:00Z');
  readonly slug = `events-${++companies}`;
  nowMs = this.beginMs;
  readonly table = new MemoryTable();

  constructor() {
    this.table.install();
    clock.nowMs = () => this.nowMs;
  }

  static leave(): void {
    Object.assign(documents, { send });
    clock.nowMs = realNowMs;
  }

  ms(days: number): number {
    return this.beginMs + days * DAY_MS;
  }

  /** Day and time of an event. */
  at(days: number): string {
    return new Date(this.ms(days)).toISOString();
  }

  goTo(days: number): void {
    this.nowMs = this.ms(days);
  }

  /** Imports an event on a day, or without a date. */
  async importEvent(days: number | null, id = 1): Promise<void> {
    const starts_at = days === null ? null : this.at(days);
    await importOperatorData({
      companies: [company(this.slug)],
      events: [event(this.slug, id, [option(id)], { starts_at })],
    });
  }

  async carryOut(id = 1): Promise<void> {
    await carryOutMove(eventMoveKey(this.slug, `evt_${id}`), Infinity);
  }

  /** Reschedules the event, and runs both passes that update its tickets. */
  async move(days: number | null, id = 1): Promise<void> {
    await this.importEvent(days, id);
    // An event without a date has no due work.
    if (days === null) return;
    await this.carryOut(id);
    this.nowMs += 20 * MINUTE_MS;
    await this.carryOut(id);
  }

  lineFor(days: number, id = 1): Partial<OrderLine> {
    const startsAt = this.at(days);
    return {
      productId: `evt_${id}`,
      optionId: `evto_${id}`,
      family: 'event_ticket',
      validity: { type: 'fixed_date', from: startsAt, until: startsAt },
      event: { slug: `event-${id}`, startsAt, endsAt: null, datePrecision: 'date_time' },
    };
  }

  /** Creates an order with the given lines. */
  async order(
    state: 'unpaid' | 'authorized' | 'captured' | 'fulfilled',
    lines: readonly Partial<OrderLine>[],
    changes: Partial<OrderRow> = {},
  ): Promise<OrderRow> {
    const id = `po_${String(++orders).padStart(32, '0')}`;
    const base = orderIn[state]();
    const row = orderCodec.write({
      ...base,
      ...orderKey(this.slug, id),
      id,
      company: this.slug,
      createdAtMs: this.nowMs,
      codeSeed: id,
      lines: lines.flatMap((line, index) => base.lines.map((each) => ({ ...each, id: `poli_${index}`, ...line }))),
      ...changes,
    });
    await putRow(row);
    return row;
  }

  /** Creates an order with an issued ticket. */
  async sold(days: number): Promise<OrderRow> {
    const row = await this.order('fulfilled', [this.lineFor(days)]);
    const seller = (await getRow<CompanyRow>(companyKey(this.slug)))!;
    for (const { writes } of issuancesOf(row, seller)) await transact(writes);
    return row;
  }

  async reread({ id }: OrderRow): Promise<OrderRow> {
    return orderCodec.read((await getRow(orderKey(this.slug, id), { consistent: true }))!);
  }

  ticketKey({ codeSeed, lines }: OrderRow) {
    return itemKey(this.slug, orderItemCode(codeSeed, lines[0]!.id, 0));
  }

  async ticket(order: OrderRow): Promise<ItemRow> {
    return (await getRow<ItemRow>(this.ticketKey(order), { consistent: true }))!;
  }
}
