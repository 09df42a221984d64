import { nowMs, toTimestamp } from '../../../platform/clock.ts';
import { config } from '../../../platform/config.ts';
import { readSigned, signText } from '../../../platform/signed-text.ts';
import { draftClosed, loadDraft } from './drafts.ts';

/** How long a preview link works. */
const PREVIEW_MS = 3600 * 1000;
const PURPOSE = 'order-page-preview';

/** POST /v2/order-page/drafts/{id}/preview: an address that shows the page as the draft would have it, for one hour. */
export const previewDraft = async (slug: string, id: string) => {
  const { draft } = await loadDraft(slug, id);
  if (draft.status !== 'open') throw draftClosed(draft.status);
  const expiresAtMs = nowMs() + PREVIEW_MS;
  const token = signText(PURPOSE, JSON.stringify([slug, id, expiresAtMs]));
  return { url: `${config.baseUrl()}/shop/${slug}?preview=${token}`, expires_at: toTimestamp(expiresAtMs) };
};

/** The draft that a preview of this company shows; undefined for a token that is not ours, of another company, or over. */
export const previewedDraft = (slug: string, token: string): string | undefined => {
  const text = readSigned(PURPOSE, token);
  if (text === undefined) return undefined;
  const [company, id, expiresAtMs] = JSON.parse(text) as [string, string, number];
  return company === slug && expiresAtMs > nowMs() ? id : undefined;
};
