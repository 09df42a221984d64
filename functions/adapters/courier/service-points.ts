import { config } from '../../platform/config.ts';
import { NEW_CONNECTION } from '../../platform/new-connections.ts';
import { courierApiKey } from './credentials.ts';

/** A pickup point of the courier. The only adapter uses PostNord's service point API. */
export interface ServicePoint {
  id: string;
  name: string;
  street: string;
  postcode: string;
  city: string;
  /** ISO 3166-1 code, two capital letters. */
  country: string;
  distanceMetres: number | null;
  coordinates: { latitude: number; longitude: number } | null;
  /** Times are local, `HH:MM`. */
  openingHours: { day: Weekday; opens: string; closes: string }[];
}

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

/** Time limit including the response, because a checkout should not wait longer. */
const TIME_LIMIT_MS = 3000;
const POINTS = 20;
const NEAREST = '/rest/businesslocation/v5/servicepoints/nearest/byaddress';

/**
 * Returns the service points near a postcode, nearest first. Throws if the courier does not respond in time or responds
 * with an error.
 */
export const findServicePoints = async (place: { country: string; postcode: string }): Promise<ServicePoint[]> => {
  const url = new URL(config.courierBaseUrl() + NEAREST);
  url.search = new URLSearchParams({
    apikey: await courierApiKey(),
    returnType: 'json',
    countryCode: place.country,
    agreementCountry: place.country,
    postalCode: place.postcode.replaceAll(' ', ''),
    numberOfServicePoints: String(POINTS),
    srId: 'EPSG:4326',
    context: 'optionalservicepoint',
  }).toString();
  const response = await fetch(url, {
    headers: NEW_CONNECTION,
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
    redirect: 'error',
  });
  // PostNord returns 400 for an unknown place. Such a place has no service points.
  if (response.status === 400) {
    await response.body?.cancel();
    return [];
  }
  if (!response.ok) throw new Error(`The courier responded with ${response.status}`);
  return readPoints(await response.json());
};

interface WirePoint {
  name: string;
  servicePointId: string | number;
  visitingAddress: {
    streetName?: string;
    streetNumber?: string | number;
    postalCode?: string;
    city?: string;
    countryCode?: string;
  };
  coordinates?: { northing?: number; easting?: number; srId?: string }[];
  routeDistance?: number;
  openingHours?: { postalServices?: { openDay?: string; openTime?: string; closeTime?: string }[] };
}

interface WireAnswer {
  servicePointInformationResponse?: { servicePoints?: WirePoint[]; compositeFault?: unknown };
}

const readPoints = (reply: unknown): ServicePoint[] => {
  const response = (reply as WireAnswer | null)?.servicePointInformationResponse;
  if (!response) throw new Error('The response from the courier is not a list of service points');
  return (response.servicePoints ?? []).map(readPoint);
};

const readPoint = (point: WirePoint): ServicePoint => {
  const address = point.visitingAddress;
  const at = point.coordinates?.find((place) => place.srId === 'EPSG:4326') ?? point.coordinates?.[0];
  return {
    id: String(point.servicePointId),
    name: point.name,
    street: [address.streetName, address.streetNumber].filter((part) => part !== undefined && part !== '').join(' '),
    postcode: address.postalCode ?? '',
    city: address.city ?? '',
    country: address.countryCode ?? '',
    distanceMetres: typeof point.routeDistance === 'number' ? point.routeDistance : null,
    coordinates:
      typeof at?.northing === 'number' && typeof at.easting === 'number'
        ? { latitude: at.northing, longitude: at.easting }
        : null,
    openingHours: (point.openingHours?.postalServices ?? []).flatMap(readHours),
  };
};

type WireHours = NonNullable<NonNullable<WirePoint['openingHours']>['postalServices']>[number];

/**
 * Converts opening hours to a weekday and times, which PostNord writes as `HH:MM` or `HHMM`. Invalid ones are omitted.
 */
const readHours = (hours: WireHours): ServicePoint['openingHours'] => {
  const day = WEEKDAYS.find((name) => name === hours.openDay?.toLowerCase());
  const [opens, closes] = [readTime(hours.openTime), readTime(hours.closeTime)];
  return day && opens && closes ? [{ day, opens, closes }] : [];
};

const readTime = (text: string | undefined): string | undefined => {
  const [, hour, minute] = /^(\d\d):?(\d\d)/.exec(text ?? '') ?? [];
  return hour && minute ? `${hour}:${minute}` : undefined;
};
