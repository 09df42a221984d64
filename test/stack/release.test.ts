import { describe, expect, it } from 'vitest';
import { routeFunction } from '../../lib/definition.ts';
import { deployedTo } from '../../lib/deployed.ts';
import { SHIFTING_STACKS_MAX, nextSteps } from '../../lib/deploy/plan.ts';
import { at, Deployment, deploymentOf, list, type Json, type Resource } from './templates.ts';

/** Outputs for operators; the others are for other stacks. */
const FOR_PEOPLE = /^(BaseUrl|Domain|Mail[A-Z])/;
const prefix = 'gift-commerce-production';
const production = deploymentOf({ env: 'production', alarmEmail: 'ops@example.com' });
const demo = deploymentOf({ env: 'demo' });
const { routes } = deployedTo('production');
const text = (value: Json | undefined, stack: string): string => production.text(value, stack);
const aliases = production.all('AWS::Lambda::Alias');
const groups = production.all('AWS::CodeDeploy::DeploymentGroup');
const alarmsOf = ({ properties, stack }: Resource): string[] =>
  list(at(properties, 'AlarmConfiguration.Alarms')).map((each) =>
    text(at(each, 'Name'), stack).replaceAll(/[<>]/g, ''),
  );
const alarm = (name: string): Resource => production.byName('AWS::CloudWatch::Alarm', 'AlarmName').get(name)!;

describe('the output of a deployment', () => {
  it('lists the remaining steps: the URL of the API and every DNS record to set', () => {
    const customDeployment = new Deployment(
      {
        env: 'production',
        domainName: 'gifts.example.com',
        certificateArn: 'arn:aws:acm:eu-north-1:111111111111:certificate/one',
      },
      [],
    );
    const outputs: Record<string, Record<string, string>> = {};
    for (const key of customDeployment.outputs.keys()) {
      const [stack = '', name = ''] = key.split(' ');
      (outputs[stack] ??= {})[name] = `value of ${name}`;
    }
    const steps = nextSteps('production', outputs).join('\n');
    const forPeople = [...customDeployment.outputs.keys()]
      .map((key) => key.split(' ')[1]!)
      .filter((name) => FOR_PEOPLE.test(name));
    expect(forPeople.toSorted()).toEqual(
      'BaseUrl DomainTarget MailDkim1 MailDkim2 MailDkim3 MailDmarc MailReturnPath MailSpf'.split(' '),
    );
    for (const name of forPeople) expect(steps).toContain(`value of ${name}`);
    expect(steps).not.toContain('undefined');
  });
});

describe('a release of functions that serve requests', () => {
  it('uses one alias and one deployment group for each function', () => {
    const released = aliases.map(({ properties, stack }) => text(properties['FunctionName'], stack));
    const serving = new Set(routes.map((route) => `<${prefix}-${routeFunction(route).name}>`));
    expect(released.toSorted()).toEqual([...serving].toSorted());
    expect(groups).toHaveLength(aliases.length);
    for (const { whole, stack, id } of aliases) {
      const policy = at(whole, 'UpdatePolicy.CodeDeployLambdaAliasUpdate');
      const group = at(policy, 'DeploymentGroupName.Ref');
      expect(
        groups.some((each) => each.stack === stack && each.id === group),
        id,
      ).toBe(true);
      const version = at(whole, 'Properties.FunctionVersion.Fn::GetAtt.0');
      expect(production.resources.find((each) => each.stack === stack && each.id === version)?.type).toBe(
        'AWS::Lambda::Version',
      );
    }
  });

  it('receives a tenth of the requests for ten minutes, and is rolled back on an alarm', () => {
    for (const group of groups) {
      expect(JSON.stringify(group.properties['DeploymentConfigName'])).toContain('LambdaCanary10Percent10Minutes');
      const rollback = group.properties['AutoRollbackConfiguration'];
      expect(at(rollback, 'Enabled')).toBe(true);
      expect(list(at(rollback, 'Events'))).toContain('DEPLOYMENT_STOP_ON_ALARM');
      expect(at(group.properties, 'AlarmConfiguration.Enabled')).toBe(true);
      // All groups query the alarms at the same time, and some queries are throttled.
      expect(at(group.properties, 'AlarmConfiguration.IgnorePollAlarmFailure')).toBe(true);
    }
  });

  it('is monitored for server errors from the API and for requests whose function failed', () => {
    const watching = ['server-errors', 'broken-off'].map((name) => `${prefix}-release-${name}`);
    for (const group of groups) expect(alarmsOf(group)).toEqual(watching);
    // The alarms exist before the functions are released.
    for (const name of watching) expect(alarm(name).stack).toBe(`${prefix}-api`);
    const filter = production.all('AWS::Logs::MetricFilter').find(({ id }) => id.startsWith('BrokenOff'));
    // A caller who sends too much, which API Gateway answers with 413, must not roll back a release.
    expect(filter!.properties['FilterPattern']).toBe('{ ($.integrationError != "-") && ($.status != "413") }');
    expect(text(filter!.properties['LogGroupName'], filter!.stack)).toContain('vendedlogs');
    const formats = production
      .all('AWS::ApiGatewayV2::Stage')
      .map(({ properties }) => JSON.stringify(at(properties, 'AccessLogSettings.Format')));
    expect(formats.length).toBeGreaterThan(0);
    for (const format of formats) expect(format).toContain('$context.integrationErrorMessage');
    expect(new Set(groups.map(({ stack }) => stack)).size).toBeGreaterThan(5);
  });

  it('is deployed in all stacks at the same time, so that one alarm rolls all of them back', () => {
    expect(new Set(groups.map(({ stack }) => stack)).size).toBeLessThanOrEqual(SHIFTING_STACKS_MAX);
  });

  it('is active immediately in all other environments, behind the same alias', () => {
    expect(demo.all('AWS::CodeDeploy::DeploymentGroup')).toEqual([]);
    const uris = demo.all('AWS::ApiGatewayV2::Integration');
    expect(uris.length).toBeGreaterThan(100);
    for (const { properties, stack } of uris) {
      expect(demo.text(properties['IntegrationUri'], stack)).toMatch(/^<gift-commerce-demo-[\w-]+>:live$/);
    }
  });

  it('can be configured to shift traffic differently', () => {
    const linear = new Deployment({ env: 'demo', shift: 'linear' }, ['quotes']).all('AWS::CodeDeploy::DeploymentGroup');
    expect(JSON.stringify(linear[0]!.properties['DeploymentConfigName'])).toContain(
      'LambdaLinear10PercentEvery1Minute',
    );
    expect(() => new Deployment({ shift: 'slowly' }, [])).toThrow('shift must be one of canary, linear, at-once');
  });
});
