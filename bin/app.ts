import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { applyEnvironmentFile } from '../lib/deploy/environment-file.ts';
import { createService } from '../lib/stacks/service.ts';

const app = new App();
const fault = applyEnvironmentFile(app.node);
if (fault !== undefined) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
createService(app);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
