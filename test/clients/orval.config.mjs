export default {
  api: { input: './out/openapi.json', output: { target: './out/orval/api.ts', client: 'fetch', mode: 'single' } },
};
