import { readFileSync } from 'node:fs';

/** How a webhook is verified, by language; tests run these files where the machine has the language. */
export const VERIFY_SAMPLES = [
  { language: 'JavaScript', file: 'verify.js' },
  { language: 'PHP', file: 'verify.php' },
  { language: 'Python', file: 'verify.py' },
  { language: 'C#', file: 'Verify.cs' },
  { language: 'Java', file: 'Verify.java' },
  { language: 'Ruby', file: 'verify.rb' },
] as const;

/**
 * Samples are in `assets/`: of the folder above from source, next to the bundle when deployed (lib/build/assets.ts).
 */
export const readSample = (file: string): string => {
  try {
    return readFileSync(new URL(`../assets/${file}`, import.meta.url), 'utf8');
  } catch {
    return readFileSync(new URL(`./assets/${file}`, import.meta.url), 'utf8');
  }
};
