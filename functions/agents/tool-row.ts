import type { Route } from '../pipeline/route.ts';
import type { Handler } from './invoke.ts';

export const TOOLSETS = [
  'commerce',
  'items',
  'redemptions',
  'orderpage',
  'brand',
  'pdftemplates',
  'reports',
  'webhooks',
  'account',
  'catalog',
] as const;
export type Toolset = (typeof TOOLSETS)[number];

/** A tool: a name, a route, and the location of the route's code. Everything else follows from the route. */
export interface ToolRow {
  name: `${Toolset | 'campaigns' | 'discountcodes'}_${string}`;
  /** Default: what its name begins with. */
  toolset?: Toolset;
  route: Route;
  handler: () => Promise<{ handler: Handler }>;
  /** A write that is carried out at once: what it does can be undone, or does no harm. */
  unconfirmed?: true;
  /** Its effect leaves the service (a mail, a call of another server), which the route's bindings do not show. */
  reachesOut?: true;
  /** Takes no `company`. */
  ownCompanyOnly?: true;
  /** Query parameters that are sent when the arguments do not have them. */
  defaults?: Readonly<Record<string, string>>;
}
