/**
 * `npm run test:deploy`: the stack by the CDK's own commands on a CloudFormation engine, and the bundles under AWS's own runtime
 * interface client. `npm run test:deploy -- smoke` runs that part alone. What can't be tried here is named as skipped.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleAll } from '../../cdk/build/functions.ts';
import { bootstrap } from './cdk.ts';
import { startEngine } from './engine.ts';
import { firstDeployPart } from './first-deploy.ts';
import { nightPart } from './night.ts';
import { rehearsalPart } from './rehearsal.ts';
import { releasePart } from './release.ts';
import { runtimeClientPart } from './runtime-client.ts';
import { smokePart } from './smoke.ts';
import { endOf, type Part, type Trial } from './trial.ts';
import { variantsPart } from './variants.ts';

const parts: readonly Part[] = [
  ...[runtimeClientPart, firstDeployPart, releasePart, rehearsalPart],
  ...[smokePart, nightPart, variantsPart],
];

const chosen = (names: readonly string[]): readonly Part[] => {
  const unknown = names.find((name) => !parts.some((part) => part.name === name));
  if (unknown) throw new Error(`No such part: ${unknown}. There are: ${parts.map(({ name }) => name).join(', ')}.`);
  return names.length === 0 ? parts : parts.filter(({ name }) => names.includes(name));
};

const main = async (): Promise<void> => {
  const run = chosen(process.argv.slice(2));
  const missing = new Map(run.map((part) => [part, part.missing?.()]));
  for (const [{ name }, why] of missing) if (why !== undefined) console.log(`skipped: ${name}: ${why}`);
  const possible = run.filter((part) => missing.get(part) === undefined);
  if (possible.length === 0) return;
  const directory = await mkdtemp(join(tmpdir(), 'test-deploy-'));
  const bundles = join(directory, 'bundles');
  const counts = { held: 0, failed: 0 };
  try {
    await bundleAll(bundles);
    for (const part of possible) {
      const start = Date.now();
      console.log(`== ${part.name}`);
      // Each part begins with an account in which nothing is.
      const engine = part.needsEngine
        ? await startEngine(join(directory, `${part.name.replace(' ', '-')}.log`))
        : undefined;
      const trial: Trial = {
        engine: engine!,
        bundles,
        folder: (name) => join(directory, part.name.replace(' ', '-'), name),
        say: (line) => console.log(`  ${line}`),
        expect(what, holds, found) {
          counts[holds ? 'held' : 'failed']++;
          console.log(`  ${holds ? 'ok  ' : 'FAIL'}  ${what}`);
          if (!holds && found !== undefined) console.log(typeof found === 'string' ? found : JSON.stringify(found));
        },
      };
      try {
        if (engine) {
          const { status, text } = await bootstrap(engine);
          trial.expect('the account is bootstrapped', status === 0, endOf(text));
        }
        await part.run(trial);
      } catch (error) {
        trial.expect(`${part.name} ends`, false, (error as Error).stack);
      } finally {
        await engine?.stop();
      }
      console.log(`== ${part.name}: ${Math.round((Date.now() - start) / 1000)} s`);
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
  console.log(`${counts.held} held, ${counts.failed} failed.`);
  if (counts.failed > 0) process.exitCode = 1;
};

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
await main();
