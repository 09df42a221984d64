import * as z from 'zod/mini';
import { rowCodec } from '../../../storage/row-codec.ts';
import type { Key, Row } from '../../../storage/table.ts';

/** A pass of an item for a wallet. */
export interface WalletPassRow extends Row {
  type: 'wallet-pass';
  company: string;
  code: string;
  createdAtMs: number;
  /** Digest of the content of the pass when it was first made, and how often it was made. Later copies may differ. */
  firstShown: string;
  made: number;
  /** Set if Google Wallet may have the pass. */
  google?: true;
  /** When the pass last changed for a wallet. Increases by at least a second, the resolution of `Last-Modified`. */
  changedAtMs?: number;
  /** Number of the newest attempt to send a change to the wallets, and of the newest attempt that has ended. */
  begun?: number;
  ended?: number;
  /** Item version that the newest ended attempt has sent. */
  sentVersion?: number;
}

/** A device with a pass in Apple Wallet. Without a `pushToken` it has unregistered, and its row expires. */
export interface WalletDeviceRow extends Row {
  type: 'wallet-device';
  company: string;
  code: string;
  serial: string;
  /** Apple's push token of the device. */
  pushToken?: string;
  registeredAtMs: number;
}

/**
 * The serial of a pass is the id of its item. A wallet therefore contains the pass only once, and the serial does not
 * reveal the code.
 */
const partitionOf = (serial: string): string => `WALLETPASS#${serial}`;
const DEVICE = 'device#';

export const walletPassKey = (serial: string): Key => ({ pk: partitionOf(serial), sk: 'pass' });

export const walletDeviceKey = (serial: string, device: string): Key => ({
  pk: partitionOf(serial),
  sk: `${DEVICE}${device}`,
});

/** A pass with its devices. */
export const rowsOfPass = (serial: string) => ({ partition: partitionOf(serial) }) as const;

/** Partition of the list of passes that a device has registered (`ix1`). */
export const listOfDevice = (device: string): string => `WALLETDEVICE#${device}`;

export const walletPassCodec = rowCodec<WalletPassRow>({
  type: 'wallet-pass',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      code: z.string(),
      createdAtMs: z.number(),
      firstShown: z.string(),
      made: z.number(),
      google: z.optional(z.literal(true)),
      changedAtMs: z.optional(z.number()),
      begun: z.optional(z.number()),
      ended: z.optional(z.number()),
      sentVersion: z.optional(z.number()),
    }),
});

export const walletDeviceCodec = rowCodec<WalletDeviceRow>({
  type: 'wallet-device',
  version: 1,
  shape: () =>
    z.looseObject({
      company: z.string(),
      code: z.string(),
      serial: z.string(),
      pushToken: z.optional(z.string()),
      registeredAtMs: z.number(),
    }),
  indexes: ({ serial, sk, pushToken }) =>
    pushToken === undefined ? {} : { ix1pk: listOfDevice(sk.slice(DEVICE.length)), ix1sk: serial },
});
