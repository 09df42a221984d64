import { packFonts } from '../lib/build/fonts.ts';

/**
 * Run this when a version in `functions/platform/fonts/sources.json` changes, and `node bin/printable.ts` afterwards.
 */
packFonts();
