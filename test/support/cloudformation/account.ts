import { importsOf } from './exports.ts';
import { creationFault } from './permissions.ts';
import { cyclesIn, dependenciesOf } from './references.ts';
import { indexFault, isStateful, replacingProperty, uniqueName, type ExistingResource } from './resource.ts';
import { routeKeyFaults } from './route-keys.ts';
import { schemaOf } from './schemas.ts';
import { isObject, sectionOf, type StackTemplate, type TemplateObject } from './template.ts';
import { attributeOf, givenName, propertiesOf, refOf, resolve, type Scope } from './values.ts';

interface State {
  /** Resources by stack and logical id. */
  resources: Map<string, ExistingResource>;
  /** The resource that has each unique name. */
  names: Map<string, string>;
  exports: Map<string, { stack: string; value: string }>;
  /** Names of exports that each stack imports. */
  imports: Map<string, readonly string[]>;
}

const copy = ({ resources, names, exports, imports }: State): State => ({
  resources: new Map(resources),
  names: new Map(names),
  exports: new Map(exports),
  imports: new Map(imports),
});

const orders = new WeakMap<TemplateObject, readonly string[]>();

/** Ids of the resources of a template, each after its references. */
export const creationOrder = (template: TemplateObject): readonly string[] => {
  const known = orders.get(template) ?? orderOf(template);
  orders.set(template, known);
  return known;
};

const orderOf = (template: TemplateObject): string[] => {
  const resources = new Map(sectionOf(template, 'Resources'));
  const edges = new Map([...resources].map(([id, each]) => [id, dependenciesOf(each).map((to) => to.id)]));
  const [cycle] = cyclesIn(edges);
  if (cycle) throw new Error(`resources wait for each other: ${cycle.join(' -> ')}`);
  const ordered = new Set<string>();
  const visit = (id: string): void => {
    if (ordered.has(id) || !resources.has(id)) return;
    for (const before of edges.get(id) ?? []) visit(before);
    ordered.add(id);
  };
  for (const id of resources.keys()) visit(id);
  return [...ordered];
};

/**
 * One account and region as changed by CloudFormation: it creates, updates, rolls back and deletes stacks from their
 * templates, and rejects what CloudFormation and the services reject. Errors are one sentence.
 */
export class Account {
  #state: State = { resources: new Map(), names: new Map(), exports: new Map(), imports: new Map() };
  /** Resources without a stack, which a deletion or a rollback retained. */
  readonly kept: ExistingResource[] = [];
  readonly #protected = new Set<string>();

  get resources(): ExistingResource[] {
    return [...this.#state.resources.values()];
  }

  has(stack: string): boolean {
    return this.resources.some((each) => each.stack === stack);
  }

  setProtection(stacks: readonly string[], on = true): void {
    for (const stack of stacks) {
      if (on) this.#protected.add(stack);
      else this.#protected.delete(stack);
    }
  }

  /** Sets the imports of a stack without deploying it. */
  setImports(stack: string, names: readonly string[]): void {
    this.#state.imports.set(stack, names);
  }

  /** Creates or updates the stacks, each after its dependencies. */
  deployAll(stacks: readonly StackTemplate[]): void {
    const waiting = new Map(stacks.map((each) => [each.stack, each]));
    const visit = (each: StackTemplate): void => {
      if (!waiting.delete(each.stack)) return;
      for (const name of each.before) {
        const before = waiting.get(name);
        if (before) visit(before);
      }
      this.deploy(each);
    };
    for (const each of stacks) visit(each);
  }

  /** Creates or updates a stack, and fails at the resource `failAt`. A failure rolls the stack back, and throws. */
  deploy(each: StackTemplate, failAt?: string): void {
    const before = copy(this.#state);
    const isNew = !this.has(each.stack);
    const touched: ExistingResource[] = [];
    try {
      this.#apply(each, touched, failAt);
    } catch (error) {
      this.#state = before;
      if (isNew) this.kept.push(...touched.filter((resource) => this.#survivesRollback(resource)));
      throw new Error(`${each.stack}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    }
  }

  /** Deletes a stack, except for retained resources. */
  remove(stack: string): void {
    if (this.#protected.has(stack)) throw new Error(`${stack} is protected from deletion`);
    for (const [name, { stack: from }] of this.#state.exports) if (from === stack) this.#rejectIfImported(name, stack);
    const matches = this.resources.filter((each) => each.stack === stack).toReversed();
    for (const resource of matches) {
      const fault = this.#deletionFault(resource, matches);
      if (fault !== undefined) throw new Error(`${stack}/${resource.id} ${fault}`);
    }
    for (const resource of matches) this.#delete(resource);
    for (const [name, { stack: from }] of this.#state.exports) if (from === stack) this.#state.exports.delete(name);
    this.#state.imports.delete(stack);
  }

  /** Deletes retained resources, as an operator would manually. */
  deleteKept(isWanted: (resource: ExistingResource) => boolean): void {
    this.kept.splice(0, this.kept.length, ...this.kept.filter((resource) => !isWanted(resource)));
  }

  #apply(each: StackTemplate, touched: ExistingResource[], failAt?: string): void {
    const { stack, template } = each;
    const resources = new Map(sectionOf(template, 'Resources'));
    const scope = this.#scope(stack, template);
    for (const id of creationOrder(template)) {
      if (id === failAt) throw new Error(`${id} failed`);
      touched.push(this.#put(stack, id, resources.get(id)!, scope));
    }
    this.#rejectRoutes(stack);
    this.#putOutputs(each, scope);
    for (const resource of this.resources) {
      if (resource.stack !== stack || resources.has(resource.id)) continue;
      if (isStateful(resource)) throw new Error(`the update loses ${resource.id} (${resource.type})`);
      this.#delete(resource);
    }
    this.#state.imports.set(stack, importsOf(each));
  }

  /** API Gateway compares each new route with those of the same API, whichever stacks they are in. */
  #rejectRoutes(stack: string): void {
    const routes = this.resources.filter(({ type }) => type === 'AWS::ApiGatewayV2::Route');
    const byApi = Map.groupBy(routes, ({ properties }) => properties['ApiId']);
    for (const each of byApi.values()) {
      if (each.every((route) => route.stack !== stack)) continue;
      const [fault] = routeKeyFaults(each.map(({ properties }) => String(properties['RouteKey'])));
      if (fault !== undefined) throw new Error(fault);
    }
  }

  #scope(stack: string, template: TemplateObject): Scope {
    const parameters = new Map(sectionOf(template, 'Parameters'));
    const find = (id: string): ExistingResource => {
      const found = this.#state.resources.get(`${stack}/${id}`);
      if (!found) throw new Error(`there is no resource ${id}`);
      return found;
    };
    return {
      stack,
      ref: (id) => {
        if (parameters.has(id)) return String(parameters.get(id)!['Default'] ?? '');
        const { type, name, properties } = find(id);
        return refOf(type, name, properties);
      },
      attribute: (id, attribute) => {
        const { type, name } = find(id);
        const schema = schemaOf(type);
        if (schema && !schema.attributes[attribute]) throw new Error(`${id} (${type}) has no attribute ${attribute}`);
        return attributeOf(type, name, attribute);
      },
      imported: (name) => {
        const found = this.#state.exports.get(name);
        if (!found) throw new Error(`no stack exports ${name}`);
        return found.value;
      },
    };
  }

  #put(stack: string, id: string, resource: TemplateObject, scope: Scope): ExistingResource {
    const type = String(resource['Type']);
    const properties = resolve(propertiesOf(resource), scope) as TemplateObject;
    const key = `${stack}/${id}`;
    const before = this.#state.resources.get(key);
    const replaced = before && this.#replacement(before, type, properties);
    const named = givenName(type, properties);
    const chosen = before && !replaced ? before.name : `${stack}-${id}${replaced ? '-next' : ''}`;
    const unique = uniqueName(type, properties);
    const made: ExistingResource = {
      stack,
      id,
      type,
      name: named ?? chosen,
      properties,
      deletionPolicy: String(resource['DeletionPolicy'] ?? 'Delete'),
      ...(unique === undefined ? {} : { unique }),
    };
    this.#take(key, made);
    const fault = creationFault(made, () => this.resources);
    if (fault !== undefined) throw new Error(`${id} ${fault}`);
    this.#state.resources.set(key, made);
    return made;
  }

  /** Reserves the name of a resource. */
  #take(key: string, { id, unique }: ExistingResource): void {
    if (unique === undefined) return;
    if (this.kept.some((each) => each.unique === unique))
      throw new Error(`${id}: ${unique} already exists without a stack`);
    const holder = this.#state.names.get(unique) ?? key;
    if (holder !== key) throw new Error(`${id}: ${unique} exists already, as ${holder}`);
    const old = this.#state.resources.get(key)?.unique;
    if (old !== undefined) this.#state.names.delete(old);
    this.#state.names.set(unique, key);
  }

  /** Whether an update replaces a resource. Throws if that loses data or is impossible. */
  #replacement(before: ExistingResource, type: string, properties: TemplateObject): boolean {
    const index = type === 'AWS::DynamoDB::GlobalTable' ? indexFault(before.properties, properties) : undefined;
    if (index !== undefined) throw new Error(`${before.id} (${type}) ${index}`);
    const property = before.type === type ? replacingProperty(before, properties) : 'Type';
    if (property === undefined) return false;
    if (isStateful(before)) throw new Error(`the update replaces ${before.id} (${before.type}): ${property} differs`);
    if (before.unique !== undefined && before.unique === uniqueName(type, properties)) {
      throw new Error(`the update cannot replace ${before.id}, which keeps its name ${before.name}`);
    }
    return true;
  }

  #putOutputs({ stack, template }: StackTemplate, scope: Scope): void {
    const next = new Map<string, string>();
    for (const [, { Value: value = '', Export: exported }] of sectionOf(template, 'Outputs')) {
      const text = String(resolve(value, scope));
      if (isObject(exported)) next.set(String(resolve(exported['Name'] ?? '', scope)), text);
    }
    for (const [name, { stack: from, value }] of this.#state.exports) {
      if (from === stack && next.get(name) !== value) this.#rejectIfImported(name, stack);
      if (from === stack) this.#state.exports.delete(name);
    }
    for (const [name, value] of next) {
      const other = this.#state.exports.get(name);
      if (other) throw new Error(`${other.stack} exports ${name} too`);
      this.#state.exports.set(name, { stack, value });
    }
  }

  #rejectIfImported(name: string, stack: string): void {
    const [reader] = [...this.#state.imports].find(([by, names]) => by !== stack && names.includes(name)) ?? [];
    if (reader !== undefined) throw new Error(`${name} cannot change while ${reader} imports it`);
  }

  #survivesRollback({ deletionPolicy, properties, type }: ExistingResource): boolean {
    const isProtected = type === 'AWS::DynamoDB::GlobalTable' && JSON.stringify(properties).includes(PROTECTED);
    return deletionPolicy === 'Retain' || isProtected;
  }

  #deletionFault(
    { type, id, deletionPolicy, name }: ExistingResource,
    own: readonly ExistingResource[],
  ): string | undefined {
    if (type !== 'AWS::S3::Bucket' || deletionPolicy !== 'Delete') return undefined;
    const emptied = own.some(
      (each) => each.type === 'Custom::S3AutoDeleteObjects' && each.properties['BucketName'] === name,
    );
    return emptied ? undefined : `is a bucket with objects, which nothing empties: ${id}`;
  }

  #delete(resource: ExistingResource): void {
    this.#state.resources.delete(`${resource.stack}/${resource.id}`);
    if (resource.unique !== undefined) this.#state.names.delete(resource.unique);
    if (resource.deletionPolicy !== 'Delete') this.kept.push(resource);
  }
}

const PROTECTED = '"DeletionProtectionEnabled":true';
