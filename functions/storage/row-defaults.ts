import { ownMember } from '../platform/own-member.ts';
import type { Row } from './row-types.ts';

type Default = null | boolean | number;

/**
 * Members that are stored only if they differ from these values. A row slightly larger than a kilobyte costs an
 * additional unit per write, and two in a transaction. Members that an expression uses must not be listed.
 */
const DEFAULTS: Record<string, Readonly<Record<string, Default>>> = {
  item: {
    clientReference: null,
    senderCompany: null,
    greeting: null,
    imageUrl: null,
    deliverAtMs: null,
    createdBy: null,
    optionId: null,
    variant: null,
    event: null,
    ticket: null,
    campaignId: null,
    firstClaimedAtMs: null,
    lastClaimedAtMs: null,
    isToken: false,
    postal: false,
    addOn: false,
    sequence: 0,
    orderItems: 1,
    pieces: 1,
    claimedMinor: 0,
    withdrawnMinor: 0,
    withdrawnPieces: 0,
  },
  order: {
    discount: null,
    recipient: null,
    greeting: null,
    clientReference: null,
    locale: null,
    returnUrl: null,
    marketingConsent: null,
  },
};

export const withoutDefaults = <T extends object>(row: T): T => {
  const defaults = ownMember(DEFAULTS, String((row as Partial<Row>).type));
  if (!defaults) return row;
  const stored: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) if (value !== ownMember(defaults, name)) stored[name] = value;
  return stored as T;
};

/**
 * Adds the defaults to a row that was just read. It changes the row, because a copy would take longer than reading it.
 */
export const fillDefaults = <T extends object>(read: T): T => {
  const defaults = ownMember(DEFAULTS, String((read as Partial<Row>).type));
  if (!defaults) return read;
  const row = read as Record<string, unknown>;
  for (const name in defaults) if (row[name] === undefined) row[name] = defaults[name];
  return read;
};
