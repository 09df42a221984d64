import { pictures } from '../platform/messages/pictures.ts';
import { createHash } from 'node:crypto';
import { drawSvg } from '../adapters/images/draw-svg.ts';
import { PictureRefused } from '../adapters/images/refusal.ts';
import { rewriteSvg } from '../adapters/images/svg.ts';
import type { RewriteSvgResult, RewriteSvgEvent } from '../adapters/isolated/rewrite-svg.ts';
import { readSource, writeTarget } from './source.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Parses a drawing, rewrites it and renders it. It runs isolated, as `print-picture` does. */
export const handler = async ({ source, target, box, maxBytes }: RewriteSvgEvent): Promise<RewriteSvgResult> => {
  const bytes = await readSource(source, maxBytes);
  try {
    const svg = rewriteSvg(textOf(bytes));
    const { width, height, png, pixels } = await drawSvg(svg, box);
    const written = Buffer.from(svg);
    if (target) await Promise.all([writeTarget(target.svg, written), writeTarget(target.png, png)]);
    return {
      rewritten: {
        width,
        height,
        byteSize: written.byteLength,
        sha256: sha256(written),
        raster: { sha256: sha256(png), ...pixels },
      },
    };
  } catch (error) {
    if (error instanceof PictureRefused) return { refused: { check: error.check, reason: { ...error.reason } } };
    throw error;
  }
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new PictureRefused('content', pictures('drawing_not_utf8'));
  }
};
