/** Releases by contexts of their own, and from one release to the next: each takes a stack more. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { synthesize } from '../../cdk/assembly.ts';
import { operations } from '../../lib/operations.ts';
import { figuresOf, pagesWithPlaces } from '../../tools/docs/figures/figures.ts';
import { filled } from '../../tools/docs/figures/places.ts';
import { readAssembly, readAssemblyTemplate } from '../../tools/local/assembly.ts';
import { aliases, few, synthesizeFew } from './canary-stages.ts';
import { defaultStage, ofType, only, type Synthesized, synthesizeStage, temporaryDirectory } from './synthesized.ts';

let plain: Synthesized;
let careful: Synthesized;

beforeAll(async () => {
  [plain, careful] = await Promise.all([synthesizeFew(), synthesizeFew({ protectedStages: 'prod' })]);
});

describe('Every stage', () => {
  it('keeps versions that a request may still be on its way to, but none of a deploy that failed', async () => {
    const policies = (stage: Synthesized) =>
      Object.values(stage.template.Resources)
        .filter(({ Type }) => Type === 'AWS::Lambda::Version')
        .map(({ DeletionPolicy, UpdateReplacePolicy }) => `${DeletionPolicy} ${UpdateReplacePolicy}`);
    expect([...new Set(policies(plain))]).toEqual(['RetainExceptOnCreate Retain']);
    expect([...new Set(policies(await synthesizeFew({ stage: 'dev' })))]).toEqual(['Delete Delete']);
  });

  it('shifts nothing step by step unless partners rely on it, or its context says so', async () => {
    const shifted = ({ template }: Synthesized) =>
      Object.values(template.Resources).filter(({ Type }) => Type.startsWith('AWS::CodeDeploy::')).length;
    expect(shifted(plain)).toBe(0);
    expect(aliases(plain).filter(([, { UpdatePolicy }]) => UpdatePolicy)).toEqual([]);
    expect(shifted(await synthesizeFew({ protectedStages: 'prod', canary: false }))).toBe(0);
    expect(shifted(await synthesizeFew({ stage: 'dev', canary: true }))).toBe(shifted(careful));
  });
});

it('a release is of as much and takes as long as the context says', async () => {
  const own = await synthesizeFew({ canary: true, canaryPercent: '25', canaryMinutes: '30' });
  expect(only(own, 'AWS::CodeDeploy::DeploymentConfig')[1].TrafficRoutingConfig).toEqual({
    Type: 'TimeBasedCanary',
    TimeBasedCanary: { CanaryPercentage: 25, CanaryInterval: 30 },
  });
});

describe('A new version', () => {
  const versions = (stage: Synthesized) => ofType(stage, 'AWS::Lambda::Version').map(([id]) => id);
  const withoutHash = (id: string) => id.replace(/FunctionCurrentVersion\w+$/, '');
  const newIn = (stage: Synthesized) => {
    const before = new Set(versions(plain));
    return versions(stage)
      .filter((id) => !before.has(id))
      .map(withoutHash);
  };

  it('is of the function whose code has changed, and of no other', async () => {
    const bundles = await temporaryDirectory();
    await cp(inject('bundleDirectory'), bundles, { recursive: true });
    const { entry } = operations.find(({ id }) => id === 'getContact')!;
    await writeFile(join(bundles, entry, 'index.mjs'), 'export const handler = async () => ({ statusCode: 200 });');
    const outdir = await temporaryDirectory();
    const { stacks } = await synthesize({ outdir, bundles, operations: few });
    const template = (await readAssemblyTemplate(outdir)) as Synthesized['template'];
    expect(newIn({ name: stacks[0]!.stackName, directory: outdir, template })).toEqual(['GetContact']);
  });

  it('is of those whose settings have changed; a canary is none of them', async () => {
    expect(newIn(careful)).toEqual([]);
    const plans = { trial: { rateLimit: 3, burstLimit: 6 } };
    expect(newIn(await synthesizeFew({ usagePlans: plans })).sort()).toEqual(['ApiAuthorizer', 'GetUsage']);
  });
});

it('npm start serves the same API from the stack with a canary as without', async () => {
  const stages = [plain, await synthesizeFew({ canary: true })];
  const [without, withOne] = await Promise.all(stages.map(({ directory }) => readAssembly(directory)));
  expect(without!.functions.size).toBeGreaterThan(few.length);
  expect(withOne).toEqual(without);
});

it('the operator’s page says how many more resources one takes', async () => {
  const [{ directory: plain }, { directory: canary }] = [await defaultStage(), await synthesizeStage({ canary: true })];
  const text = (await pagesWithPlaces()).get('docs/operators.md')!;
  expect(text, 'run `npm run figures`').toBe(filled(text, await figuresOf({ plain, canary })));
});
