import type { DocumentInput } from '../pdf/document.ts';
import type { TemplatePlace } from '../pdf/template.ts';
import { callIsolated, type KilledCall } from './call.ts';

export interface SampleSource {
  url?: string;
  base64?: string;
  mime: 'image/jpeg' | 'image/png';
}

/** Event of the function `render-sample`: a document, with pictures at signed URLs. */
export interface RenderSampleEvent {
  input: DocumentInput;
  pictures?: { logo?: SampleSource; logoOnLight?: SampleSource; background?: SampleSource };
  /** If absent, the built-in card design is used. */
  template?: { source: { url?: string; base64?: string }; places: readonly TemplatePlace[] };
  /**
   * Requests one page (from 1) as a JPEG that is `width` pixels wide, instead of the PDF. If the template has no
   * places, no values are drawn.
   */
  picture?: { page: number; width: number };
  target?: { url: string; headers: Record<string, string> };
}

export interface RenderSampleResult {
  rendered: { sha256: string; byteSize: number };
}

export const callRenderSample = (event: RenderSampleEvent): Promise<RenderSampleResult | KilledCall> =>
  callIsolated<RenderSampleResult>('render-sample', event);
