import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../settings.ts';
import type { FakeHandler, FakeReply, FakeRequest } from './fake.ts';

/**
 * Serves the demo company's pictures, which are stored next to its operator data: as SVG, and as bitmaps where cards
 * show them.
 */
export const prefix = '/_pictures';

const FOLDER = join(PROJECT, 'events/pictures');
const MIMES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
};
const NAME = /^\/([a-z-]+)\.(svg|png|webp)$/;

export const start = (): FakeHandler => handle;

const handle = async ({ path }: FakeRequest): Promise<FakeReply> => {
  const [, name, extension = ''] = NAME.exec(path) ?? [];
  const body =
    name === undefined ? undefined : await readFile(join(FOLDER, `${name}.${extension}`)).catch(() => undefined);
  if (!body) return { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'There is no such picture.' };
  return {
    status: 200,
    headers: { 'Content-Type': MIMES[extension] ?? '', 'Cache-Control': 'public, max-age=31536000' },
    body,
  };
};
