import { writeFileSync } from 'node:fs';
import { printableData } from '../lib/build/printable.ts';

/** Run when the fonts of documents change; a test checks that. */
const FILE = 'functions/platform/printable-data.ts';
const data = await printableData();
writeFileSync(
  FILE,
  `/** Which characters the fonts of documents have: a bit each, deflated. Made by \`node bin/printable.ts\`. */
export const PRINTABLE =
  '${data}';
`,
);
