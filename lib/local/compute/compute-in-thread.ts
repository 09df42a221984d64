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
 * Makes functions that are loaded from now on render documents and emails in a second thread, without loading the
 * renderers into this one. Deployed functions render them in place.
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
