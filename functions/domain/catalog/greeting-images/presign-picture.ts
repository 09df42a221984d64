import { presignGet } from '../../../adapters/objects/presign.ts';
import { printedObject } from './rows.ts';

/**
 * Lifetime of the address. A buyer may read the summary of an order for a while before the browser loads the picture
 * again.
 */
const SHOWN_FOR_SECONDS = 3600;

/** An address at which the browser of the buyer loads a finished picture. */
export const presignPicture = (company: string, id: string): Promise<string> =>
  presignGet('pictures', printedObject(company, id), { expiresInSeconds: SHOWN_FOR_SECONDS });
