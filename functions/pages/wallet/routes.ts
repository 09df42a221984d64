import type { Route } from '../../pipeline/route.ts';

const TAG = 'Items';

/** The web service that Apple Wallet calls for passes. Apple prescribes its paths, methods and statuses. */
export const walletRegisterDevice = {
  name: 'wallet-register-device',
  method: 'POST',
  path: '/wallet/apple/v1/devices/{device}/registrations/{pass_type}/{serial}',
  entry: 'functions/pages/wallet/register-device.ts',
  access: 'public',
  replies: { 200: null, 201: null },
  errors: ['not_found', 'unauthorized', 'malformed_json', 'validation_failed'],
  summary: 'Register a device for changes of a pass in Apple Wallet',
  description:
    'Called by devices. `Authorization: ApplePass` with the token of the pass; the body is `{"pushToken"}`. 201 for a new ' +
    'registration, 200 for one that exists, 401 for another token.',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:WALLETPASS', 'wallet'],
} as const satisfies Route;

export const walletUnregisterDevice = {
  name: 'wallet-unregister-device',
  method: 'DELETE',
  path: '/wallet/apple/v1/devices/{device}/registrations/{pass_type}/{serial}',
  entry: 'functions/pages/wallet/unregister-device.ts',
  access: 'public',
  replies: { 200: null },
  errors: ['not_found', 'unauthorized'],
  summary: 'End the registration of a device for a pass in Apple Wallet',
  tag: TAG,
  uses: ['keys', 'table:read', 'rows:WALLETPASS', 'wallet'],
} as const satisfies Route;

export const walletUpdatedPasses = {
  name: 'wallet-updated-passes',
  method: 'GET',
  path: '/wallet/apple/v1/devices/{device}/registrations/{pass_type}',
  entry: 'functions/pages/wallet/updated-passes.ts',
  access: 'public',
  replies: { 200: 'application/json', 204: null },
  errors: ['not_found'],
  summary: 'Serial numbers of the passes of a device that have changed',
  description:
    'Called by devices. `passesUpdatedSince` is the `lastUpdated` of an earlier reply; without it all passes of the device are ' +
    'listed. 204 when none has changed. A pass that changed shortly before the earlier reply may be listed again.',
  tag: TAG,
  uses: ['table:read', 'index:ix1', 'wallet'],
} as const satisfies Route;

export const walletCurrentPass = {
  name: 'wallet-current-pass',
  method: 'GET',
  path: '/wallet/apple/v1/passes/{pass_type}/{serial}',
  entry: 'functions/pages/wallet/current-pass.ts',
  access: 'public',
  replies: { 200: 'application/vnd.apple.pkpass', 304: null },
  errors: ['not_found', 'unauthorized'],
  summary: 'The current state of a pass in Apple Wallet, signed',
  description:
    'Called by devices. `Authorization: ApplePass` with the token of the pass. 304 when it has not changed since ' +
    '`If-Modified-Since`. The pass of an item that is cancelled, refunded or replaced is void.',
  tag: TAG,
  uses: ['keys', 'table:read', 'objects:read', 'wallet'],
  memoryMb: 1024,
} as const satisfies Route;

export const walletLog = {
  name: 'wallet-log',
  method: 'POST',
  path: '/wallet/apple/v1/log',
  entry: 'functions/pages/wallet/log-messages.ts',
  access: 'public',
  replies: { 200: null },
  errors: ['rate_limited', 'malformed_json'],
  summary: 'Messages of devices about passes that they could not update',
  description:
    'Called by devices with `{"logs": […]}`. Numbers, addresses and names in them are not recorded. Limited by address.',
  tag: TAG,
  uses: ['keys', 'rows:VISITS'],
} as const satisfies Route;

export const walletRoutes = [
  walletRegisterDevice,
  walletUnregisterDevice,
  walletUpdatedPasses,
  walletCurrentPass,
  walletLog,
];
