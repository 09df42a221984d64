import { setTimeout as sleep } from 'node:timers/promises';
import {
  completable,
  createRequestStateCodec,
  inputRequired,
  inputResponse,
  ResourceTemplate,
  type InputRequest,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { descriptionSchema } from '../../functions/agents/description-schema.ts';
import type { Extras } from '../../functions/agents/endpoint.ts';
import type { JsonSchema } from '../../functions/pipeline/json-schema.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA=';

const text = (value: string) => ({ content: [{ type: 'text' as const, text: value }] });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const STEP_MS = 20;

const addContentTools = (server: McpServer): void => {
  const tool = (name: string, answer: () => ReturnType<typeof text> | object) =>
    server.registerTool(name, { description: `Fixture: ${name}` }, () => answer() as ReturnType<typeof text>);
  tool('test_simple_text', () => text('This is a simple text response for testing.'));
  tool('test_image_content', () => ({ content: [image] }));
  tool('test_audio_content', () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }));
  tool('test_embedded_resource', () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }));
  tool('test_multiple_content_types', () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      image,
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: JSON.stringify({ test: 'data', value: 123 }),
        },
      },
    ],
  }));
  tool('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
};

const addNotifyingTools = (server: McpServer): void => {
  server.registerTool('test_tool_with_progress', { description: 'Fixture: progress' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(STEP_MS);
    }
    return text('Progress is done.');
  });
  const sendLog = async ({ mcpReq }: ServerContext) => {
    for (const message of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', message);
      await sleep(STEP_MS);
    }
    return text('Logging is done.');
  };
  server.registerTool('test_tool_with_logging', { description: 'Fixture: logging' }, sendLog);
  server.registerTool('test_logging_tool', { description: 'Fixture: logging' }, sendLog);
};

/** JSON Schema keywords that a server must pass on unchanged. */
const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

const HEADER_SCHEMA = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  required: ['region'],
};

const addSchemaTools = (server: McpServer): void => {
  const tool = (name: string, schema: object) =>
    server.registerTool(
      name,
      { description: `Fixture: ${name}`, inputSchema: descriptionSchema<object>(() => schema as JsonSchema) },
      () => text('Accepted.'),
    );
  tool('json_schema_2020_12_tool', SCHEMA_2020_12);
  tool('test_x_mcp_header', HEADER_SCHEMA);
};

const NAME_FORM = { type: 'object' as const, properties: { name: { type: 'string' as const } }, required: ['name'] };
const elicitName = (message = 'What is your name?'): InputRequest =>
  inputRequired.elicit({ message, requestedSchema: NAME_FORM });
const sampleModel = (question: string, maxTokens: number): InputRequest =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text: question } }], maxTokens });

const states = createRequestStateCodec<string>({ key: 'a key of the fixtures, only for tests' });

/** A member of the response that the user accepted for an elicitation key. */
const answered = (context: ServerContext, key: string, member: string): unknown => {
  const response = inputResponse(context.mcpReq.inputResponses, key);
  return response.kind === 'elicit' && response.action === 'accept' ? response.content?.[member] : undefined;
};

const addElicitingTools = (server: McpServer): void => {
  const tool = (name: string, answer: (context: ServerContext) => unknown) =>
    server.registerTool(name, { description: `Fixture: ${name}` }, (context) => answer(context) as never);
  tool('test_input_required_result_elicitation', (context) => {
    const name = answered(context, 'user_name', 'name');
    if (typeof name === 'string') return text(`Hello, ${name}!`);
    return inputRequired({ inputRequests: { user_name: elicitName() } });
  });
  tool('test_input_required_result_sampling', (context) => {
    const response = inputResponse(context.mcpReq.inputResponses, 'capital_question');
    if (response.kind === 'sampling') return text(`The model said: ${JSON.stringify(response.result.content)}`);
    return inputRequired({ inputRequests: { capital_question: sampleModel('What is the capital of France?', 100) } });
  });
  tool('test_input_required_result_list_roots', (context) => {
    const response = inputResponse(context.mcpReq.inputResponses, 'client_roots');
    if (response.kind === 'roots') return text(`Roots: ${response.roots.map(({ uri }) => uri).join(', ')}`);
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  tool('test_input_required_result_request_state', async (context) => {
    if (answered(context, 'confirm', 'ok') !== undefined && context.mcpReq.requestState() === 'asked') {
      return text('state-ok');
    }
    const requestedSchema = {
      type: 'object' as const,
      properties: { ok: { type: 'boolean' as const } },
      required: ['ok'],
    };
    return inputRequired({
      inputRequests: { confirm: inputRequired.elicit({ message: 'Please confirm', requestedSchema }) },
      requestState: await states.mint('asked'),
    });
  });
  tool('test_input_required_result_tampered_state', async (context) => {
    if (context.mcpReq.requestState() === 'sealed') return text('The state was not changed.');
    return inputRequired({ inputRequests: { user_name: elicitName() }, requestState: await states.mint('sealed') });
  });
  tool('test_input_required_result_multiple_inputs', async (context) => {
    const { inputResponses } = context.mcpReq;
    const complete = ['user_name', 'greeting', 'client_roots'].every(
      (key) => inputResponse(inputResponses, key).kind !== 'missing',
    );
    if (complete) return text('All three were answered.');
    return inputRequired({
      inputRequests: {
        user_name: elicitName(),
        greeting: sampleModel('Generate a greeting', 50),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await states.mint('three'),
    });
  });
  tool('test_input_required_result_multi_round', async (context) => {
    const state = context.mcpReq.requestState();
    if (state === 'round 2' && answered(context, 'step2', 'color') !== undefined) return text('Both rounds are done.');
    if (state === 'round 1' && answered(context, 'step1', 'name') !== undefined) {
      const color = {
        type: 'object' as const,
        properties: { color: { type: 'string' as const } },
        required: ['color'],
      };
      const colorRequest = inputRequired.elicit({
        message: 'Step 2: What is your favorite color?',
        requestedSchema: color,
      });
      return inputRequired({ inputRequests: { step2: colorRequest }, requestState: await states.mint('round 2') });
    }
    const step1 = elicitName('Step 1: What is your name?');
    return inputRequired({ inputRequests: { step1 }, requestState: await states.mint('round 1') });
  });
  tool('test_input_required_result_capabilities', (context) => {
    const declared = (context.mcpReq.envelope as Record<string, object> | undefined)?.[
      'io.modelcontextprotocol/clientCapabilities'
    ] as { elicitation?: object; sampling?: object } | undefined;
    const inputRequests: Record<string, InputRequest> = {
      ...(declared?.elicitation ? { user_name: elicitName() } : {}),
      ...(declared?.sampling ? { greeting: sampleModel('Generate a greeting', 50) } : {}),
    };
    return Object.keys(inputRequests).length > 0 ? inputRequired({ inputRequests }) : text('Nothing can be asked.');
  });
  tool('test_streaming_elicitation', () => inputRequired({ inputRequests: { user_name: elicitName() } }));
  tool('test_missing_capability', () => inputRequired({ inputRequests: { question: sampleModel('Anything?', 10) } }));
};

const addResources = (server: McpServer): void => {
  server.registerResource(
    'static-text',
    'test://static-text',
    { description: 'Fixture: text', mimeType: 'text/plain' },
    (uri) => ({
      contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
    }),
  );
  server.registerResource(
    'static-binary',
    'test://static-binary',
    { description: 'Fixture: bytes', mimeType: 'image/png' },
    (uri) => ({ contents: [{ uri: uri.href, mimeType: 'image/png', blob: PNG }] }),
  );
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { description: 'Fixture: template', mimeType: 'application/json' },
    (uri, { id }) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }),
        },
      ],
    }),
  );
};

const addPrompts = (server: McpServer): void => {
  const user = (content: object) => ({ role: 'user' as const, content }) as never;
  server.registerPrompt('test_simple_prompt', { description: 'Fixture: simple' }, () => ({
    messages: [user({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  const words = completable(z.string(), (value) => ['paris', 'park', 'test'].filter((word) => word.startsWith(value)));
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'Fixture: arguments', argsSchema: z.object({ arg1: words, arg2: z.string() }) },
    ({ arg1, arg2 }) => ({
      messages: [user({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Fixture: resource', argsSchema: z.object({ resourceUri: z.string() }) },
    ({ resourceUri: uri }) => ({
      messages: [
        user({
          type: 'resource',
          resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
        }),
        user({ type: 'text', text: 'Please process the embedded resource above.' }),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { description: 'Fixture: image' }, () => ({
    messages: [user(image), user({ type: 'text', text: 'Please analyze the image above.' })],
  }));
  const contextForm = {
    type: 'object' as const,
    properties: { context: { type: 'string' as const } },
    required: ['context'],
  };
  server.registerPrompt('test_input_required_result_prompt', { description: 'Fixture: asks' }, (context) => {
    const given = answered(context, 'user_context', 'context');
    if (typeof given === 'string') return { messages: [user({ type: 'text', text: `In this context: ${given}` })] };
    const message = 'What context should the prompt use?';
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: contextForm }) },
    });
  });
};

/** Accepts subscriptions without storing them, because the suite only requires a successful response. */
const acceptSubscriptions = ({ server }: McpServer): void => {
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
};

/**
 * Tools, resources and prompts with fixed names that the protocol's conformance suite expects. A test adds them to the
 * tools of the service on the same server.
 */
export const fixtures: Extras = {
  streams: true,
  options: { capabilities: { logging: {} }, requestState: { verify: states.verify } },
  extend: (server) => {
    addContentTools(server);
    addNotifyingTools(server);
    addElicitingTools(server);
    addSchemaTools(server);
    addResources(server);
    addPrompts(server);
    acceptSubscriptions(server);
  },
};
