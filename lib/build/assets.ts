import { cp } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Metafile } from 'esbuild';
import { DRAWING_ASSETS, PICTURE_ASSETS } from '../../functions/adapters/images/asset-list.ts';
import { READER_MODULE, READER_SCRIPT } from '../../functions/http/desk/asset-list.ts';
import { VERIFY_SAMPLES } from '../../functions/http/docs/guide/samples.ts';
import { FONT_ASSETS } from '../../functions/adapters/pdf/asset-list.ts';

/** Files of packages, and of our own, that functions read when they run, by the source file that reads them from `assets/`. */
const ASSETS: Record<string, readonly string[]> = {
  'functions/adapters/pdf/shaper.ts': FONT_ASSETS,
  'functions/adapters/images/codecs.ts': PICTURE_ASSETS,
  'functions/adapters/images/draw-svg.ts': DRAWING_ASSETS,
  'functions/http/shop/assets.ts': ['shop.css', 'shop.js', 'embed.js'].map(
    (name) => `functions/http/shop/assets/${name}`,
  ),
  'functions/http/desk/assets.ts': ['desk.css', 'desk.js'].map((name) => `functions/http/desk/assets/${name}`),
  'functions/http/desk/camera-assets.ts': [READER_SCRIPT, READER_MODULE],
  'functions/http/docs/guide/samples.ts': VERIFY_SAMPLES.map(({ file }) => `functions/http/docs/assets/${file}`),
  'functions/http/docs/asset.ts': ['functions/http/docs/assets/scalar.js'],
};

const sourceOf = (asset: string): string => (asset.startsWith('functions/') ? asset : join('node_modules', asset));

/** Puts assets beside the bundles whose code reads them: fonts, the picture decoder, the reference page's script. */
export const copyAssets = async ({ outputs }: Metafile): Promise<void> => {
  for (const [file, { inputs }] of Object.entries(outputs)) {
    const assets = Object.entries(ASSETS).flatMap(([reader, files]) => (reader in inputs ? files : []));
    await Promise.all(assets.map((asset) => cp(sourceOf(asset), join(dirname(file), 'assets', basename(asset)))));
  }
};
