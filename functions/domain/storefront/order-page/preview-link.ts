import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import { verifySignedText, signText } from '../../../platform/signed-text.ts';
import { draftClosed, loadDraft } from './drafts.ts';
import { HOUR_MS } from '../../../platform/durations.ts';

/** Lifetime of a preview link. */
const PREVIEW_MS = HOUR_MS;
const PURPOSE = 'order-page-preview';

/**
 * POST /v2/order-page/drafts/{id}/preview: returns a URL that shows the draft for one hour. Throws 404, and 409
 * `draft_closed`.
 */
export const previewDraft = async (slug: string, id: string) => {
  const { draft } = await loadDraft(slug, id);
  if (draft.status !== 'open') throw draftClosed(draft.status);
  const expiresAtMs = nowMs() + PREVIEW_MS;
  const token = signText(PURPOSE, JSON.stringify([slug, id, expiresAtMs]));
  return { url: `${config.baseUrl()}/shop/${slug}?preview=${token}`, expires_at: toTimestamp(expiresAtMs) };
};

/** The draft that a preview link of this company shows; undefined for an invalid or expired token. */
export const previewedDraft = (slug: string, token: string): string | undefined => {
  const text = verifySignedText(PURPOSE, token);
  if (text === undefined) return undefined;
  const [company, id, expiresAtMs] = JSON.parse(text) as [string, string, number];
  return company === slug && expiresAtMs > nowMs() ? id : undefined;
};
