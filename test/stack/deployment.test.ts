/** The deployment of the API follows its routes, in whichever stack they are, and nothing else. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DeployedOperation } from '../../cdk/stack/deployed-operation.ts';
import { operations } from '../../lib/operations.ts';
import { parsed, type Resources } from './parsed.ts';
import { only, type Synthesized, synthesizeStage } from './synthesized.ts';

const few = operations.filter(({ module }) => module === 'qna');
const like = few[0]!;
const changed = (change: Partial<DeployedOperation>) =>
  few.map((each) => (each === like ? { ...each, ...change } : each));

/** The routes of a module, and what may become of them. */
const tables = {
  few,
  more: [...few, { ...like, id: 'another', path: '/v1/faq/external/another' }],
  method: changed({ method: 'PUT' }),
  path: changed({ path: '/v1/faq' }),
  // Of the same path, and by the same logical ids, in the stack of another module.
  module: changed({ path: '/v1/faq', module: 'answers' }),
  words: changed({ summary: 'Other words', access: [] }),
} satisfies Record<string, readonly DeployedOperation[]>;
type Table = keyof typeof tables;

let stages: Readonly<Record<Table, Synthesized>>;

beforeAll(async () => {
  const names = Object.keys(tables) as Table[];
  const made = await Promise.all(names.map(async (name) => [name, await synthesizeStage({}, tables[name])] as const));
  stages = Object.fromEntries(made) as Record<Table, Synthesized>;
});

const idOf = (table: Table) => only(stages[table], 'AWS::ApiGateway::Deployment')[0];

describe('The deployment', () => {
  it('is the same for the same routes, whatever else of their operations changes', () => {
    expect(idOf('words')).toBe(idOf('few'));
  });

  it.each<[string, Table, Table]>([
    ['is added', 'few', 'more'],
    ['is removed', 'more', 'few'],
    ['has another method', 'few', 'method'],
    ['has another path', 'few', 'path'],
    ['moves to another module', 'path', 'module'],
  ])('is another when an operation %s', (_, before, after) => {
    expect(idOf(after)).not.toBe(idOf(before));
  });
});

it('`cdk diff` of one operation more is one operation, its deployment and its lines on the dashboard', async () => {
  const [before, after] = await Promise.all([parsed(stages.few), parsed(stages.more)]);
  const name = (id: string) => id.replace(/(?:[0-9A-F]{8}|[0-9a-f]{32})+$/, '');
  const changes = after.map(({ file, resources }, index) => {
    const old = before[index]!.resources;
    const own = (all: Resources, other: Resources) =>
      Object.keys(all).filter((id) => JSON.stringify(all[id]) !== JSON.stringify(other[id]));
    const [made, gone] = [own(resources, old), own(old, resources)];
    return [file.replace(/[0-9A-F]{8}\./, '.'), made.map(name).sort(), gone.map(name).sort()];
  });
  expect(changes.filter(([, made, gone]) => made!.length + gone!.length > 0)).toEqual([
    [
      'PartnerListingApi.template.json',
      ['ApiDeployment', 'ApiDeploymentStageprod', 'Dashboard', 'QnaFunctions'],
      ['ApiDeployment', 'ApiDeploymentStageprod', 'Dashboard', 'QnaFunctions'],
    ],
    [
      'PartnerListingApiFunctionsQna.nested.template.json',
      [
        ...['AnotherFunction', 'AnotherFunctionCurrentVersion', 'AnotherLive', 'AnotherRole', 'Invocation'],
        ...['RoutesPOSTv1faqexternalanother', 'Routesv1faqexternalanother'],
      ],
      ['Invocation'],
    ],
  ]);
});
