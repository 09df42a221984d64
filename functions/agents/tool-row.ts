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

/** A tool: a name, a route, and the location of the route's code. Everything else is derived from the route. */
export interface ToolRow {
  name: `${Toolset | 'campaigns' | 'discountcodes'}_${string}`;
  /** Default: derived from its name. */
  toolset?: Toolset;
  route: Route;
  handler: () => Promise<{ handler: Handler }>;
  /** A write without confirmation: it can be undone, or is harmless. */
  unconfirmed?: true;
  /** It affects the outside (a mail, a call of another server), which the route's bindings do not show. */
  reachesOut?: true;
  /** It creates a record and takes something away: value of an item, or the item that it replaces. */
  takesAway?: true;
  /** Has no `company` argument. */
  ownCompanyOnly?: true;
  /** Default query parameters. */
  defaults?: Readonly<Record<string, string>>;
}
