import { parseArgs } from 'node:util';
import type { ShipmentRow } from '../../functions/domain/fulfillment/shipments/rows.ts';
import { joinLines } from '../../functions/platform/join-lines.ts';
import { parseDate } from '../../functions/platform/zones.ts';
import { OpsError, type Command } from './command.ts';
import { requireCompany } from './named-company.ts';
import { pointAt, targetOptions, TARGET_USAGE } from './target.ts';

/** Lists open shipments for the print house, oldest first: one line each, or one JSON object per line with `--json`. */
export const shipments: Command = {
  name: 'shipments',
  usage: `--company SLUG [--since YYYY-MM-DD] [--json] ${TARGET_USAGE}`,
  summary: 'List shipments that have to be posted',
  run: async (args) => {
    const { values } = parseArgs({
      args,
      options: {
        ...targetOptions,
        company: { type: 'string' },
        since: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    });
    if (!values.company) throw new OpsError(`Usage: npm run ops -- shipments ${shipments.usage}`);
    const sinceMs = values.since === undefined ? 0 : parseDate(values.since);
    if (sinceMs === undefined) throw new OpsError('--since must be a date such as 2027-05-01.');
    await pointAt(values);
    const company = await requireCompany(values.company);
    const { listOpenShipments } = await import('../../functions/domain/fulfillment/shipments/list.ts');
    let count = 0;
    for await (const shipment of listOpenShipments(company, sinceMs)) {
      process.stdout.write(`${values.json ? JSON.stringify(publicFields(shipment)) : asLine(shipment)}\n`);
      count++;
    }
    process.stderr.write(`${count} shipment${count === 1 ? '' : 's'} of ${company} to post\n`);
  },
};

const publicFields = ({ pk: _pk, sk: _sk, type: _type, v: _v, readyAtMs, ...shipment }: ShipmentRow) => ({
  ...shipment,
  readyAt: new Date(readyAtMs).toISOString(),
});

/** A shipment in one line, although addresses may have several. */
export const asLine = (shipment: ShipmentRow): string => {
  const { address, priority, pickupPointId } = shipment;
  const { company_name: company = '', name, street, postcode, city, country } = address;
  const place = [company, name, street, `${postcode} ${city}`, country].map(joinLines);
  return [
    new Date(shipment.readyAtMs).toISOString().slice(0, 16),
    shipment.reference,
    `${shipment.cards} card${shipment.cards === 1 ? '' : 's'}`,
    pickupPointId ? `${shipment.service} to pickup point ${pickupPointId}` : shipment.service,
    priority ? joinLines(priority.label ?? priority.id) : '-',
    place.filter((part) => part !== '').join(', '),
    shipment.documents.join(' '),
  ].join(' | ');
};
