import { setTimeout as sleep } from 'node:timers/promises';

const ATTEMPTS_MAX = 100;
const RETRY_MS = 200;

/**
 * Waits for an email that contains a link, and returns the part of the link in the first group of `part`; empty if none
 * arrives within 20 seconds.
 */
export const linkInMail = async (mailTexts: () => Promise<string[]>, part: RegExp): Promise<string> => {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    for (const text of await mailTexts()) {
      const token = part.exec(text)?.[1];
      if (token !== undefined) return token;
    }
    await sleep(RETRY_MS);
  }
  return '';
};
