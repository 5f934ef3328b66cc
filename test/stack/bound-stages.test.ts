/** A stage that is bound to an account and a Region is synthesized for no other. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { variants } from '../../cdk/build/variants.ts';
import { createResolver, pseudoParameters } from '../../tools/local/intrinsics.ts';
import { FEW, ofType, type Synthesized, synthesizeStage, templateTexts } from './synthesized.ts';

const place = { account: '111122223333', region: 'eu-west-1' };
const context = { stage: 'dev-bound', stages: { 'dev-bound': place } };

const from = (account: string, region: string) => {
  vi.stubEnv('CDK_DEFAULT_ACCOUNT', account);
  vi.stubEnv('CDK_DEFAULT_REGION', region);
};
beforeEach(() => from('', ''));
afterEach(() => void vi.unstubAllEnvs());

/** The resources as CloudFormation sees them. A deployment of the API changes nothing by its name. */
const asDeployed = ({ template }: Synthesized) => {
  const text = JSON.stringify(createResolver(template, {})(template.Resources));
  return JSON.parse(text.replaceAll(/(ApiDeployment[0-9A-F]{8})[0-9a-f]{32}/g, '$1'));
};

describe('A bound stage', () => {
  it('is refused elsewhere, before anything is bundled', async () => {
    const { synthesize } = await import('../../cdk/assembly.ts');
    const outdir = '/nowhere/to/write';
    from('444455556666', 'eu-west-1');
    await expect(synthesize({ context, outdir })).rejects.toThrow(
      'The stage dev-bound is bound to account 111122223333 in eu-west-1 (stages in cdk.json), not to account 444455556666 in eu-west-1.',
    );
    from('111122223333', 'us-east-1');
    await expect(synthesize({ context, outdir })).rejects.toThrow('not to account 111122223333 in us-east-1');
  });

  it('is synthesized for its place, so that the CLI deploys it to no other', async () => {
    from(place.account, place.region);
    const stack = await synthesizeStage(context, FEW.slice(0, 1));
    const manifest = [...(await templateTexts(stack)).keys()];
    expect(manifest.length).toBeGreaterThan(1);
    const { readFile } = await import('node:fs/promises');
    const { artifacts } = JSON.parse(await readFile(`${stack.directory}/manifest.json`, 'utf8'));
    expect(artifacts[stack.name].environment).toBe('aws://111122223333/eu-west-1');
  });

  it('has the resources of an unbound one: a version of a function that has not changed cannot be made', async () => {
    const here = { account: pseudoParameters['AWS::AccountId']!, region: pseudoParameters['AWS::Region']! };
    from(here.account, here.region);
    const all = variants.everything;
    const bound = await synthesizeStage({ ...all, stages: { prod: here } }, FEW);
    const unbound = await synthesizeStage(all, FEW);
    expect(ofType(bound, 'AWS::Lambda::Version').length).toBeGreaterThan(FEW.length);
    expect(asDeployed(bound)).toEqual(asDeployed(unbound));
  });
});
