import type { Actor } from './actor.ts';
import { ownMember } from './own-member.ts';

/** Channels through which changes are made. */
export const CHANNELS = ['api', 'agent', 'v1', 'desk', 'shop', 'operator', 'gateway', 'service'] as const;
export type Channel = (typeof CHANNELS)[number];

const CHANNELS_OF_SYSTEMS: Readonly<Record<string, Channel>> = {
  'order-page': 'shop',
  operator: 'operator',
  gateway: 'gateway',
  'test-gateway': 'gateway',
  stripe: 'gateway',
};

/** The channel through which an actor made a change. */
export const channelOf = (by: Actor): Channel => {
  if (by.system !== undefined) return ownMember(CHANNELS_OF_SYSTEMS, by.system) ?? 'service';
  if (by.tool !== undefined) return 'agent';
  if (by.user !== undefined) return by.door ?? 'v1';
  return by.keyId === undefined ? 'service' : 'api';
};
