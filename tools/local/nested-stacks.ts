/** Inlines nested stacks: moves their resources into the parent template, so that it reads as one stack. */
import { isObject, type Properties, rewriteReferences, type Template, type TemplateResource } from './intrinsics.ts';

const stackType = 'AWS::CloudFormation::Stack';
const outputPrefix = 'Outputs.';

/** A nested template as its parent sees it: its resources by their new ids, its outputs as values. */
interface Inlined {
  readonly resources: Template['Resources'];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** A logical id is unique only in its own template: one that the parent has too gets the nested stack's id as a prefix. */
const renamed = (nested: Template, stackId: string, isTaken: (id: string) => boolean): ReadonlyMap<string, string> =>
  new Map(Object.keys(nested.Resources).map((id) => [id, isTaken(id) ? `${stackId}${id}` : id]));

/** A resource with its references to others rewritten, in its properties and its update policy. */
const rewritten = (resource: TemplateResource, rewrite: (value: unknown) => unknown): TemplateResource => ({
  ...resource,
  Properties: rewrite(resource.Properties ?? {}) as Properties,
  ...(resource.UpdatePolicy && { UpdatePolicy: rewrite(resource.UpdatePolicy) as Properties }),
});

const inline = (
  nested: Template,
  parameters: Properties,
  ids: ReadonlyMap<string, string>,
  stackId: string,
): Inlined => {
  const inside = (value: unknown): unknown =>
    rewriteReferences(value, (id, attribute) => {
      const own = ids.get(id);
      if (own !== undefined) return attribute === undefined ? { Ref: own } : { 'Fn::GetAtt': [own, attribute] };
      const declared = nested.Parameters?.[id];
      if (!declared) return undefined;
      const given = parameters[id] ?? declared.Default;
      if (given === undefined) throw new Error(`The nested stack ${stackId} is given no parameter ${id}.`);
      return given;
    });
  const resources = Object.entries(nested.Resources).map(([id, resource]) => [
    ids.get(id)!,
    rewritten(resource, inside),
  ]);
  const outputs = Object.entries(nested.Outputs ?? {}).map(([name, { Value }]) => [name, inside(Value)]);
  return { resources: Object.fromEntries(resources), outputs: Object.fromEntries(outputs) };
};

/**
 * Replaces each nested stack of a template by its resources. References to its parameters become the values passed in,
 * references to its outputs become their values.
 *
 * @param templateOf - finds the template of a nested stack by the stack's properties, with its own nested stacks inlined
 * @throws Error for a reference to an output that does not exist, or a parameter without a value
 */
export const inlineNestedStacks = async (
  template: Template,
  templateOf: (stackId: string, properties: Properties) => Promise<Template>,
): Promise<Template> => {
  const isStack = ([, { Type }]: [string, Template['Resources'][string]]) => Type === stackType;
  const stacks = Object.entries(template.Resources).filter(isStack);
  const own = Object.entries(template.Resources).filter((entry) => !isStack(entry));
  const resources: Template['Resources'] = Object.fromEntries(own);
  const outputs = new Map<string, Inlined['outputs']>();
  for (const [stackId, { Properties: properties = {} }] of stacks) {
    const nested = await templateOf(stackId, properties);
    const ids = renamed(nested, stackId, (id) => Object.hasOwn(resources, id) || Object.hasOwn(template.Resources, id));
    const given = isObject(properties.Parameters) ? properties.Parameters : {};
    const inlined = inline(nested, given, ids, stackId);
    Object.assign(resources, inlined.resources);
    outputs.set(stackId, inlined.outputs);
  }
  // Outputs of one nested stack may be parameters of another, so replacement repeats until none is left.
  const outside = (value: unknown): unknown =>
    rewriteReferences(value, (id, attribute) => {
      const known = outputs.get(id);
      if (!known || !attribute?.startsWith(outputPrefix)) return undefined;
      const name = attribute.slice(outputPrefix.length);
      if (!Object.hasOwn(known, name)) throw new Error(`The nested stack ${id} has no output ${name}.`);
      return outside(known[name]);
    });
  return {
    ...template,
    Resources: Object.fromEntries(
      Object.entries(resources).map(([id, resource]) => [id, rewritten(resource, outside)]),
    ),
    ...(template.Outputs && { Outputs: outside(template.Outputs) as NonNullable<Template['Outputs']> }),
  };
};
