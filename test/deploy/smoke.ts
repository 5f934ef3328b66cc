/** A deployed stage in use: data, a key and what meters it, and smoke against its functions behind the engine's API Gateway. */
import { APIGatewayClient, DeleteUsagePlanKeyCommand, GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import { demoFile, demoPartner } from '../../tools/local/demo.ts';
import { prepare } from './assembly.ts';
import { admin, deploy, destroy } from './cdk.ts';
import { addressOf, clientSettings, engineMissing } from './engine.ts';
import { endOf, type Part, stackOf, type Trial } from './trial.ts';

const STAGE = 'dev-smoke';
const STACK = `PartnerListingApi-${STAGE}`;

interface Row {
  readonly check: string;
  readonly outcome: string;
  readonly expected: string;
  readonly result: string;
}

/** What the engine's API Gateway does otherwise than AWS is documented to: by the beginning of the check's name. */
const ENGINE: readonly string[] = [
  // It hands any body on.
  'a body of 11 MB',
  // Its counts are asked for without a metering key in the request: it knows none that an authorizer names.
  'Get usage: right',
];

/** Takes the partner's metering key out of its plan, as a stack that was deployed again over its table does. */
const takeOut = async (client: APIGatewayClient, planId: string): Promise<void> => {
  const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: `${STACK}_${demoPartner}_enterprise` }));
  for (const { id: keyId = '' } of items)
    await client.send(new DeleteUsagePlanKeyCommand({ usagePlanId: planId, keyId }));
};

const tryKeys = async (trial: Trial, client: APIGatewayClient): Promise<string> => {
  const { engine, expect } = trial;
  const of = ['--stage', STAGE, '--partner', demoPartner];
  const issued = await admin(engine, 'keys', 'issue', ...of, '--plan', 'enterprise', '--json');
  const secret = /"secret":"([^"]+)"/.exec(issued.text)?.[1] ?? '';
  const id = /"id":"([^"]+)"/.exec(issued.text)?.[1] ?? 'none';
  expect('a key is issued', issued.status === 0 && secret !== '', endOf(issued.text));
  const said = async () => (await admin(engine, 'keys', 'explain', ...of, '--key', id)).text;
  expect('it would be answered', / 200, as it is usable/.test(await said()), await said());
  await takeOut(client, (await stackOf(trial, STACK))?.outputs.get('UsagePlanEnterprise') ?? '');
  expect('out of its plan it would not', / 401 with code 1161/.test(await said()), await said());
  const repaired = await admin(engine, 'keys', 'repair', ...of);
  expect('it is repaired', repaired.status === 0 && /, [1-9] repaired/.test(repaired.text), endOf(repaired.text));
  expect('then it would again', / 200, as it is usable/.test(await said()), await said());
  return secret;
};

const trySmoke = async ({ engine, expect, say }: Trial, url: string, secret: string): Promise<void> => {
  const { text } = await admin(engine, 'smoke', '--url', url, '--key', secret, '--demo', '--json');
  const rows: Row[] = JSON.parse(/^\[.*\]$/m.exec(text)?.[0] ?? '[]');
  const failed = rows.filter(({ outcome }) => outcome === 'FAIL');
  const isKnown = ({ check }: Row) => ENGINE.some((name) => check.startsWith(name));
  const shown = ({ check, expected, result }: Row) => `${check}: ${expected}, found ${result}`;
  const ok = rows.filter(({ outcome }) => outcome === 'ok').length;
  expect('smoke tries every operation', ok > 300, rows.length > 0 ? ok : endOf(text));
  expect(
    'smoke finds no fault of ours',
    !failed.some((row) => !isKnown(row)),
    failed
      .filter((row) => !isKnown(row))
      .map(shown)
      .join('\n'),
  );
  for (const row of failed.filter(isKnown)) say(`the engine: ${shown(row)}`);
  const stale = ENGINE.filter((name) => !failed.some(({ check }) => check.startsWith(name)));
  expect('what the engine is excused for, it still does', stale.length === 0, stale);
  say(`smoke: ${ok} ok, ${failed.length} by the engine, ${rows.length - ok - failed.length} learned or skipped`);
};

export const smokePart: Part = {
  name: 'smoke',
  needsEngine: true,
  missing: engineMissing,
  async run(trial) {
    const { engine, bundles, expect } = trial;
    const { directory } = await prepare({
      engine,
      directory: trial.folder('smoke'),
      bundles,
      context: { stage: STAGE },
    });
    const made = await deploy(engine, directory);
    expect('a stage is deployed', made.status === 0, endOf(made.text));
    const loaded = await admin(engine, 'data', 'import', demoFile, '--stage', STAGE);
    expect('the demo data is imported', loaded.status === 0, endOf(loaded.text));
    const client = new APIGatewayClient(clientSettings(engine));
    try {
      const secret = await tryKeys(trial, client);
      const url = await addressOf(engine, STACK, STAGE);
      if (!url) throw new Error(`The engine has no REST API ${STACK}`);
      await trySmoke(trial, url, secret);
    } finally {
      client.destroy();
      await destroy(engine, directory);
    }
  },
};
