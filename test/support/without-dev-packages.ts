import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** Hides development packages from a process, as after `npm ci --omit=dev`. */
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies: object };

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

registerHooks({
  resolve: (specifier, context, next) => {
    const name = packageOf(specifier);
    if (!Object.hasOwn(devDependencies, name)) return next(specifier, context);
    const message = `Cannot find package '${name}' imported from ${context.parentURL}`;
    throw Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  },
});
