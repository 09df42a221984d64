import { management } from '../../../platform/messages/management.ts';
import { jsonPath, type Fault } from './faults.ts';

const HALF = 'This holds half of a surrogate pair, which is no text.';
const DEPTH_MAX = 64;

/** Invalid content in any file: half a surrogate pair, which DynamoDB cannot store, and a member named `__proto__`. */
export const textFaults = (json: unknown): Fault[] => {
  const faults: Fault[] = [];
  const visit = (value: unknown, path: readonly PropertyKey[]): void => {
    if (typeof value === 'string' && !value.isWellFormed()) faults.push({ path: jsonPath(path), message: HALF });
    // Deeper nesting is reported as a fault of shape.
    if (typeof value !== 'object' || value === null || path.length > DEPTH_MAX) return;
    const isList = Array.isArray(value);
    for (const [name, member] of Object.entries(value)) {
      const place = [...path, isList ? Number(name) : name];
      if (!name.isWellFormed()) faults.push({ path: jsonPath(place), message: HALF });
      if (name === '__proto__') faults.push({ path: jsonPath(place), message: management('member_unknown') });
      else visit(member, place);
    }
  };
  visit(json, []);
  return faults;
};
