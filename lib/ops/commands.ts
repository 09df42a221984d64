import type { Command } from './command.ts';

/** Every command, by what is typed. Each is loaded only when it is asked for. */
export const commands: Record<string, () => Promise<Command>> = {
  import: async () => (await import('./import.ts')).importFile,
  'keys create': async () => (await import('./keys-create.ts')).keysCreate,
  client: async () => (await import('./client.ts')).makeClient,
  openapi: async () => (await import('./openapi.ts')).writeOpenApi,
  listen: async () => (await import('./listen.ts')).listen,
  trigger: async () => (await import('./trigger.ts')).trigger,
  'webhook-check': async () => (await import('./webhook-check.ts')).webhookCheck,
  'webhooks reemit': async () => (await import('./webhooks-reemit.ts')).webhooksReemit,
  fulfil: async () => (await import('./fulfil.ts')).fulfil,
  'templates sample': async () => (await import('./templates-sample.ts')).templatesSample,
  'templates put': async () => (await import('./templates.ts')).templatesPut,
  'templates list': async () => (await import('./templates.ts')).templatesList,
  'templates activate': async () => (await import('./templates.ts')).templatesActivate,
  'templates revert': async () => (await import('./templates.ts')).templatesRevert,
  'templates preview': async () => (await import('./templates.ts')).templatesPreview,
  reindex: async () => (await import('./reindex.ts')).reindex,
  life: async () => (await import('./life.ts')).life,
  shipments: async () => (await import('./shipments.ts')).shipments,
  'privacy export': async () => (await import('./privacy.ts')).privacyExport,
  'privacy erase': async () => (await import('./privacy.ts')).privacyErase,
  agents: async () => (await import('./agents.ts')).agents,
  mails: async () => (await import('./mails.ts')).mails,
  'dlq list': async () => (await import('./dlq.ts')).dlqList,
  'dlq replay': async () => (await import('./dlq.ts')).dlqReplay,
};
