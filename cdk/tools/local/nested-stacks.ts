/** Nested stacks: their resources are put into the template that holds them, which then reads as one stack. */
import { isObject, type Properties, rewriteReferences, type Template, type TemplateResource } from './intrinsics.ts';

const stackType = 'AWS::CloudFormation::Stack';
const outputPrefix = 'Outputs.';

/** A nested template in the terms of the one around it: its resources by their new ids, its outputs as values. */
interface Inlined {
  readonly resources: Template['Resources'];
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** A logical id need be unique in its own template alone: one that is taken gets the nested stack's id before it. */
const renamed = (nested: Template, stackId: string, isTaken: (id: string) => boolean): ReadonlyMap<string, string> =>
  new Map(Object.keys(nested.Resources).map((id) => [id, isTaken(id) ? `${stackId}${id}` : id]));

/** A resource with what it says of others rewritten: its properties, and how it is updated. */
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
 * Replaces each nested stack of a template by what it holds: its parameters by what they are given, its outputs by their
 * values.
 *
 * @param templateOf - finds the template of a nested stack by the stack's properties, with its own nested stacks inlined
 * @throws Error where a nested stack has no such output, or a parameter is given nothing
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
  // Outputs of one nested stack may be parameters of another: as long as any is left, it is replaced.
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
