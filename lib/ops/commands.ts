import type { Command } from './command.ts';

/** Every command, by what is typed. Each is loaded only when it is asked for. */
export const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./import.ts')).importFile,
  'keys create': async () => (await import('./keys-create.ts')).keysCreate,
  openapi: async () => (await import('./openapi.ts')).writeOpenApi,
};
