import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded before systems and commands of tests: what is derived from a password costs next to nothing. Eight logins of the
 * demo data would take a third of a second of each start. What derivation costs where it counts is held by
 * `test/unit/users/rules.test.ts`, and systems with `fullPasswords` derive as what is deployed does.
 */
const { argon2 } = crypto;
const LEAST_KIB = 8;

crypto.argon2 = (algorithm, parameters, tell) =>
  argon2(algorithm, { ...parameters, memory: LEAST_KIB * parameters.parallelism, passes: 1 }, tell);
syncBuiltinESMExports();
