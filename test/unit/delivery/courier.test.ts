import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { findServicePoints } from '../../../functions/adapters/courier/service-points.ts';
import { startSecretStore } from '../../support/secret-store.ts';

const store = await startSecretStore({ courier: '{"api_key":"secret-key"}' });
afterAll(() => store.stop());

let server: Server | undefined;

const courier = async (listener: RequestListener): Promise<void> => {
  const started = createServer(listener);
  server = started;
  await new Promise<void>((ready) => started.listen(0, '127.0.0.1', ready));
  process.env['COURIER_BASE_URL'] = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;
  process.env['COURIER_SECRET_ARN'] = 'courier';
};

const answering = (status: number, body: unknown) =>
  courier((_, reply) => {
    reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const place = { country: 'DK', postcode: '21 00' };

describe('the courier', () => {
  test('is called with country, postcode and key', async () => {
    const requests: URL[] = [];
    await courier((request, reply) => {
      requests.push(new URL(request.url ?? '', 'http://courier'));
      reply.end(JSON.stringify({ servicePointInformationResponse: { servicePoints: [] } }));
    });
    expect(await findServicePoints(place)).toEqual([]);
    expect(requests[0]?.pathname).toBe('/rest/businesslocation/v5/servicepoints/nearest/byaddress');
    expect(Object.fromEntries(requests[0]?.searchParams ?? [])).toMatchObject({
      countryCode: 'DK',
      postalCode: '2100',
      apikey: 'secret-key',
    });
  });

  test('returns collection points with their known details', async () => {
    await answering(200, {
      servicePointInformationResponse: {
        servicePoints: [
          {
            name: 'Kiosk',
            servicePointId: 4711,
            visitingAddress: {
              streetName: 'Nygade',
              streetNumber: 3,
              postalCode: '2100',
              city: 'Copenhagen',
              countryCode: 'DK',
            },
            coordinates: [{ northing: 55.7, easting: 12.6, srId: 'EPSG:4326' }],
            routeDistance: 250,
            openingHours: {
              postalServices: [
                { openDay: 'MONDAY', openTime: '0900', closeTime: '18:00' },
                { openDay: 'Feast', openTime: '09:00', closeTime: '18:00' },
              ],
            },
          },
          { name: 'Bare', servicePointId: '12', visitingAddress: { countryCode: 'DK' } },
        ],
      },
    });
    expect(await findServicePoints(place)).toEqual([
      {
        id: '4711',
        name: 'Kiosk',
        street: 'Nygade 3',
        postcode: '2100',
        city: 'Copenhagen',
        country: 'DK',
        distanceMetres: 250,
        coordinates: { latitude: 55.7, longitude: 12.6 },
        openingHours: [{ day: 'monday', opens: '09:00', closes: '18:00' }],
      },
      {
        id: '12',
        name: 'Bare',
        street: '',
        postcode: '',
        city: '',
        country: 'DK',
        distanceMetres: null,
        coordinates: null,
        openingHours: [],
      },
    ]);
  });

  test('returns no points for a place that it does not know', async () => {
    await answering(400, { servicePointInformationResponse: { compositeFault: {} } });
    expect(await findServicePoints(place)).toEqual([]);
  });

  test.each([
    ['refuses the key', 403, {}],
    ['is busy', 429, {}],
    ['fails', 500, {}],
    ['returns another body', 200, { hello: 'world' }],
  ])('counts as unavailable when it %s', async (_, status, body) => {
    await answering(status, body);
    await expect(findServicePoints(place)).rejects.toThrow(/courier/);
  });

  test('has a time limit of 3 seconds, including the body', async () => {
    await courier((_, reply) => {
      reply.writeHead(200, { 'Content-Type': 'application/json' });
      reply.write('{');
    });
    const startMs = performance.now();
    await expect(findServicePoints(place)).rejects.toThrow(/timeout|aborted/i);
    expect(performance.now() - startMs).toBeGreaterThan(2500);
    expect(performance.now() - startMs).toBeLessThan(4000);
  });
});
