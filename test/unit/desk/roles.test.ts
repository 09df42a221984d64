import { describe, expect, it } from 'vitest';
import { canActOn, rightsOf, type DeskUser } from '../../../functions/domain/company/settings/roles.ts';

const user = (more: Partial<DeskUser>): DeskUser => ({
  role: 'staff',
  company: 'nordlys',
  agency: false,
  can_cancel: false,
  can_list: true,
  ...more,
});

describe('permissions of a role at the desk', () => {
  it('are empty without a role', () => {
    expect(rightsOf(user({ role: undefined }), 'nordlys').size).toBe(0);
  });

  it('increase from staff to manager to administrator', () => {
    const [staff, manager, admin] = (['staff', 'manager', 'super_admin'] as const).map((role) =>
      rightsOf(user({ role }), 'nordlys'),
    );
    expect([...staff!].every((right) => manager!.has(right))).toBe(true);
    expect([...manager!].every((right) => admin!.has(right))).toBe(true);
    expect([staff!.has('refund'), manager!.has('refund')]).toEqual([false, true]);
    expect([manager!.has('keys'), admin!.has('keys')]).toEqual([false, true]);
  });

  it('match the permissions of the legacy API', () => {
    expect(rightsOf(user({ can_cancel: true }), 'nordlys').has('cancel')).toBe(true);
    expect(rightsOf(user({ can_list: false }), 'nordlys').has('search')).toBe(false);
    expect(rightsOf(user({ agency: true }), 'nordlys').has('redeem_group')).toBe(false);
  });

  it('do not include the keys of an assigned company, except for a system administrator', () => {
    expect(rightsOf(user({ role: 'super_admin', agency: true }), 'fjord').has('keys')).toBe(false);
    expect(rightsOf(user({ role: 'system_admin' }), 'fjord').has('keys')).toBe(true);
  });

  it('apply to the company of the user, to assigned companies for an agency, and to any company for a system administrator', () => {
    expect(canActOn(user({}), ['fjord'], 'fjord')).toBe(false);
    expect(canActOn(user({ agency: true }), ['fjord'], 'fjord')).toBe(true);
    expect(canActOn(user({ agency: true }), ['fjord'], 'lumen')).toBe(false);
    expect(canActOn(user({ role: 'system_admin' }), [], 'lumen')).toBe(true);
  });
});
