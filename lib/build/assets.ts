import { existsSync } from 'node:fs';
import { copyFile, link, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { DRAWING_ASSETS, PICTURE_ASSETS } from '../../functions/adapters/images/asset-list.ts';
import { READER_MODULE, READER_SCRIPT } from '../../functions/desk/asset-list.ts';
import { VERIFY_SAMPLES } from '../../functions/api/docs/guide/samples.ts';
import { FONT_ASSETS, PAGE_RENDERER } from '../../functions/adapters/pdf/asset-list.ts';

/**
 * Files of packages and of this project that functions read from `assets/` at run time, by the source file that reads
 * them.
 */
const ASSETS: Record<string, readonly string[]> = {
  'functions/adapters/pdf/shaper.ts': FONT_ASSETS,
  'functions/adapters/pdf/page-picture.ts': [PAGE_RENDERER],
  'functions/adapters/images/codecs.ts': PICTURE_ASSETS,
  'functions/adapters/images/draw-svg.ts': DRAWING_ASSETS,
  'functions/pages/shop/assets.ts': ['shop.css', 'shop.js', 'embed.js'].map(
    (name) => `functions/pages/shop/assets/${name}`,
  ),
  'functions/desk/assets.ts': ['desk.css', 'desk.js', 'input.js', 'editors.js', 'template-editor.js'].map(
    (name) => `functions/desk/assets/${name}`,
  ),
  'functions/desk/camera-assets.ts': [READER_SCRIPT, READER_MODULE],
  'functions/api/docs/guide/samples.ts': VERIFY_SAMPLES.map(({ file }) => `functions/api/docs/assets/${file}`),
  'functions/api/docs/asset.ts': ['functions/api/docs/assets/scalar.js'],
};

const { resolve } = createRequire(import.meta.url);
/** The asset's file in `node_modules`, or the file that its package exports under that path. */
const sourceOf = (asset: string): string => {
  if (asset.startsWith('functions/')) return asset;
  const file = join('node_modules', asset);
  return existsSync(file) ? file : relative(process.cwd(), resolve(asset));
};

/** Creates a hard link, or a copy if the file systems differ. */
export const linkOrCopy = (source: string, target: string): Promise<void> =>
  link(source, target).catch(() => copyFile(source, target));

/** Files of packages and packed fonts are never modified, so they are linked instead of copied. */
const placeAsset = async (source: string, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  if (source.startsWith('functions/') && !source.endsWith('.zst')) return copyFile(source, target);
  await linkOrCopy(source, target);
};

/** Lambda runs Node.js without module detection, so a `.js` file with `import` needs this `package.json` next to it. */
const MODULE_TYPE = JSON.stringify({ type: 'module' });

/**
 * Puts assets next to the bundles whose code reads them: fonts, the picture decoder, the reference page's script.
 * Returns their sources.
 */
export const placeAssets = async ({ outputs }: Metafile): Promise<string[]> => {
  const placed = new Set<string>();
  for (const [file, { inputs }] of Object.entries(outputs)) {
    const assets = Object.entries(ASSETS).flatMap(([reader, files]) => (reader in inputs ? files : []));
    const sources = assets.map(sourceOf);
    const folder = join(dirname(file), 'assets');
    await Promise.all(sources.map((source) => placeAsset(source, join(folder, basename(source)))));
    if (sources.some((source) => source.endsWith('.js'))) {
      await writeFile(join(folder, 'package.json'), MODULE_TYPE);
    }
    for (const source of sources) placed.add(source);
  }
  return [...placed];
};
