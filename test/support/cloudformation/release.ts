import { Account } from './account.ts';
import { importsOf } from './exports.ts';
import { decisiveProperties, isStateful } from './resource.ts';
import { sectionOf, type StackTemplate, type TemplateObject } from './template.ts';
import { propertiesOf } from './values.ts';

/**
 * The parts of a release that the next one must keep: for each stack the stateful resources, with the properties that
 * decide whether an update keeps them, the outputs that others import, and its own imports.
 */
export interface Release {
  stacks: StackTemplate[];
  imports: Record<string, readonly string[]>;
}

const DECISIVE_TOO: Readonly<Record<string, readonly string[]>> = {
  'AWS::DynamoDB::GlobalTable': ['GlobalSecondaryIndexes'],
};

const reduced = (resource: TemplateObject): TemplateObject => {
  const type = String(resource['Type']);
  const decisive = new Set([...decisiveProperties(type), ...(DECISIVE_TOO[type] ?? [])]);
  const kept = Object.entries(propertiesOf(resource)).filter(([name]) => decisive.has(name));
  const deletionPolicy = resource['DeletionPolicy'];
  return {
    Type: type,
    Properties: Object.fromEntries(kept),
    ...(deletionPolicy === undefined ? {} : { DeletionPolicy: deletionPolicy }),
  };
};

const isKept = (resource: TemplateObject): boolean =>
  isStateful({ type: String(resource['Type']), deletionPolicy: String(resource['DeletionPolicy'] ?? 'Delete') });

export const releaseOf = (stacks: readonly StackTemplate[]): Release => {
  const imports = Object.fromEntries(
    stacks.map((each) => [each.stack, importsOf(each).toSorted()]).filter(([, names]) => names!.length > 0),
  ) as Record<string, string[]>;
  const imported = new Set(Object.values(imports).flat());
  const kept = stacks.flatMap(({ stack, template }): StackTemplate[] => {
    const resources = sectionOf(template, 'Resources').filter(([, each]) => isKept(each));
    const outputs = sectionOf(template, 'Outputs').filter(([, { Export: exported }]) =>
      imported.has(String((exported as TemplateObject | undefined)?.['Name'])),
    );
    if (resources.length === 0 && outputs.length === 0) return [];
    const parts = {
      Resources: Object.fromEntries(resources.map(([id, each]) => [id, reduced(each)])),
      Outputs: Object.fromEntries(outputs.map(([id, { Value, Export }]) => [id, { Value: Value!, Export: Export! }])),
    };
    return [{ stack, before: [], template: parts }];
  });
  return { stacks: kept, imports };
};

/** An account in which a release is deployed. */
export const accountOf = ({ stacks, imports }: Release): Account => {
  const account = new Account();
  account.deployAll(stacks);
  for (const [stack, names] of Object.entries(imports)) account.setImports(stack, names);
  return account;
};
