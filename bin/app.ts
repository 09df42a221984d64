import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { createService } from '../lib/stacks/service.ts';

const app = new App();
createService(app);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
