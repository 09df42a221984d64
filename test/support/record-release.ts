import { writeFileSync } from 'node:fs';
import { ENVIRONMENTS } from '../../lib/stacks/settings.ts';
import { deploymentOf } from '../stack/templates.ts';
import { RELEASED, releaseFile } from '../stack/released.ts';
import { releaseOf } from './cloudformation/release.ts';

// Run this for each release with `node test/support/record-release.ts`. The dry run then updates from this release.
for (const env of ENVIRONMENTS) {
  const release = releaseOf(deploymentOf(RELEASED[env]).templates);
  writeFileSync(releaseFile(env), `${JSON.stringify(release, null, 2)}\n`);
}
