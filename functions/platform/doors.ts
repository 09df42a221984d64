import type { Actor } from './actor.ts';

/** The ways into the service through which something can be changed. */
export const DOORS = ['api', 'agent', 'v1', 'desk', 'shop', 'operator', 'gateway', 'service'] as const;
export type Door = (typeof DOORS)[number];

const DOORS_OF_SYSTEMS: Readonly<Record<string, Door>> = {
  'order-page': 'shop',
  operator: 'operator',
  gateway: 'gateway',
  'test-gateway': 'gateway',
  stripe: 'gateway',
};

/** The door through which an actor came. */
export const doorOf = (by: Actor): Door => {
  if (by.system !== undefined) return DOORS_OF_SYSTEMS[by.system] ?? 'service';
  if (by.tool !== undefined) return 'agent';
  if (by.user !== undefined) return by.door ?? 'v1';
  return by.keyId === undefined ? 'service' : 'api';
};
