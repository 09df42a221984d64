import { createHash } from 'node:crypto';
import type { RenderSampleResult, RenderSampleEvent, SampleSource } from '../adapters/isolated/render-sample.ts';
import type { DocumentInput, DocumentPicture } from '../adapters/pdf/document.ts';
import { renderDocument } from '../adapters/pdf/render.ts';
import { drawPage } from '../adapters/pdf/page-picture.ts';
import { renderWithTemplate } from '../adapters/pdf/render-template.ts';
import { readSource, writeTarget } from './source.ts';

const MAX_BYTES = 12 * 1024 * 1024;

/** Renders a specimen, with a template or with the built-in card design, as PDF or as a picture of a page. */
export const handler = async (event: RenderSampleEvent): Promise<RenderSampleResult> => {
  const { picture, target } = event;
  const document = await renderTarget(event);
  const bytes = picture ? await drawPage(document, picture) : document;
  if (target) await writeTarget(target, bytes);
  return { rendered: { sha256: createHash('sha256').update(bytes).digest('hex'), byteSize: bytes.byteLength } };
};

const renderTarget = async ({ input, pictures, template }: RenderSampleEvent): Promise<Uint8Array> => {
  const bytes = template && (await readSource(template.source, MAX_BYTES));
  if (bytes && template.places.length === 0) return bytes;
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
  return bytes ? renderWithTemplate({ bytes, places: template.places }, whole) : renderDocument(whole);
};
