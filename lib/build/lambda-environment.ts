import type { Plugin } from 'esbuild';

/**
 * In Lambda, credentials are in environment variables. The SDK's default chain also tries six other sources with the
 * clients of three services, an unused quarter of a bundle (lib/decisions/bundles.md).
 */
const FROM_ENVIRONMENT = `
import { fromEnv } from '@aws-sdk/credential-provider-env';
export const defaultProvider = (init) => fromEnv(init);
export const credentialsWillNeedRefresh = () => false;
export const credentialsTreatedAsExpired = () => false;
`;

/**
 * Lambda has no home directory with configuration files; without this, the SDK looks for two of them on the first call.
 */
const NO_FILES = `
export { CONFIG_PREFIX_SEPARATOR } from './constants';
export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });
`;

/** Limits the SDK to what it finds in Lambda: environment variables. */
export const lambdaEnvironment: Plugin = {
  name: 'lambda-environment',
  setup: (build) => {
    build.onLoad({ filter: /credential-provider-node\/dist-es\/index\.js$/ }, () => ({
      contents: FROM_ENVIRONMENT,
      loader: 'js',
    }));
    build.onLoad({ filter: /shared-ini-file-loader\/loadSharedConfigFiles\.js$/ }, () => ({
      contents: NO_FILES,
      loader: 'js',
    }));
  },
};
