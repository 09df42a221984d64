import type { SentMessage } from '../../platform/messages/message.ts';
import type { PictureCheck } from '../images/refusal.ts';
import { callIsolated, type KilledCall } from './call.ts';

/** Event of the function `rewrite-svg`. */
export interface RewriteSvgEvent {
  source: { url?: string; base64?: string };
  /** Upload URLs for the SVG and its PNG. If absent, nothing is stored. */
  target?: Record<'svg' | 'png', { url: string; headers: Record<string, string> }>;
  /** Target size in pixels. */
  box: { width: number; height: number };
  maxBytes: number;
}

interface RewrittenFacts {
  width: number;
  height: number;
  byteSize: number;
  /** Lowercase hex. */
  sha256: string;
  raster: { sha256: string; width: number; height: number };
}

export type RewriteSvgResult =
  | { rewritten: RewrittenFacts }
  | { refused: { check: PictureCheck; reason: SentMessage } };

export const callRewriteSvg = (event: RewriteSvgEvent): Promise<RewriteSvgResult | KilledCall> =>
  callIsolated<RewriteSvgResult>('rewrite-svg', event);
