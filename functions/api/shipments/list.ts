import { validation } from '../../platform/messages/validation.ts';
import { listShipments } from '../../domain/fulfillment/shipments/list.ts';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/fulfillment/shipments/rows.ts';
import { invalid } from '../../platform/errors.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { pageLimit } from '../../pipeline/parse.ts';
import { listShipmentsRoute as route } from './routes.ts';

const DEFAULT_LIMIT = 25;

export const handler = endpoint(route, async ({ company, query }) => ({
  status: 200,
  body: await listShipments(company, statusFrom(query.status), {
    limit: pageLimit(query.limit, DEFAULT_LIMIT),
    startingAfter: query.starting_after,
  }),
}));

const statusFrom = (text: string | undefined): ShipmentStatus | undefined => {
  if (text === undefined) return undefined;
  const status = SHIPMENT_STATUSES.find((each) => each === text);
  if (!status) throw invalid('status', validation('choice_unknown', { choices: SHIPMENT_STATUSES }));
  return status;
};
