import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the script lies within its package. */
export const REFERENCE_SCRIPT = '@scalar/api-reference/dist/browser/standalone.js';

/** The script of the reference page: beside the bundle in `assets/`, or the package's own file when run from source. */
export const readReferenceScript = (): Buffer => {
  const beside = fileURLToPath(new URL('./assets/standalone.js', import.meta.url));
  if (existsSync(beside)) return readFileSync(beside);
  // The package exports its modules only, so the file is found from one of them.
  const index = createRequire(import.meta.url).resolve('@scalar/api-reference');
  return readFileSync(join(index, '../browser/standalone.js'));
};
