/** What operations cost: a stack holds 500 resources and a template 1 MB, and eighty operations must fit. */
import { describe, expect, it } from 'vitest';
import { mostFunctions } from '../../cdk/stack/module-functions.ts';
import { operations } from '../../lib/operations.ts';
import { defaultStage, type Synthesized, synthesizeStage, templateTexts } from './synthesized.ts';

/** Eighty operations in eight modules, none of which has a segment of its path from another. */
const eighty = Array.from({ length: 80 }, (_, index) => {
  const like = operations[index % operations.length]!;
  return {
    ...like,
    id: `operation${index}OfALengthThatIsUsual`,
    module: `module${index % 8}`,
    path: `/v1/area${index}/{areaId}/things`,
  };
});

const countsOf = (text: string): Map<string, number> => {
  const { Resources } = JSON.parse(text) as { Resources: Record<string, { Type: string }> };
  const types = Map.groupBy(Object.values(Resources), ({ Type }) => Type);
  return new Map([...types].map(([type, each]) => [type, each.length]));
};
const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

describe('Eighty operations with three new segments each', { timeout: 300_000 }, () => {
  const synthesized = synthesizeStage({ stage: 'dev-of-a-developer', canary: true }, eighty);
  synthesized.catch(() => {});

  it('fit into a stack and one nested stack for each module', async () => {
    const texts = await templateTexts(await synthesized);
    // Two more for the functions on the stream, and those that fetch media.
    expect(texts.size).toBe(1 + 8 + 2);
    for (const [file, text] of texts) {
      expect(sum(countsOf(text).values()), file).toBeLessThan(500);
      expect(Buffer.byteLength(text), file).toBeLessThan(1_000_000);
      const { Parameters = {}, Outputs = {} } = JSON.parse(text);
      expect(Object.keys(Parameters).length, file).toBeLessThanOrEqual(200);
      expect(Object.keys(Outputs).length, file).toBeLessThanOrEqual(200);
    }
  });

  it('stay below the quota of 300 resources that API Gateway has for an API', async () => {
    const { template } = await synthesized;
    const resources = Object.values(template.Resources).filter(({ Type }) => Type === 'AWS::ApiGateway::Resource');
    // One of /v1, which all share.
    expect(resources).toHaveLength(80 * 3 + 1);
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
    expect(Math.max(...sizes)).toBe(81);
    expect(sum(sizes)).toBeLessThan(2500);
  });
});

const again = operations
  // One operation asks for the use of the plans: a second would be another stack's.
  .filter(({ usage }) => !usage)
  .map((operation) => ({ ...operation, id: `${operation.id}Again`, path: `${operation.path}/again` }));

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

it('an operation costs the stack a method and what is new of its path, its module four resources', async () => {
  const [before, after] = [await defaultStage(), await synthesizeStage({}, [...operations, ...again])];
  const { length } = again;
  const isNested = (file: string) => file.includes('.nested.');
  expect(await growth(before, after, (file) => !isNested(file))).toEqual({
    'AWS::ApiGateway::Method': length,
    // Operations may share a path.
    'AWS::ApiGateway::Resource': new Set(again.map(({ path }) => path)).size,
  });
  expect(await growth(before, after, isNested)).toEqual({
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
    path: `/v1/area${index}`,
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
