import { defineRoute } from '../route.ts';
import { DESK_FORM, DESK_PAGE } from './route-kinds.ts';

export const deskAudit = defineRoute({
  ...DESK_PAGE,
  name: 'desk-audit',
  path: '/desk/audit',
  entry: 'functions/http/desk/audit.ts',
  desk: 'audit',
  summary: 'What was changed, by whom and which way in',
  uses: ['keys', 'table:write'],
});

/** A password is hashed, which takes memory and time on purpose. */
const hashing = { memoryMb: 1024 } as const;

export const deskUsers = defineRoute({
  ...DESK_PAGE,
  name: 'desk-users',
  path: '/desk/users',
  entry: 'functions/http/desk/users.ts',
  desk: 'users',
  summary: 'The users of the company',
  uses: ['keys', 'table:write'],
});

export const deskCreateUser = defineRoute({
  ...DESK_FORM,
  ...hashing,
  name: 'desk-create-user',
  path: '/desk/users',
  entry: 'functions/http/desk/create-user.ts',
  desk: 'users',
  summary: 'Make a user of the company',
  uses: ['keys', 'table:write'],
});

export const deskUser = defineRoute({
  ...DESK_PAGE,
  name: 'desk-user',
  path: '/desk/users/{username}',
  entry: 'functions/http/desk/user.ts',
  desk: 'users',
  summary: 'A user, its role and rights',
  uses: ['keys', 'table:write'],
});

export const deskChangeUser = defineRoute({
  ...DESK_FORM,
  name: 'desk-change-user',
  path: '/desk/users/{username}',
  entry: 'functions/http/desk/change-user.ts',
  desk: 'users',
  summary: 'Change role and rights of a user',
  uses: ['keys', 'table:write'],
});

export const deskSetPassword = defineRoute({
  ...DESK_FORM,
  ...hashing,
  name: 'desk-set-password',
  path: '/desk/users/{username}/password',
  entry: 'functions/http/desk/set-password.ts',
  desk: 'users',
  summary: 'Set the password of a user, which ends its sessions',
  uses: ['keys', 'table:write'],
});

export const deskRemoveUser = defineRoute({
  ...DESK_FORM,
  name: 'desk-remove-user',
  path: '/desk/users/{username}/remove',
  entry: 'functions/http/desk/remove-user.ts',
  desk: 'users',
  summary: 'Remove a user, which ends its sessions',
  uses: ['keys', 'table:write'],
});

export const deskCompanies = defineRoute({
  ...DESK_PAGE,
  name: 'desk-companies',
  path: '/desk/companies',
  entry: 'functions/http/desk/companies.ts',
  desk: 'companies',
  summary: 'All companies, for administrators of the system',
  uses: ['keys', 'table:write', 'index:due'],
});

export const deskAccount = defineRoute({
  ...DESK_PAGE,
  name: 'desk-account',
  path: '/desk/account',
  entry: 'functions/http/desk/account.ts',
  desk: 'second_factor',
  summary: 'The own second factor: whether it is set up, and how',
  uses: ['keys', 'table:write'],
});

export const deskBeginSecondFactor = defineRoute({
  ...DESK_FORM,
  name: 'desk-begin-second-factor',
  path: '/desk/account/second-factor',
  entry: 'functions/http/desk/begin-second-factor.ts',
  desk: 'second_factor',
  summary: 'Begin to set the second factor up: a QR code for an authenticator app',
  uses: ['keys', 'table:write'],
});

export const deskConfirmSecondFactor = defineRoute({
  ...DESK_FORM,
  name: 'desk-confirm-second-factor',
  path: '/desk/account/second-factor/confirm',
  entry: 'functions/http/desk/confirm-second-factor.ts',
  desk: 'second_factor',
  summary: 'Set the second factor up with a first code; the recovery codes are shown once',
  uses: ['keys', 'table:write'],
});

export const deskEndSecondFactor = defineRoute({
  ...DESK_FORM,
  name: 'desk-end-second-factor',
  path: '/desk/account/second-factor/end',
  entry: 'functions/http/desk/end-second-factor.ts',
  desk: 'second_factor',
  summary: 'End the own second factor, with a code of it',
  uses: ['keys', 'table:write'],
});

export const deskResetSecondFactor = defineRoute({
  ...DESK_FORM,
  name: 'desk-reset-second-factor',
  path: '/desk/users/{username}/second-factor',
  entry: 'functions/http/desk/reset-second-factor.ts',
  desk: 'users',
  summary: 'Take the second factor off a user who has lost it',
  uses: ['keys', 'table:write'],
});

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
