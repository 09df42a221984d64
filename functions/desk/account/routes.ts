import type { Route } from '../../pipeline/route.ts';
import { DESK_REPLIES, DESK_TAG, HASHING_MB } from '../route-kinds.ts';

export const deskAccount = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-account',
  path: '/desk/account',
  entry: 'functions/desk/account/account.ts',
  desk: 'enter',
  summary: 'The user’s own password and second factor',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeOwnPassword = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-change-own-password',
  path: '/desk/account/password',
  entry: 'functions/desk/account/change-own-password.ts',
  desk: 'enter',
  summary: 'Change the user’s own password, which ends all other sessions',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskBeginSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-begin-second-factor',
  path: '/desk/account/second-factor',
  entry: 'functions/desk/account/begin-second-factor.ts',
  desk: 'second_factor',
  summary: 'Begin to set up the second factor: a QR code for an authenticator app',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskConfirmSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-confirm-second-factor',
  path: '/desk/account/second-factor/confirm',
  entry: 'functions/desk/account/confirm-second-factor.ts',
  desk: 'second_factor',
  summary: 'Set up the second factor with its first code; the recovery codes are shown once',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskEndSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-end-second-factor',
  path: '/desk/account/second-factor/end',
  entry: 'functions/desk/account/end-second-factor.ts',
  desk: 'second_factor',
  summary: 'Remove the user’s own second factor, with one of its codes',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskAccountRoutes = [
  deskAccount,
  deskChangeOwnPassword,
  deskBeginSecondFactor,
  deskConfirmSecondFactor,
  deskEndSecondFactor,
];
