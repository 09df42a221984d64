import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, zstdCompressSync } from 'node:zlib';

export const FONT_FOLDER = 'functions/platform/fonts';
const SOURCES = `${FONT_FOLDER}/sources.json`;

/** Sources of fonts: packages by name and version, each with its files and their digests. */
type FontSources = Record<string, Record<string, string>>;

export const fontSources = (): FontSources => JSON.parse(readFileSync(SOURCES, 'utf8')) as FontSources;

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Files are stored by their own name, without the package's folder. */
export const storedFontName = (path: string): string => `${path.slice(path.lastIndexOf('/') + 1)}.zst`;

/** Downloads the fonts of `sources.json` from their packages, compresses them, and writes digests and licenses. */
export const packFonts = (): void => {
  const sources: FontSources = {};
  const licenses: string[][] = [];
  for (const [name, files] of Object.entries(fontSources())) {
    const folder = mkdtempSync(join(tmpdir(), 'fonts-'));
    execFileSync('npm', ['pack', '--silent', name, '--pack-destination', folder]);
    execFileSync('sh', ['-c', 'tar xzf *.tgz'], { cwd: folder });
    const read = (path: string): Buffer => readFileSync(join(folder, 'package', path));
    const digests = Object.keys(files).map((path): [string, string] => {
      const font = read(path);
      writeFileSync(join(FONT_FOLDER, storedFontName(path)), pack(font));
      return [path, digestOf(font)];
    });
    sources[name] = Object.fromEntries(digests);
    licenses.push(read('LICENSE_FONT').toString().trim().split('\n'));
    rmSync(folder, { recursive: true });
  }
  writeFileSync(SOURCES, `${JSON.stringify(sources, undefined, 2)}\n`);
  writeFileSync(join(FONT_FOLDER, 'LICENSE.txt'), licenseOf(licenses));
};

/** All fonts have the same license, so the result lists all authors, and the text of the license once. */
const licenseOf = (licenses: readonly string[][]): string => {
  const authors = new Set(licenses.map(([maker = '']) => maker.trim()));
  return `${[...authors].join('\n')}\n${licenses[0]?.slice(1).join('\n')}\n`;
};

const pack = (font: Buffer): Buffer => zstdCompressSync(font, { params: { [constants.ZSTD_c_compressionLevel]: 19 } });
