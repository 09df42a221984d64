import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';

/** argon2id at OWASP's minimum: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  length: number;
}

const derive = (password: string, { memory, passes, parallelism, salt, length }: Parameters): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const input = { message: password.normalize('NFC'), nonce: salt, memory, passes, parallelism, tagLength: length };
    argon2('argon2id', input, (error, hash) => (error ? reject(error) : resolve(hash)));
  });

const encodeUnpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');

const phc = (salt: string, hash: string): string =>
  `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${salt}$${hash}`;

/** The stored form of a password or client secret: a PHC string with its own salt and parameters. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(SALT_BYTES);
  const input = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES, salt, length: HASH_BYTES };
  const hash = await derive(password, input);
  return phc(encodeUnpadded(salt), encodeUnpadded(hash));
};

const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/;

/** Whether a password matches the stored one, by its stored parameters. */
export const verifyPassword = async (password: string, stored: string): Promise<boolean> => {
  const [, memory, passes, lanes, salt, hash] = STORED.exec(stored) ?? [];
  if (!salt || !hash) return false;
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    length: expected.length,
  });
  return timingSafeEqual(actual, expected);
};

/** Verified for an unknown user or client, so that the response takes the same time. */
export const UNKNOWN_USER_HASH = phc('A'.repeat(22), 'A'.repeat(43));
