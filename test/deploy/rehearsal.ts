/**
 * The commonest releases, one after the other, while partners read and write (docs/pipeline.md, docs/migrating.md): one function
 * is changed, an operation is added, an attribute is migrated, a release is taken back and made again.
 *
 * The engine moves aliases at once, as a stage without a canary does. What of it stands in the way of an update of nested stacks
 * is worked around in `ministack/sitecustomize.py`.
 */
import { demoFile, demoPartner } from '../../tools/local/demo.ts';
import { prepare } from './assembly.ts';
import { admin, adminOf, deploy, destroy } from './cdk.ts';
import { addressOf, engineMissing } from './engine.ts';
import { type Clients, startClients } from './rehearsal-clients.ts';
import { type Checkout, releases } from './rehearsal-releases.ts';
import { endOf, type Part, type Trial } from './trial.ts';

const STAGE = 'dev-rehearsal';
const STACK = `PartnerListingApi-${STAGE}`;

type Name = keyof typeof releases;

interface Released {
  readonly checkout: Checkout;
  /** Where its assembly is. */
  readonly directory: string;
}

const makeAll = async ({ engine, folder }: Trial): Promise<Readonly<Record<Name, Released>>> => {
  const made: [string, Released][] = [];
  for (const [name, checkOut] of Object.entries(releases)) {
    const file = name.replaceAll(' ', '-');
    const checkout = await checkOut(folder(`${file}-sources`));
    const context = { stage: STAGE, accessLogs: false };
    const { directory } = await prepare({ engine, directory: folder(file), context, build: checkout.build });
    made.push([name, { checkout, directory }]);
  }
  return Object.fromEntries(made) as Record<Name, Released>;
};

const newKey = async ({ engine, expect }: Trial): Promise<string> => {
  const loaded = await admin(engine, 'data', 'import', demoFile, '--stage', STAGE);
  expect('the demo data is imported', loaded.status === 0, endOf(loaded.text));
  const of = ['--stage', STAGE, '--partner', demoPartner, '--plan', 'enterprise', '--json'];
  const issued = await admin(engine, 'keys', 'issue', ...of);
  const secret = /"secret":\s*"([^"]+)"/.exec(issued.text)?.[1];
  if (!secret) throw new Error(`No key was issued: ${issued.text}`);
  return secret;
};

const LINK = 'Since the second release';
const addsCard = async (clients: Clients) =>
  (await clients.ask('POST', '/v1/business/public/card', { title: 'Added' })).status === 200;

const walk = async (trial: Trial, made: Readonly<Record<Name, Released>>, clients: Clients): Promise<void> => {
  const { engine, expect, say } = trial;
  const calm = (what: string) => {
    const { requests, wrong } = clients.seen();
    say(`${what}: ${requests} requests`);
    expect(`${what}: partners notice nothing`, requests > 0 && wrong.length === 0, wrong.slice(0, 10));
  };
  const release = async (name: Name, how = name as string): Promise<void> => {
    const { status, text } = await deploy(engine, made[name].directory);
    expect(`${how}: it is deployed`, status === 0, endOf(text));
    calm(how);
  };
  const isLinked = async () => (await clients.cards()).every(({ linkText }) => linkText === LINK);
  /** The cards' items by schema version, as `table migrate` counts them. */
  const migrate = async (...flags: string[]): Promise<string> => {
    const { checkout } = made['writes the new schema version'];
    const { status, text } = await adminOf(checkout.directory, engine, 'table', 'migrate', '--stage', STAGE, ...flags);
    expect(`table migrate ${flags.join(' ')} ends well`.replace('  ', ' '), status === 0, endOf(text));
    return text;
  };

  expect('the first release answers as before', !(await isLinked()));
  await release('one function changed');
  expect('its answer is the new one', await isLinked());
  await release('first', 'the function taken back');
  expect('its answer is the old one', !(await isLinked()));
  await release('one function changed', 'the function changed again');
  expect('its answer is the new one again', await isLinked());

  expect('an operation that is not there yet is refused', !(await addsCard(clients)));
  await release('an operation added');
  expect('an operation that was added answers', await addsCard(clients));
  await release('one function changed', 'the operation taken back');
  expect('an operation that was taken back is refused', !(await addsCard(clients)));
  await release('an operation added', 'the operation added again');
  expect('an operation that was added again answers', await addsCard(clients));

  await release('reads both schema versions');
  expect('nothing is migrated yet', !/^cards +2 /m.test(await migrate('--dry-run')));
  await release('writes the new schema version');
  await release('reads both schema versions', 'the migration taken back');
  await release('writes the new schema version', 'the migration again');
  await migrate();
  calm('the remaining items');
  const counted = await migrate('--dry-run');
  expect('every item of cards is migrated', /^cards +2 /m.test(counted) && !/^cards +1 /m.test(counted), counted);
  await release('reads both schema versions', 'after the migration: the release before');
  expect('a card can be added to what was migrated', await addsCard(clients));
  calm('after the migration');
};

export const rehearsalPart: Part = {
  name: 'rehearsal',
  needsEngine: true,
  missing: engineMissing,
  async run(trial) {
    const { engine, expect } = trial;
    const made = await makeAll(trial);
    const first = await deploy(engine, made.first.directory);
    expect('the first release is deployed', first.status === 0, endOf(first.text));
    const secret = await newKey(trial);
    const url = await addressOf(engine, STACK, STAGE);
    if (!url) throw new Error(`The engine has no REST API ${STACK}`);
    const clients = startClients(url, secret);
    try {
      await walk(trial, made, clients);
    } finally {
      await clients.stop();
      await destroy(engine, made.first.directory);
    }
  },
};
