import type { Typed } from '../../kit/typed.ts';

export const POINT_FIELD = 'delivery.pickup_point_id';

/** The place of the form's pickup points. */
export const POINTS_PLACE_FIELD = 'points_place';

/** The form includes the name of a point, so that the summary needs no lookup. */
export const pointNameField = (id: string): string => `pickup_point.${id}`;

/** Country and postcode of a form, normalized. */
export const placeOf = (typed: Typed): string =>
  [typed.get('delivery.address.country'), typed.get('delivery.address.postcode')]
    .join('')
    .replaceAll(/[\s-]/g, '')
    .toUpperCase();

/** The chosen point; empty when none is, or when it was offered for another place than the form names now. */
export const pickupPointOf = (typed: Typed): string => {
  const offeredFor = typed.get(POINTS_PLACE_FIELD);
  return offeredFor === '' || offeredFor === placeOf(typed) ? typed.get(POINT_FIELD) : '';
};

const NAME_MAX = 300;

/** Name and address of a point in one line, as the form brought them; its number when it brought none. */
export const pointName = (typed: Typed, id: string): string =>
  typed.get(pointNameField(id)).replaceAll(/\s+/g, ' ').slice(0, NAME_MAX) || id;
