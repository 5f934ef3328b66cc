/** A stage that is bound to an account and a Region: other credentials do nothing there. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { requireBound } from '../../../tools/admin/bound-stage.ts';
import { type Deployed, deploy } from './deployed.ts';

let deployed: Deployed;
let directory: string;
beforeAll(async () => {
  deployed = await deploy();
  directory = await mkdtemp(join(tmpdir(), 'bound-'));
});
afterAll(async () => {
  await deployed.close();
  await rm(directory, { recursive: true });
});

const file = async (stages: unknown) => {
  const name = join(directory, 'cdk.json');
  await writeFile(name, JSON.stringify({ context: { usagePlans: {}, ...(stages ? { stages } : {}) } }));
  return name;
};

describe('A bound stage', () => {
  it('is at home with its own account and Region', async () => {
    await requireBound('prod', await file({ prod: { account: '123456789012', region: 'us-east-1' } }));
  });

  it.each([
    [
      { account: '999999999999', region: 'us-east-1' },
      /in the account 999999999999, and your credentials are of 123456789012/,
    ],
    [{ account: '123456789012', region: 'eu-west-1' }, /is in eu-west-1, and your Region is us-east-1/],
    [{ region: 'eu-west-1' }, /is in eu-west-1/],
  ])('%j refuses others', async (binding, words) => {
    const refused = requireBound('prod', await file({ prod: binding }));
    await expect(refused).rejects.toThrow(words);
    await expect(refused).rejects.toMatchObject({ reason: 'refused' });
  });

  it('a stage without a binding may be anywhere, and asks no one', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
    await requireBound('prod', await file(undefined));
    await requireBound('dev', await file({ prod: { account: '999999999999' } }));
    await requireBound('toString', await file({ prod: { account: '999999999999' } }));
    vi.unstubAllEnvs();
  });
});
