import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { apiDocument } from './openapi/document.ts';
import { openapi } from './routes.ts';
import { servedDocument } from './served-document.ts';

const document = servedDocument(apiDocument);

export const handler = publicEndpoint(openapi, () => Promise.resolve(document()));
