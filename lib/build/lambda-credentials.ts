import type { Plugin } from 'esbuild';

/**
 * In Lambda credentials are in environment variables. The SDK's default chain looks in six other places, with the
 * clients of three services: a quarter of a bundle, never used (lib/decisions/bundles.md).
 */
const FROM_ENVIRONMENT = `
import { fromEnv } from '@aws-sdk/credential-provider-env';
export const defaultProvider = (init) => fromEnv(init);
export const credentialsWillNeedRefresh = () => false;
export const credentialsTreatedAsExpired = () => false;
`;

export const lambdaCredentials: Plugin = {
  name: 'lambda-credentials',
  setup: (build) => {
    build.onLoad({ filter: /credential-provider-node\/dist-es\/index\.js$/ }, () => ({
      contents: FROM_ENVIRONMENT,
      loader: 'js',
    }));
  },
};
