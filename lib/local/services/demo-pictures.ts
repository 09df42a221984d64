import { resolve } from 'node:path';
import { PROJECT } from '../settings.ts';
import { prefix as PICTURES_PATH } from './fakes/pictures.ts';

const DEMO_FILE = resolve(PROJECT, 'events/demo.json');
/** URL of the demo company's pictures. The host does not exist, so the local stack serves them (fakes/pictures.ts). */
const DEMO_PICTURES = 'https://images.shop.example/';

/** The demo data with locally served pictures; any other file unchanged. */
export const withLocalPictures = (file: string, json: unknown, baseUrl: string): unknown =>
  resolve(file) === DEMO_FILE
    ? (JSON.parse(JSON.stringify(json).replaceAll(DEMO_PICTURES, `${baseUrl}${PICTURES_PATH}/`)) as unknown)
    : json;
