import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before systems and commands of tests: makes password hashing cheap. Eight logins of the demo data would take a
 * third of a second of each start. `test/unit/users/rules.test.ts` checks the real cost, and systems with
 * `fullPasswords` hash as deployed.
 */
const { argon2 } = crypto;
const LEAST_KIB = 8;

crypto.argon2 = (algorithm, parameters, tell) =>
  argon2(algorithm, { ...parameters, memory: LEAST_KIB * parameters.parallelism, passes: 1 }, tell);
syncBuiltinESMExports();
