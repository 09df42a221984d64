import type { Plugin } from 'esbuild';

/**
 * In Lambda credentials stand in the environment, and nowhere else. The SDK's default looks in six other places, and brings
 * the clients of three services with it: a quarter of a bundle, in which nothing is ever found (lib/decisions/bundles.md).
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
