import { packFonts } from '../lib/build/fonts.ts';

/** Run when a version in `functions/platform/fonts/sources.json` changes; then `node bin/printable.ts`. */
packFonts();
