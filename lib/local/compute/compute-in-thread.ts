import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PROJECT } from '../settings.ts';

const fileUrl = (path: string): string => pathToFileURL(resolve(PROJECT, path)).href;

/** Modules whose functions run in the compute thread. */
const COMPUTED = new Set(
  [
    'functions/adapters/mail/compose.ts',
    'functions/adapters/pdf/receipt.ts',
    'functions/adapters/pdf/render-template.ts',
    'functions/adapters/pdf/render.ts',
  ].map(fileUrl),
);
const REPLACEMENT = fileUrl('lib/local/compute/computed.ts');

let isSet = false;

/**
 * Functions that are loaded after the first call make documents and mails in a second thread, and do not load the
 * modules for them into this one. Deployed functions make them in place.
 */
export const computeInThread = (): void => {
  if (isSet) return;
  isSet = true;
  registerHooks({
    resolve: (specifier, context, next) => {
      const resolved = next(specifier, context);
      return COMPUTED.has(resolved.url) ? { ...resolved, url: REPLACEMENT } : resolved;
    },
  });
};
