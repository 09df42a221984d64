import type { FormValues } from '../../kit/form-values.ts';

export const POINT_FIELD = 'delivery.pickup_point_id';

/** Name of the field for the place whose pickup points the form shows. */
export const POINTS_PLACE_FIELD = 'points_place';

/** Name of the field for the name of a point, so that the summary needs no lookup. */
export const pointNameField = (id: string): string => `pickup_point.${id}`;

/** Country and postcode of a form, normalized. */
export const pickupAreaOf = (typed: FormValues): string =>
  [typed.get('delivery.address.country'), typed.get('delivery.address.postcode')]
    .join('')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase();

/** The selected point. Empty if none is selected, or if it was offered for a place that is no longer the form's. */
export const pickupPointOf = (typed: FormValues): string => {
  const offeredFor = typed.get(POINTS_PLACE_FIELD);
  return offeredFor === '' || offeredFor === pickupAreaOf(typed) ? typed.get(POINT_FIELD) : '';
};

const NAME_MAX = 300;

/** Name and address of a point in one line, from the form; its id if the form does not have them. */
export const pointName = (typed: FormValues, id: string): string =>
  typed.get(pointNameField(id)).replaceAll(/\s+/g, ' ').slice(0, NAME_MAX) || id;
