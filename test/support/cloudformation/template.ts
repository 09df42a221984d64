/** A value of a template. */
export type TemplateValue = string | number | boolean | null | readonly TemplateValue[] | TemplateObject;
export interface TemplateObject {
  readonly [name: string]: TemplateValue;
}

/** A CloudFormation template as JSON, with the name of its stack and its dependencies. */
export interface StackTemplate {
  stack: string;
  template: TemplateObject;
  before: readonly string[];
}

export const isObject = (value: TemplateValue | undefined): value is TemplateObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members of a section (`Resources`, `Outputs`), empty if absent. */
export const sectionOf = (template: TemplateObject, name: string): [string, TemplateObject][] => {
  const section = template[name];
  return isObject(section)
    ? Object.entries(section).map(([id, value]): [string, TemplateObject] => [id, isObject(value) ? value : {}])
    : [];
};

/** Name and argument of an intrinsic function, or undefined for any other value. */
export const intrinsicOf = (value: TemplateValue | undefined): [string, TemplateValue] | undefined => {
  if (!isObject(value)) return undefined;
  const [[name, argument] = ['', null], ...more] = Object.entries(value);
  return more.length === 0 && (name === 'Ref' || name.startsWith('Fn::')) ? [name, argument] : undefined;
};

/** The value and every value nested in it. */
export const valuesIn = (value: TemplateValue): TemplateValue[] => {
  const results: TemplateValue[] = [];
  const visit = (each: TemplateValue): void => {
    results.push(each);
    if (typeof each === 'object' && each !== null) Object.values(each as TemplateObject).forEach(visit);
  };
  visit(value);
  return results;
};
