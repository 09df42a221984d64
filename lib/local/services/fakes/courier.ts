import { json, type FakeHandler, type FakeReply, type FakeRequest } from './fake.ts';

const NEAREST = '/rest/businesslocation/v5/servicepoints/nearest/byaddress';
const COUNTRIES = new Set(['DK', 'SE', 'NO', 'FI', 'DE']);
const SHOPS = ['Kiosk', 'Grocer', 'Bookshop', 'Petrol station', 'Parcel shop'];
const STREETS = ['Nygade', 'Torvet', 'Stationsvej', 'Havnegade', 'Skolevej'];
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'];
const POINTS_MAX = SHOPS.length;

export const prefix = '/_courier';

/**
 * A local courier with the protocol of PostNord's service-point lookup: the same paths, queries and shapes. Its points
 * are derived from the postcode, so they are stable.
 */
export const start = (): FakeHandler => handle;

const handle = ({ path, query }: FakeRequest): FakeReply => {
  if (path !== NEAREST) return fault(404, 'No such resource');
  const country = query.get('countryCode') ?? '';
  const postcode = query.get('postalCode') ?? '';
  if (!COUNTRIES.has(country) || !/^\d{4,5}$/.test(postcode)) return fault(400, 'Unknown country or postal code');
  const count = Math.min(Number(query.get('numberOfServicePoints') ?? '5') || 5, POINTS_MAX);
  const servicePoints = Array.from({ length: count }, (_, at) => servicePoint(country, postcode, at));
  return json(200, { servicePointInformationResponse: { customerSupports: [], servicePoints } });
};

const fault = (status: number, explanation: string): FakeReply =>
  json(status, {
    servicePointInformationResponse: { compositeFault: { faults: [{ explanationText: explanation }] } },
  });

const servicePoint = (country: string, postcode: string, at: number) => {
  const address = {
    countryCode: country,
    city: `City ${postcode}`,
    streetName: STREETS[at],
    streetNumber: String(at * 7 + 1),
    postalCode: postcode,
  };
  const degrees = Number(postcode) / 100_000;
  return {
    name: `${SHOPS[at]} ${postcode}`,
    servicePointId: `${postcode}${String(at + 1).padStart(2, '0')}`,
    routeDistance: 250 + at * 400,
    visitingAddress: address,
    deliveryAddress: address,
    coordinates: [
      { countryCode: country, northing: 55 + degrees, easting: 12 + degrees + at / 100, srId: 'EPSG:4326' },
    ],
    openingHours: {
      postalServices: WEEKDAYS.map((day) => ({ openDay: day, openTime: '09:00', closeDay: day, closeTime: '18:00' })),
    },
  };
};
