import { readFileSync } from 'node:fs';
import type { Environment } from '../../lib/stacks/settings.ts';
import type { Release } from '../support/cloudformation/release.ts';
import type { Context } from './templates.ts';

/** Settings of each environment in the dry run. */
export const RELEASED: Readonly<Record<Environment, Context>> = {
  development: { env: 'development' },
  demo: { env: 'demo' },
  production: { env: 'production', alarmEmail: 'ops@example.com' },
};

export const releaseFile = (env: Environment): string => `test/fixtures/releases/${env}.json`;

/** The parts of the last release that the next one must keep. */
export const lastRelease = (env: Environment): Release => JSON.parse(readFileSync(releaseFile(env), 'utf8')) as Release;
