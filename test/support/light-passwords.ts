import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before stacks and commands of tests to make password hashing fast. Otherwise eight logins of the demo data add
 * a third of a second to each start. `test/unit/users/rules.test.ts` checks the real cost, and stacks with
 * `fullPasswords` hash as deployed.
 */
const { argon2 } = crypto;
const LEAST_KIB = 8;

crypto.argon2 = (algorithm, parameters, callback) =>
  argon2(algorithm, { ...parameters, memory: LEAST_KIB * parameters.parallelism, passes: 1 }, callback);
syncBuiltinESMExports();
