import { readGiftCard } from '../../domain/administration/catalog/gift-card.ts';
import { endpoint } from '../../pipeline/endpoint.ts';
import { readGiftCard as route } from './routes.ts';

export const handler = endpoint(route, ({ company }) => readGiftCard(company));
