/** What operations cost: a stack holds 500 resources, a template 1 MB, an API 300 paths; two hundred operations must fit. */
import { describe, expect, it } from 'vitest';
import type { DeployedOperation } from '../../cdk/stack/deployed-operation.ts';
import { mostFunctions } from '../../cdk/stack/module-functions.ts';
import { prefixesOf } from '../../cdk/stack/shared-paths.ts';
import { operations } from '../../lib/operations.ts';
import { defaultStage, type Synthesized, synthesizeStage, templateTexts } from './synthesized.ts';

type Route = Pick<DeployedOperation, 'method' | 'path'>;

/** Five operations with eight segments of their own: as many for each as the operations of today have. */
const wide = (area: string): readonly Route[] => [
  { method: 'POST', path: `${area}/create` },
  { method: 'POST', path: `${area}/list/all` },
  { method: 'GET', path: `${area}/get/{areaId}` },
  { method: 'PUT', path: `${area}/{areaId}` },
  { method: 'POST', path: `${area}/{areaId}/status` },
];

/** Five operations on two segments. */
const narrow = (area: string): readonly Route[] => [
  { method: 'GET', path: area },
  { method: 'POST', path: area },
  { method: 'GET', path: `${area}/{areaId}` },
  { method: 'PUT', path: `${area}/{areaId}` },
  { method: 'DELETE', path: `${area}/{areaId}` },
];

/** One operation asks for the use of the plans: a second would be another stack's. */
const likes = operations.filter(({ usage }) => !usage);

/** What there is, six modules whose paths are as wide, and as many whose paths are narrow as make two hundred. */
const twoHundred = [
  ...operations,
  ...Array.from({ length: 25 }, (_, index) =>
    (index < 6 ? wide : narrow)(`/v1/area${index}`).map((route, each) => ({
      ...likes[(5 * index + each) % likes.length]!,
      ...route,
      id: `operation${5 * index + each}OfALengthThatIsUsual`,
      module: `module${index}`,
    })),
  ).flat(),
].slice(0, 200);

const countsOf = (text: string): Map<string, number> => {
  const { Resources } = JSON.parse(text) as { Resources: Record<string, { Type: string }> };
  const types = Map.groupBy(Object.values(Resources), ({ Type }) => Type);
  return new Map([...types].map(([type, each]) => [type, each.length]));
};
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

describe('Two hundred operations', { timeout: 300_000 }, () => {
  const synthesized = synthesizeStage({ stage: 'dev-of-a-developer', canary: true }, twoHundred);
  synthesized.catch(() => {});

  it('fit into a stack and one nested stack for each module', async () => {
    const texts = await templateTexts(await synthesized);
    const modules = Map.groupBy(twoHundred, ({ module }) => module);
    expect(twoHundred).toHaveLength(200);
    // Six more: the functions on the stream, of media, bulk updates and jobs, the alarms, and the metrics by partner.
    expect(texts.size).toBe(1 + modules.size + 6);
    for (const [file, text] of texts) {
      const resources = sum(countsOf(text).values());
      // Each module has its nested stack in the root.
      expect(resources, file).toBeLessThan(file.includes('.nested.') ? 500 : 200);
      expect(Buffer.byteLength(text), file).toBeLessThan(1_000_000);
      const { Parameters = {}, Outputs = {} } = JSON.parse(text);
      expect(Object.keys(Parameters).length, file).toBeLessThanOrEqual(200);
      expect(Object.keys(Outputs).length, file).toBeLessThanOrEqual(200);
    }
  });

  it('hand over two values of each between stacks at the most', async () => {
    const texts = await templateTexts(await synthesized);
    for (const [module, ofModule] of Map.groupBy(twoHundred, ({ module }) => module)) {
      const name = `Functions${module[0]!.toUpperCase()}${module.slice(1)}`;
      const [, text] = [...texts].find(([file]) => new RegExp(`${name}[0-9A-F]{8}\\.`).test(file))!;
      const { Outputs = {} } = JSON.parse(text);
      expect(Object.keys(Outputs).length, module).toBeLessThanOrEqual(2 * ofModule.length);
    }
  });

  it('stay below the quota of 300 paths that API Gateway has for an API', async () => {
    const { template } = await synthesized;
    const resources = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Resource');
    expect(resources).toHaveLength(new Set(twoHundred.flatMap(({ path }) => prefixesOf(path))).size);
    expect(resources.length).toBeLessThan(300);
  });

  it('have a dashboard that CloudWatch takes', async () => {
    const { template } = await synthesized;
    const dashboard = Object.values(template.Resources).find(({ Type }) => Type === 'AWS::CloudWatch::Dashboard');
    const [, parts] = dashboard!.Properties.DashboardBody['Fn::Join'];
    const { widgets } = JSON.parse(parts.map((part: unknown) => (typeof part === 'string' ? part : 'x')).join(''));
    // The authorizer is one more. A graph takes 500 metrics, a dashboard 2500.
    const sizes = widgets.map(
      (widget: { properties: { metrics?: unknown[] } }) => widget.properties.metrics?.length ?? 0,
    );
    expect(Math.max(...sizes)).toBe(201);
    expect(sum(sizes)).toBeLessThan(2500);
  });
});

const again = likes.map((operation) => ({ ...operation, id: `${operation.id}Again`, path: `${operation.path}/again` }));

/** By how much each type of resource has grown, in the templates whose names match. */
const growth = async (before: Synthesized, after: Synthesized, isCounted: (file: string) => boolean) => {
  const total = async (stack: Synthesized) => {
    const counts = new Map<string, number>();
    for (const [file, text] of await templateTexts(stack))
      if (isCounted(file))
        for (const [type, count] of countsOf(text)) counts.set(type, (counts.get(type) ?? 0) + count);
    return counts;
  };
  const [old, now] = [await total(before), await total(after)];
  const grown = [...now].map(([type, count]) => [type, count - (old.get(type) ?? 0)] as const);
  return Object.fromEntries(grown.filter(([, by]) => by !== 0));
};

it('an operation costs the stack nothing, its module five resources and what is new of its path', async () => {
  const [before, after] = [await defaultStage(), await synthesizeStage({}, [...operations, ...again])];
  const { length } = again;
  const isNested = (file: string) => file.includes('.nested.');
  expect(await growth(before, after, (file) => !isNested(file))).toEqual({});
  expect(await growth(before, after, isNested)).toEqual({
    'AWS::ApiGateway::Method': length,
    // Operations may share a path.
    'AWS::ApiGateway::Resource': new Set(again.map(({ path }) => path)).size,
    'AWS::IAM::Role': length,
    'AWS::Lambda::Alias': length,
    'AWS::Lambda::Function': length,
    'AWS::Lambda::Version': length,
  });
}, 300_000);

it('as many functions as a module may have fit into it, with a canary too', async () => {
  const full = Array.from({ length: mostFunctions }, (_, index) => ({
    ...operations[0]!,
    id: `operation${index}OfALengthThatIsUsual`,
    path: `/v1/area/of${index}/{areaId}/things`,
  }));
  const texts = await templateTexts(await synthesizeStage({ stage: 'dev-of-a-developer', canary: true }, full));
  for (const [file, text] of texts) {
    const { Outputs = {} } = JSON.parse(text);
    expect(sum(countsOf(text).values()), file).toBeLessThanOrEqual(500);
    expect(Object.keys(Outputs).length, file).toBeLessThanOrEqual(200);
    expect(Buffer.byteLength(text), file).toBeLessThan(1_000_000);
  }
});

it('a module of more functions than a role can name is refused', async () => {
  const crowd = Array.from({ length: mostFunctions + 1 }, (_, index) => ({
    ...operations[0]!,
    id: `operation${index}`,
    path: `/v1/area${index}`,
  }));
  await expect(synthesizeStage({}, crowd)).rejects.toThrow(
    `The module ${operations[0]!.module} has ${crowd.length} operations; a nested stack takes ${mostFunctions}`,
  );
});
