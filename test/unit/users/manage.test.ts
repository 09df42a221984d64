import { describe, expect, it } from 'vitest';
import {
  assertCanGrant,
  assertCanManage,
  assertPassword,
  assertUsername,
  grantableRoles,
} from '../../../functions/domain/company/users/manage-rules.ts';

const admin = { username: 'anna', role: 'super_admin', company: 'nordlys' } as const;
const system = { username: 'solveig', role: 'system_admin', company: 'nordlys-group' } as const;
const manager = { username: 'mads', role: 'manager', company: 'nordlys' } as const;

describe('management of users', () => {
  it('never assigns a role above that of the caller', () => {
    expect(grantableRoles(manager)).toEqual([]);
    expect(grantableRoles(admin)).toEqual(['staff', 'manager', 'super_admin']);
    expect(grantableRoles(system)).toContain('system_admin');
    expect(() => assertCanGrant(admin, 'system_admin')).toThrow('You cannot give a role above your own.');
    expect(() => assertCanGrant(admin, undefined)).not.toThrow();
  });

  it('cannot change users with a higher role, or the caller', () => {
    expect(() => assertCanManage(admin, { username: 'solveig', role: 'system_admin' })).toThrow('above your own');
    expect(() => assertCanManage(admin, { username: 'anna', role: 'super_admin' })).toThrow('own user');
    expect(() => assertCanManage(admin, { username: 'berit', role: 'super_admin' })).not.toThrow();
  });

  it('requires valid names and passwords', () => {
    for (const name of ['kim', 'Åse.Ø', 'a@b.example', '7eleven']) expect(() => assertUsername(name)).not.toThrow();
    for (const name of ['k', '', '.kim', 'kim\nanna', 'kim/anna', 'a'.repeat(101)])
      expect(() => assertUsername(name), name).toThrow('A name has');
    expect(() => assertPassword('correct horse battery', 'kim')).not.toThrow();
    for (const bad of ['short', 'aaaaaaaaaaaaaaaa', 'Long.username', 'x'.repeat(1001)])
      expect(() => assertPassword(bad, 'long.username'), bad).toThrow('A password needs');
  });
});
