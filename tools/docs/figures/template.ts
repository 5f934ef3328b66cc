/** What an assembly makes, counted: the figures of docs/operators.md. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Resources = Readonly<Record<string, { readonly Type: string }>>;

/** The types of all resources of an assembly, by its template file. The metadata of the CDK is not counted. */
const typesIn = async (assembly: string): Promise<ReadonlyMap<string, readonly string[]>> => {
  const files = (await readdir(assembly)).filter((file) => file.endsWith('.template.json')).sort();
  const read = async (file: string): Promise<readonly [string, string[]]> => {
    const { Resources }: { Resources: Resources } = JSON.parse(await readFile(join(assembly, file), 'utf8'));
    const types = Object.values(Resources).map(({ Type }) => Type);
    return [file, types.filter((type) => type !== 'AWS::CDK::Metadata')];
  };
  return new Map(await Promise.all(files.map(read)));
};

const countOf = (lists: Iterable<readonly string[]>): number =>
  [...lists].reduce((total, { length }) => total + length, 0);

const NESTED_STACK = 'AWS::CloudFormation::Stack';

/**
 * Resources of the stack with its nested ones: by type (`AWS::Lambda::Function`), and in all of the stack itself and of its
 * nested stacks.
 *
 * @param assembly - the directory of a synthesized stage
 */
export const templateFigures = async (assembly: string): Promise<ReadonlyMap<string, number>> => {
  const types = await typesIn(assembly);
  const byType = Map.groupBy([...types.values()].flat(), (type) => type);
  const counts = new Map([...byType].map(([type, all]) => [type, all.length]));
  const of = (isNested: boolean) =>
    countOf([...types].filter(([file]) => file.includes('.nested.') === isNested).map(([, all]) => all));
  return new Map([
    ...counts,
    ['stack-resources', of(false)],
    ['nested-resources', of(true)],
    ['nested-stacks', counts.get(NESTED_STACK) ?? 0],
  ]);
};

/** All types with their counts, as a sentence. */
export const resourcesText = (figures: ReadonlyMap<string, number>): string =>
  [...figures]
    .filter(([name]) => name.startsWith('AWS::'))
    .map(([type, count]) => `${type.slice('AWS::'.length)} ${count}`)
    .sort()
    .join(', ');

/** How many resources one assembly has more than another. */
export const moreResources = async (less: string, more: string): Promise<number> =>
  countOf((await typesIn(more)).values()) - countOf((await typesIn(less)).values());
