import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../domain/fulfillment/shipments/rows.ts';
import type { FormValues } from '../../pages/kit/form-values.ts';
import type { DeskVisit } from '../visit.ts';

/** Which shipments a page lists. */
export interface ShipmentList {
  status: ShipmentStatus;
  /** Cursor of the page. */
  after?: string;
}

const FIELD = 'shipment.';

/** Name of the checkbox of a shipment. */
export const selectionField = (id: string): string => `${FIELD}${id}`;

/** Ids of the selected shipments, in page order. */
export const selectedIn = (form: FormValues): string[] =>
  form
    .entries()
    .filter(([name]) => name.startsWith(FIELD))
    .map(([name]) => name.slice(FIELD.length));

/** The list that the URL of the page or the hidden fields of its form describe. */
export const shownList = ({ form, request }: Pick<DeskVisit, 'form' | 'request'>): ShipmentList => {
  const valueOf = (name: string): string => form.get(name) || (request.query[name] ?? '');
  const after = valueOf('after');
  return {
    status: SHIPMENT_STATUSES.find((each) => each === valueOf('status')) ?? 'waiting',
    ...(after === '' ? {} : { after }),
  };
};
