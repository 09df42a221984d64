import { createHash } from 'node:crypto';
import type { RenderSampleAnswer, RenderSampleEvent, SampleSource } from '../adapters/isolated/render-sample.ts';
import type { DocumentInput, DocumentPicture } from '../adapters/pdf/document.ts';
import { renderDocument } from '../adapters/pdf/render.ts';
import { renderWithTemplate } from '../adapters/pdf/render-template.ts';
import { readSource, writeTarget } from './source.ts';

const MAX_BYTES = 12 * 1024 * 1024;

/** Renders a specimen: with a template, or our own card. */
export const handler = async ({
  input,
  pictures,
  template,
  target,
}: RenderSampleEvent): Promise<RenderSampleAnswer> => {
  const picture = async (source: SampleSource | undefined): Promise<DocumentPicture | undefined> =>
    source && { mime: source.mime, bytes: await readSource(source, MAX_BYTES) };
  const logo = await picture(pictures?.logo);
  const logoOnLight = await picture(pictures?.logoOnLight);
  const background = await picture(pictures?.background);
  const whole: DocumentInput = {
    ...input,
    brand: {
      ...input.brand,
      ...(logo ? { logo } : {}),
      ...(logoOnLight ? { logoOnLight } : {}),
      ...(background ? { background } : {}),
    },
  };
  const bytes = template
    ? await renderWithTemplate({ bytes: await readSource(template.source, MAX_BYTES), places: template.places }, whole)
    : await renderDocument(whole);
  if (target) await writeTarget(target, bytes);
  return { rendered: { sha256: createHash('sha256').update(bytes).digest('hex'), byteSize: bytes.byteLength } };
};
