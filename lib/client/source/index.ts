export { connect, Listing } from './client.ts';
export * from './errors.ts';
export { unwrap } from './webhooks.ts';
