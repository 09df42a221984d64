import { consumeWalletLogLimit } from '../../domain/company/users/visits/visitor-limits.ts';
import { publicEndpoint } from '../../pipeline/public-endpoint.ts';
import { log } from '../../platform/log.ts';
import { refusedAsRateLimited } from '../../storage/limits/limit-exceeded.ts';
import { membersOf } from './request.ts';
import { walletLog } from './routes.ts';

const MESSAGES_MAX = 10;
const MESSAGE_MAX = 300;

/**
 * Keeps only plain words of a message. Serial numbers, tokens, addresses, codes and names are removed, because anyone
 * can send log messages.
 */
const withoutNames = (message: string): string =>
  message
    .slice(0, MESSAGE_MAX)
    .split(/\s+/)
    .map((word) => (/^[(["']?[A-Z]?[a-z]{1,15}[)\]"'.,:;]*$/.test(word) ? word.toLowerCase() : '…'))
    .join(' ');

export const handler = publicEndpoint(walletLog, async (request) => {
  const { logs } = membersOf(request);
  await refusedAsRateLimited(consumeWalletLogLimit(request.address), 'Too many messages were sent from this address.');
  const messages = Array.isArray(logs) ? logs.filter((each) => typeof each === 'string') : [];
  log.warn('Devices could not update passes', {
    messages: messages.slice(0, MESSAGES_MAX).map(withoutNames),
    count: messages.length,
  });
  return { status: 200 };
});
