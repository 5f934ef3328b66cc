/** The templates of a stage one by one, as CloudFormation reads them; `synthesized.ts` reads them as one. */
import { type Resource, type Synthesized, templateTexts } from './synthesized.ts';

export type Resources = Readonly<Record<string, Resource & { readonly DependsOn?: string | readonly string[] }>>;

/** A template as it is deployed, for itself. */
export interface Parsed {
  readonly file: string;
  readonly isNested: boolean;
  readonly resources: Resources;
}

/** The stack's own template, and those of its nested stacks. */
export const parsed = async (stack: Synthesized): Promise<readonly Parsed[]> =>
  [...(await templateTexts(stack))].map(([file, text]) => ({
    file,
    isNested: file.includes('.nested.'),
    resources: JSON.parse(text).Resources,
  }));

/** The resources that wait for each other in a circle, which CloudFormation refuses, or for one that does. */
export const circlesIn = (resources: Resources): readonly string[] => {
  const needs = new Map(
    Object.entries(resources).map(([id, resource]) => {
      const named = [...JSON.stringify(resource).matchAll(/"(?:Ref|Fn::GetAtt)":(?:\["|")([\w:]+)"/g)];
      const all = [...named.map(([, other]) => other!), ...[resource.DependsOn ?? []].flat()];
      return [id, all.filter((other) => Object.hasOwn(resources, other))] as const;
    }),
  );
  // What waits for nothing that is left is taken away, until nothing is left or only circles are.
  for (let size = -1; size !== needs.size; ) {
    size = needs.size;
    for (const [id, others] of needs) if (!others.some((other) => needs.has(other))) needs.delete(id);
  }
  return [...needs.keys()];
};
