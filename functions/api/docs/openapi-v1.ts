import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { legacyDocument } from './openapi/document.ts';
import { legacyOpenapi } from './routes.ts';
import { servedDocument } from './served-document.ts';

const document = servedDocument(legacyDocument);

export const handler = publicEndpoint(legacyOpenapi, () => Promise.resolve(document()));
