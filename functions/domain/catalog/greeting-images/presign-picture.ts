import { presignGet } from '../../../adapters/objects/presign.ts';
import { nowMs } from '../../../platform/clock.ts';
import { getRow } from '../../../storage/table.ts';
import { pictureKey, printedObject, type PictureRow } from './rows.ts';
import { PICTURE_ID } from './schema.ts';

/**
 * Lifetime of the URL. A buyer may read the summary of an order for a while before the browser loads the picture again.
 */
const SHOWN_FOR_SECONDS = 3600;

/** A URL from which the buyer's browser loads a finished picture. */
export const presignPicture = (company: string, id: string): Promise<string> =>
  presignGet('pictures', printedObject(company, id), { expiresInSeconds: SHOWN_FOR_SECONDS });

/** Like `presignPicture`, by the id that a form sent. Undefined if an order cannot use the picture. */
export const presignUnusedPicture = async (company: string, id: string): Promise<string | undefined> => {
  const row = PICTURE_ID.test(id) ? await getRow<PictureRow>(pictureKey(company, id)) : undefined;
  const isUsable = row?.state === 'finished' && row.usedBy === undefined && (row.unusedUntilMs ?? 0) > nowMs();
  return isUsable ? presignPicture(company, id) : undefined;
};
