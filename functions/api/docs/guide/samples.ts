import { readFileSync } from 'node:fs';

/** Sample code that verifies a webhook, by language. Tests run these files on machines that have the language. */
export const VERIFY_SAMPLES = [
  { language: 'JavaScript', file: 'verify.js' },
  { language: 'PHP', file: 'verify.php' },
  { language: 'Python', file: 'verify.py' },
  { language: 'C#', file: 'Verify.cs' },
  { language: 'Java', file: 'Verify.java' },
  { language: 'Ruby', file: 'verify.rb' },
] as const;

/**
 * Reads sample code. It is in `assets/` of the parent folder or, when deployed, next to the bundle
 * (lib/build/assets.ts).
 */
export const readSample = (file: string): string => {
  try {
    return readFileSync(new URL(`../assets/${file}`, import.meta.url), 'utf8');
  } catch {
    return readFileSync(new URL(`./assets/${file}`, import.meta.url), 'utf8');
  }
};
