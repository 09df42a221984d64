import type { Route } from '../route.ts';
import { DESK_REPLIES, DESK_TAG } from './route-kinds.ts';

export const deskAudit = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-audit',
  path: '/desk/audit',
  entry: 'functions/http/desk/audit.ts',
  desk: 'audit',
  summary: 'What was changed, by whom and which way in',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

/** A password is hashed, which takes memory and time on purpose. */
const HASHING_MB = 1024;

export const deskUsers = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-users',
  path: '/desk/users',
  entry: 'functions/http/desk/users.ts',
  desk: 'users',
  summary: 'The users of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCreateUser = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-create-user',
  path: '/desk/users',
  entry: 'functions/http/desk/create-user.ts',
  desk: 'users',
  summary: 'Make a user of the company',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskUser = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-user',
  path: '/desk/users/{username}',
  entry: 'functions/http/desk/user.ts',
  desk: 'users',
  summary: 'A user, its role and rights',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskChangeUser = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-change-user',
  path: '/desk/users/{username}',
  entry: 'functions/http/desk/change-user.ts',
  desk: 'users',
  summary: 'Change role and rights of a user',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskSetPassword = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  memoryMb: HASHING_MB,
  name: 'desk-set-password',
  path: '/desk/users/{username}/password',
  entry: 'functions/http/desk/set-password.ts',
  desk: 'users',
  summary: 'Set the password of a user, which ends its sessions',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskRemoveUser = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-remove-user',
  path: '/desk/users/{username}/remove',
  entry: 'functions/http/desk/remove-user.ts',
  desk: 'users',
  summary: 'Remove a user, which ends its sessions',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskCompanies = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-companies',
  path: '/desk/companies',
  entry: 'functions/http/desk/companies.ts',
  desk: 'companies',
  summary: 'All companies, for administrators of the system',
  uses: ['keys', 'table:write', 'index:due'],
} as const satisfies Route;

export const deskAccount = {
  method: 'GET',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-account',
  path: '/desk/account',
  entry: 'functions/http/desk/account.ts',
  desk: 'second_factor',
  summary: 'The own second factor: whether it is set up, and how',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskBeginSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-begin-second-factor',
  path: '/desk/account/second-factor',
  entry: 'functions/http/desk/begin-second-factor.ts',
  desk: 'second_factor',
  summary: 'Begin to set the second factor up: a QR code for an authenticator app',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskConfirmSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-confirm-second-factor',
  path: '/desk/account/second-factor/confirm',
  entry: 'functions/http/desk/confirm-second-factor.ts',
  desk: 'second_factor',
  summary: 'Set the second factor up with a first code; the recovery codes are shown once',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskEndSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-end-second-factor',
  path: '/desk/account/second-factor/end',
  entry: 'functions/http/desk/end-second-factor.ts',
  desk: 'second_factor',
  summary: 'End the own second factor, with a code of it',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

export const deskResetSecondFactor = {
  method: 'POST',
  access: 'public',
  tag: DESK_TAG,
  replies: DESK_REPLIES,
  name: 'desk-reset-second-factor',
  path: '/desk/users/{username}/second-factor',
  entry: 'functions/http/desk/reset-second-factor.ts',
  desk: 'users',
  summary: 'Take the second factor off a user who has lost it',
  uses: ['keys', 'table:write'],
} as const satisfies Route;

/** What administrators do: users, companies, and who changed what. */
export const deskAdminRoutes = [
  deskAudit,
  deskUsers,
  deskCreateUser,
  deskUser,
  deskChangeUser,
  deskSetPassword,
  deskResetSecondFactor,
  deskRemoveUser,
  deskCompanies,
  deskAccount,
  deskBeginSecondFactor,
  deskConfirmSecondFactor,
  deskEndSecondFactor,
];
