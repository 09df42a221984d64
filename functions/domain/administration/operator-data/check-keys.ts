import { jsonPath, type Fault } from './faults.ts';
import type { OperatorData } from './schema.ts';

/**
 * Keys must refer to existing users and have the stated mode, and no key may occur twice. New keys must differ in
 * company, mode or label.
 */
export const checkKeys = (data: OperatorData, stored: ReadonlySet<string>): Fault[] => {
  const users = new Set([...stored, ...data.users.map(({ username }) => username)]);
  const givenKeys = new Set<string>();
  const minted = new Set<string>();
  const faults: Fault[] = [];
  data.api_keys.forEach((entry, at) => {
    const report = (member: string, message: string) =>
      faults.push({ path: jsonPath(['api_keys', at, member]), message });
    if (entry.created_by !== undefined && !users.has(entry.created_by)) {
      report('created_by', `No user has the name ${entry.created_by}.`);
    }
    if (entry.key === undefined) {
      const identity = [entry.company, entry.environment ?? 'live', entry.label].join('/');
      if (minted.has(identity)) report('label', 'Another key to be minted has the same company and label.');
      minted.add(identity);
      return;
    }
    const [, mode, keyId = ''] = entry.key.split('_');
    if (givenKeys.has(keyId)) report('key', 'Another entry has the same key id.');
    givenKeys.add(keyId);
    if (entry.environment !== undefined && entry.environment !== mode) {
      report('environment', `The key itself says ${mode}.`);
    }
  });
  return faults;
};
