import { expect, it } from 'vitest';
import { areaAt, type AreaDefinition } from '../../../lib/areas.ts';
import { areas, pathsOf, routes } from '../../../lib/definition.ts';
import { deployedTo } from '../../../lib/deployed.ts';
import { gatewayRoutesOf, gatewayRoutesOfArea, routesOfApi } from '../../../lib/gateway-routes.ts';
import { routeKeyFaults } from '../../support/cloudformation/route-keys.ts';

const surfaces = Map.groupBy(areas, ({ surface }) => surface);

it.each(['development', 'demo', 'production'])('API Gateway accepts the route keys of %s', (env) => {
  const deployed = deployedTo(env);
  const keys = deployed.routes.flatMap((route) => gatewayRoutesOf(route).map(({ key }) => key));
  expect(keys.length).toBeGreaterThan(150);
  expect(routeKeyFaults(keys)).toEqual([]);
  for (const members of Map.groupBy(deployed.areas, ({ surface }) => surface).values()) {
    expect(routeKeyFaults(members.flatMap(gatewayRoutesOfArea).map(({ key }) => key))).toEqual([]);
  }
});

/** The area that API Gateway selects for a path, by the longest matching route. */
const selected = (members: readonly AreaDefinition[], path: string): string | undefined => {
  const found = members.flatMap((area) =>
    gatewayRoutesOfArea(area)
      .map((route) => route.path.replace('{path+}', ''))
      .filter((start) => start === path || (start.endsWith('/') && path.startsWith(start)))
      .map((start) => ({ name: area.name, length: start.length })),
  );
  const fallback = members.find((area) => gatewayRoutesOfArea(area).some(({ key }) => key === '$default'));
  return found.toSorted((one, other) => other.length - one.length)[0]?.name ?? fallback?.name;
};

it('each page reaches its area through the mapping of a domain, of a distribution and of the local server', () => {
  for (const [surface, members] of surfaces) {
    for (const area of members) {
      for (const path of area.routes.flatMap(pathsOf)) {
        expect(path.split('/')[1]).toBe(surface);
        const concretePath = path.replaceAll(/\{(\w+)\+?\}/g, '$1');
        expect(selected(members, concretePath), concretePath).toBe(area.name);
        expect(selected(members, concretePath.slice(surface.length + 1)), `${concretePath} mapped`).toBe(area.name);
        expect(areaAt(areas, concretePath)?.name, concretePath).toBe(area.name);
      }
    }
  }
});

it('a surface has one default area, and no path of the API begins with its name', () => {
  for (const [surface, members] of surfaces) {
    expect(members.filter(({ keys }) => keys.includes(surface))).toHaveLength(1);
    const apart = routesOfApi(routes).flatMap(pathsOf);
    expect(apart.filter((path) => path.split('/')[1] === surface)).toEqual([]);
  }
});

it('areas of documents and holders cannot write to the table, and only three areas use payments', () => {
  const usesOf = (name: string) => areas.find((area) => area.name === name)?.uses;
  expect(usesOf('area-documents')).not.toContain('table:write');
  expect(usesOf('area-holder')).not.toContain('table:write');
  expect(areas.filter(({ uses }) => uses.includes('payments')).map(({ name }) => name)).toEqual([
    'area-payment',
    'area-shop',
    'area-desk-orders',
  ]);
  expect(new Set(areas.flatMap(({ routes: members }) => members)).size).toBe(
    routes.length - routesOfApi(routes).length,
  );
});
