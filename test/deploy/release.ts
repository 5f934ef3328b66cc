/** Releases that follow each other, one that fails among them: which version is live, and which are kept (docs/pipeline.md). */
import { appendFile, cp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  GetAliasCommand,
  LambdaClient,
  ListFunctionsCommand,
  ListVersionsByFunctionCommand,
} from '@aws-sdk/client-lambda';
import { LIVE } from '../../cdk/stack/live-alias.ts';
import { prepare } from './assembly.ts';
import { deploy, destroy } from './cdk.ts';
import { engineMissing } from './engine.ts';
import { withWhatFails } from './first-deploy.ts';
import { endOf, type Part, stackOf, type Trial } from './trial.ts';

const STACK = 'PartnerListingApi-release';
/** Of a stage that keeps what it has. */
const context = { stage: 'release', accessLogs: false, waf: 'off' };

interface Live {
  /** The version that requests get. */
  readonly version: string;
  readonly kept: readonly string[];
}

/** Of each function of the stack that has the alias. */
const liveVersions = async ({ engine }: Trial): Promise<ReadonlyMap<string, Live>> => {
  const { AWS_ENDPOINT_URL: endpoint, AWS_REGION: region } = engine.environment;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new LambdaClient({ endpoint: endpoint!, region: region!, credentials });
  const found = new Map<string, Live>();
  try {
    for (let Marker: string | undefined, isFirst = true; isFirst || Marker; isFirst = false) {
      const page = await client.send(new ListFunctionsCommand({ Marker }));
      Marker = page.NextMarker;
      for (const { FunctionName } of page.Functions ?? []) {
        if (!FunctionName?.startsWith(STACK)) continue;
        const alias = await client.send(new GetAliasCommand({ FunctionName, Name: LIVE })).catch(() => undefined);
        if (!alias) continue;
        const { Versions = [] } = await client.send(new ListVersionsByFunctionCommand({ FunctionName }));
        const kept = Versions.flatMap(({ Version }) => (Version && Version !== '$LATEST' ? [Version] : []));
        found.set(FunctionName, { version: alias.FunctionVersion ?? '', kept });
      }
    }
  } finally {
    client.destroy();
  }
  return found;
};

export const releasePart: Part = {
  name: 'release',
  needsEngine: true,
  missing: engineMissing,
  async run(trial) {
    const { engine, bundles, expect, say } = trial;
    const changed = trial.folder('bundles');
    await cp(bundles, changed, { recursive: true });
    await appendFile(join(changed, 'authorizer', 'index.mjs'), '\n// The next release.\n');
    const release = (name: string, from: string, change?: typeof withWhatFails) =>
      prepare({ engine, directory: trial.folder(name), bundles: from, context, ...(change && { change }) });

    const first = await release('first', bundles);
    const made = await deploy(engine, first.directory);
    expect('the first release is live', made.status === 0, endOf(made.text));
    const before = await liveVersions(trial);
    expect(
      'each function that requests reach is at version 1',
      before.size > 70 && [...before.values()].every(({ version, kept }) => version === '1' && kept.length === 1),
      [...before],
    );
    say(`${before.size} functions with a live version`);
    const [authorizer = ''] = [...before.keys()].filter((name) => /Authorizer/.test(name));
    const others = async () =>
      [...(await liveVersions(trial))].filter(([name]) => name !== authorizer).map(([, { kept }]) => kept.length);

    const broken = await deploy(engine, (await release('broken', changed, withWhatFails)).directory);
    const gone = await stackOf(trial, STACK);
    expect('a release that fails is taken back', broken.status !== 0 && gone?.status === 'UPDATE_ROLLBACK_COMPLETE');
    const after = (await liveVersions(trial)).get(authorizer);
    expect('requests get what they got before', after?.version === '1', after);
    expect('its version is not kept: the same code can be released again', after?.kept.join() === '1', after);

    const next = await release('next', changed);
    const again = await deploy(engine, next.directory);
    expect('the same code is released, and nothing stands against it', again.status === 0, endOf(again.text));
    const now = (await liveVersions(trial)).get(authorizer);
    expect(
      'requests get the new version, and the one before is kept',
      now?.version !== '1' && now?.kept.length === 2,
      now,
    );
    expect(
      'a function that is as it was has no further version',
      (await others()).every((count) => count === 1),
    );

    const back = await deploy(engine, first.directory);
    const last = (await liveVersions(trial)).get(authorizer);
    expect('the release before can be deployed again', back.status === 0 && last?.kept.length === 3, endOf(back.text));
    expect('and is live as a version of its own', last?.version === last?.kept.at(-1), last);

    const end = await destroy(engine, first.directory);
    expect('versions do not hold the stack', (await stackOf(trial, STACK)) === undefined, endOf(end.text));
    expect('and go with their functions', (await liveVersions(trial)).size === 0);
  },
};
