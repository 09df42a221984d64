import { html, raw } from 'hono/html';
import type { ListedProduct } from '../../../domain/catalog/listing/browse.ts';
import { SEND_AT_MONTHS_MAX } from '../../../domain/catalog/delivery/rules.ts';
import { nowMs } from '../../../platform/clock.ts';
import { monthsAfter, localDate } from '../../../platform/zones.ts';
import { deliveryMethodsFor } from '../form/methods.ts';
import {
  pickupPointOf,
  pickupAreaOf,
  POINT_FIELD,
  pointName,
  pointNameField,
  POINTS_PLACE_FIELD,
} from '../form/pickup.ts';
import type { FormValues } from '../../kit/form-values.ts';
import { money } from '../format.ts';
import { none, type Markup, hidden } from '../../kit/markup.ts';
import type { Visit } from '../visit.ts';
import { faultOf, idOf, radios, selectField, textField, type FilledForm } from './fields.ts';
import { countryName } from '../../../platform/countries.ts';

/** A pickup point of the courier. */
interface ShownPickupPoint {
  id: string;
  name: string;
  street: string;
  postcode: string;
  city: string;
  distance_metres: number | null;
}

export type PickupPoints = { points: readonly ShownPickupPoint[] } | { fault: 'unavailable' | 'place' };

type Postal = ListedProduct['delivery_methods']['postal'];

/** Prevents browsers from filling in the buyer's data, because these fields are about another person. */
const ofRecipient = (token: string): string => `section-recipient ${token}`;

/** Fields for recipient, delivery method and time. */
export const deliveryPart = (
  visit: Visit,
  filled: FilledForm,
  product: ListedProduct,
  points: PickupPoints | undefined,
): Markup => {
  const { t } = visit;
  const methods = deliveryMethodsFor(visit, product);
  const postal = product.delivery_methods.postal;
  return html`<div class="card">
    ${radios(filled, {
      name: 'to',
      legend: t.form.whoFor,
      choices: [
        { value: 'other', label: t.form.forOther },
        { value: 'me', label: t.form.forMe },
      ],
      after: html`<div class="pair if-other recipient">
        ${textField(filled, { name: 'recipient.name', label: t.form.recipientName, autocomplete: ofRecipient('name'), maxLength: 255 })}
        ${textField(filled, {
          name: 'recipient.email',
          autocomplete: ofRecipient('email'),
          label: t.form.recipientEmail,
          type: 'email',
          inputmode: 'email',
          maxLength: 254,
        })}
      </div>`,
    })}
    ${
      methods.length > 1 || filled.faults.fields.has('delivery.method')
        ? radios(filled, {
            name: 'delivery.method',
            legend: t.form.delivery,
            choices: methods.map((method) => ({
              value: method,
              label: t.form.methods[method],
              className: method === 'recipient_email' && methods.includes('sender_email') ? 'if-other' : '',
              note: method === 'postal' ? postageNote(visit, postal) : t.form.free,
            })),
          })
        : hidden('delivery.method', methods[0] ?? '')
    }
    ${methods.includes('postal') ? postalPart(visit, filled, postal, points) : none} ${whenPart(visit, filled)}
  </div>`;
};

const postageNote = (visit: Visit, postal: Postal): string | undefined => {
  if (postal.price === null) return undefined;
  const price = money(visit, postal.price);
  return postal.price_varies ? visit.t.landing.from(price) : price;
};

const whenPart = (visit: Visit, filled: FilledForm): Markup => {
  const { t, shop } = visit;
  const zone = shop.company.time_zone;
  const today = localDate(nowMs(), zone);
  return html`<div class="if-mail">
    ${radios(filled, {
      name: 'when',
      legend: t.form.when,
      choices: [
        { value: 'now', label: t.form.now },
        { value: 'day', label: t.form.onDay },
      ],
      after: html`<div class="pair if-day">
        ${textField(filled, {
          name: 'send_on',
          label: t.form.day,
          type: 'date',
          min: today,
          max: monthsAfter(today, SEND_AT_MONTHS_MAX),
        })}
        ${textField(filled, {
          name: 'send_time',
          label: t.form.time,
          type: 'time',
          optional: true,
          hint: t.form.zone(zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone),
        })}
      </div>`,
    })}
  </div>`;
};

type Shape = 'private' | 'company' | 'collection';

const shapesOf = (postal: Postal): Shape[] =>
  (['private', 'company', 'collection'] as const).filter((shape) =>
    postal.destinations.some((destination) => destination[shape] !== null),
  );

/** Postage of a delivery shape: its price, or the lowest price if the price depends on the destination. */
const shapeNote = (visit: Visit, postal: Postal, shape: Shape): string | undefined => {
  const prices = new Set(
    postal.destinations.map((destination) => destination[shape]).filter((price) => price !== null),
  );
  const [price] = prices;
  if (price === undefined) return undefined;
  return prices.size === 1 ? money(visit, price) : visit.t.landing.from(money(visit, Math.min(...prices)));
};

const postalPart = (visit: Visit, filled: FilledForm, postal: Postal, points: PickupPoints | undefined): Markup => {
  const { t } = visit;
  const shapes = shapesOf(postal);
  const text = (
    member: string,
    label: string,
    more: { autocomplete: string; maxLength?: number; optional?: boolean; type?: 'email' | 'tel'; className?: string },
  ): Markup => textField(filled, { name: `delivery.address.${member}`, label, maxLength: 255, ...more });
  const countries = postal.destinations.map(({ country }) => ({ value: country, label: countryName(country, t.tag) }));
  return html`<div class="if-post">
    ${
      shapes.length > 1
        ? radios(filled, {
            name: 'shape',
            legend: t.form.shape,
            choices: shapes.map((shape) => ({
              value: shape,
              label: t.form.shapes[shape],
              note: shapeNote(visit, postal, shape),
            })),
          })
        : hidden('shape', shapes[0] ?? 'private')
    }
    <div class="address">
      ${text('name', t.form.addressName, { autocomplete: ofRecipient('shipping name'), optional: true })}
      ${shapes.includes('company') ? text('company_name', t.form.companyName, { autocomplete: ofRecipient('shipping organization'), className: 'if-shape-company' }) : none}
      ${text('street', t.form.street, { autocomplete: ofRecipient('shipping address-line1') })}
      <div class="pair third">
        ${text('postcode', t.form.postcode, { autocomplete: ofRecipient('shipping postal-code'), maxLength: 20 })}
        ${text('city', t.form.city, { autocomplete: ofRecipient('shipping address-level2') })}
      </div>
      ${
        countries.length > 1
          ? selectField(filled, {
              name: 'delivery.address.country',
              label: t.form.country,
              choices: countries,
              autocomplete: ofRecipient('shipping country'),
            })
          : hidden('delivery.address.country', countries[0]?.value ?? '')
      }
      <div class="pair">
        ${text('email', t.form.email, { autocomplete: ofRecipient('shipping email'), type: 'email', optional: true })}
        ${text('phone', t.form.phone, { autocomplete: ofRecipient('shipping tel'), type: 'tel', optional: !postal.phone_required, maxLength: 40 })}
      </div>
    </div>
    ${shapes.includes('collection') ? pickupPart(visit, filled, points) : none} ${priorityPart(visit, filled, postal)}
  </div>`;
};

const pickupPart = (visit: Visit, filled: FilledForm, points: PickupPoints | undefined): Markup => {
  filled.labels.set(POINT_FIELD, visit.t.form.pickupPoint);
  return html`<div class="if-collection pickup">
    <p>
      <button class="plain" type="submit" formaction="${visit.links.buy()}#points" name="step" value="points">
        ${visit.t.form.findPoints}
      </button>
    </p>
    <div id="points" aria-live="polite">${pointsList(visit, filled.typed, points)}</div>
    ${faultOf(filled, POINT_FIELD)}
  </div>`;
};

/** The selected point if it is still available, otherwise the nearest one. */
const chosenPoint = (typed: FormValues, points: readonly ShownPickupPoint[]): string | undefined => {
  const chosen = typed.get(POINT_FIELD);
  return points.some(({ id }) => id === chosen) ? chosen : points[0]?.id;
};

/** The form with the point that is selected when the points are shown. */
export const withPoint = (typed: FormValues, points: PickupPoints | undefined): FormValues => {
  const id = points && 'points' in points ? chosenPoint(typed, points.points) : undefined;
  return id === undefined ? typed : typed.with({ [POINT_FIELD]: id, [POINTS_PLACE_FIELD]: pickupAreaOf(typed) });
};

/** The point that was selected before. It is kept as long as country and postcode do not change. */
const keptPoint = ({ t }: Visit, typed: FormValues): Markup => {
  const id = pickupPointOf(typed);
  if (id === '') return none;
  const name = pointName(typed, id);
  return html`${hidden(POINT_FIELD, id)} ${hidden(POINTS_PLACE_FIELD, pickupAreaOf(typed))}
    ${hidden(pointNameField(id), name)}
    <p>${t.form.pickupPoint}: ${name}</p>`;
};

const nameOf = ({ name, street, postcode, city }: ShownPickupPoint): string =>
  `${name}, ${street}, ${postcode} ${city}`;

/** The pickup points to select from. */
export const pointsList = (visit: Visit, typed: FormValues, points: PickupPoints | undefined): Markup => {
  const { t } = visit;
  if (!points) return keptPoint(visit, typed);
  if ('fault' in points) {
    // If the courier does not respond, the selected point is kept.
    if (points.fault === 'unavailable' && pickupPointOf(typed) !== '') return keptPoint(visit, typed);
    return html`<p class="alert">
      ${points.fault === 'place' ? t.form.pointsNeedPostcode : t.form.pointsUnavailable}
    </p>`;
  }
  if (points.points.length === 0) return html`<p class="alert">${t.form.noPoints}</p>`;
  const chosen = chosenPoint(typed, points.points);
  return html`<fieldset id="${idOf(POINT_FIELD)}" tabindex="-1">
    <legend>${t.form.pickupPoint}</legend>
    ${hidden(POINTS_PLACE_FIELD, pickupAreaOf(typed))}
    ${points.points.map((point) => hidden(pointNameField(point.id), nameOf(point)))}
    <div class="choices">
      ${points.points.map(
        (point) =>
          html`<label class="option">
            <input
              type="radio"
              name="${POINT_FIELD}"
              value="${point.id}"
              ${point.id === chosen ? raw('checked') : ''}
            />
            <span class="what"
              ><span class="title">${point.name}</span
              ><span class="hint"
                >${point.street}, ${point.postcode}
                ${point.city}${point.distance_metres === null ? '' : ` · ${t.form.metres(point.distance_metres)}`}</span
              ></span
            >
          </label>`,
      )}
    </div>
  </fieldset>`;
};

const priorityPart = (visit: Visit, filled: FilledForm, postal: Postal): Markup => {
  const priorities = 'priorities' in postal ? postal.priorities : undefined;
  if (!priorities || priorities.length === 0) return none;
  const name = 'delivery.shipping_priority';
  const byDefault = priorities.find((priority) => priority.default)?.id ?? '';
  const typed = filled.typed.get(name) === '' ? filled.typed.with({ [name]: byDefault }) : filled.typed;
  return radios(
    { ...filled, typed },
    {
      name,
      legend: visit.t.form.priority,
      choices: priorities.map(({ id, label, description, price_per_card: price }) => ({
        value: id,
        label,
        note: [description, price > 0 ? visit.t.form.perCard(money(visit, price)) : visit.t.form.free]
          .filter(Boolean)
          .join(' · '),
      })),
    },
  );
};
