import { withPackages } from '../../lib/missing-package.ts';

await withPackages(() => import('./main.ts'));
