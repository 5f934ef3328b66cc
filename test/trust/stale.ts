/**
 * Stale replicas: reads that are not marked consistent show what was 100 ms ago. A client sees what it wrote all the same, the
 * ETag that it has just got is current, and no rule is checked on the past.
 */
import { randomUUID } from 'node:crypto';
import { type Operation, provocationAt, type SampleRequest } from '../../lib/contract/cases.ts';
import { operations } from '../../lib/operations.ts';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { readAssembly } from '../../tools/local/assembly.ts';
import { type Engine, startEngine } from '../../tools/local/engine.ts';
import { ensureTable } from '../../tools/local/table.ts';
import { withoutStream } from '../../tools/local/without-stream.ts';
import type { OpenTable } from '../../tools/open-table.ts';
import { openTable } from '../../tools/open-table.ts';
import { recordsOfCases } from '../support/case-items.ts';
import { runs } from '../support/chosen.ts';
import { itemsOf } from '../support/data-files.ts';
import { putDemoData } from '../support/demo-items.ts';
import { loadAll } from '../support/load.ts';
import { putItems } from '../support/put-items.ts';
import { chosenOperations } from './chosen.ts';
import { type Answer, type Sandbox, startSandbox } from './freeze-child.ts';
import { DEMO_KEY, keyedWrites, plainWrites, type Write } from './idempotency-writes.ts';
import type { Findings, Part, Trial } from './part.ts';
import { eventOf } from './samples.ts';
import { type FollowUp, followUps } from './stale-follow-ups.ts';
import { type StaleProxy, type StoreRead, startStaleProxy } from './stale-proxy.ts';

const LAG_MILLISECONDS = 100;
/** So many operations the short form tries. */
const SHORT_OPERATIONS = runs(3, operations.length);
const sizes = { short: { times: 2 }, full: { times: 60 } } as const;

interface World {
  /** Those that are tried, and which of these writes are. */
  readonly chosen: readonly Operation[];
  of(writes: readonly Write[]): readonly Write[];
  readonly sandbox: Sandbox;
  readonly proxy: StaleProxy;
  readonly times: number;
}

const invoke = ({ sandbox }: World, entry: string, event: object): Promise<Answer> =>
  sandbox.invoke({ entry, event, end: Date.now() + 25_000 });

/** A write that asks for the version that the write before it was answered with. */
const tryEtags = async (world: World): Promise<string[]> => {
  const failures: string[] = [];
  for (const { operation, text, event } of world.of(plainWrites)) {
    if (!operation.etag || !text.includes('If-Match')) continue;
    let version = '*';
    for (let time = 0; time <= world.times; time++) {
      const { status, headers } = await invoke(world, operation.entry, event(`etag-${time}`, version));
      // What can't be done twice is refused by the record; the version is looked at first.
      if (status === 412 || status >= 500) failures.push(`${text}: ${status} for the ETag ${version} just received`);
      version = String(headers.ETag ?? version);
    }
  }
  return failures;
};

/** An operation that answers the version of what another has just written at the same path. */
const tryReads = async (world: World): Promise<string[]> => {
  const failures: string[] = [];
  for (const { operation, event, text } of world.of(plainWrites)) {
    const reading = operations.find(({ method, etag, path }) => method === 'GET' && etag && path === operation.path);
    if (!reading || !operation.etag || text.includes('If-Match')) continue;
    for (let time = 0; time < world.times; time++) {
      const { status, headers } = await invoke(world, operation.entry, event(`read-${time}`));
      if (status !== 200) continue;
      const { parameters } = operation.cases;
      const read = await invoke(world, reading.entry, eventOf(reading, { parameters }, DEMO_KEY));
      if (read.headers.ETag !== headers.ETag) failures.push(`${reading.id} shows ${read.headers.ETag} after ${text}`);
    }
  }
  return failures;
};

/** A request that is sent again under its key as soon as it was answered. */
const tryKeys = async (world: World): Promise<string[]> => {
  const failures: string[] = [];
  for (const [index, { operation, text, event }] of world.of(keyedWrites).entries()) {
    for (let time = 0; time < world.times; time++) {
      const [first, again] = [
        await invoke(world, operation.entry, event(`key-${time}-${index}`)),
        await invoke(world, operation.entry, event(`key-${time}-${index}`)),
      ];
      const isReplay = again.headers['Idempotent-Replayed'] === 'true';
      const isSame = again.status === first.status && again.body === first.body;
      if (first.status >= 500 || !isSame || (first.status === 200 && !isReplay)) {
        failures.push(`${text}: ${first.status}, again ${again.status}`);
      }
    }
  }
  return failures;
};

const tryFollowUp = async (world: World, { name, sent, isDue }: FollowUp): Promise<string[]> => {
  for (let time = 0; time < world.times; time++) {
    const last = sent.at(-1)!;
    for (const { entry, event } of sent.slice(0, -1)) {
      const { status, body } = await invoke(world, entry, event);
      if (status !== 200) return [`${name}: ${status} ${body}`];
    }
    const { status, body } = await invoke(world, last.entry, last.event);
    if (!isDue(status, JSON.parse(body))) return [`${name}: ${status} ${body.slice(0, 200)}`];
  }
  return [];
};

/**
 * Writes that ask an index, which is of the past whatever is asked, and make up for it. Most ask which locations an account
 * has: they look for the tombstones of those that it shows, and read those that it does not show. The others:
 * `createBusiness` and `createUser` ask what was created of late, `deleteBusiness` waits until the index shows what came
 * before the account was closed, and what `replay` lists is checked again where it is sent.
 */
const ASK_AN_INDEX = [
  ...['createBusiness', 'deleteBusiness', 'replay', 'createUser', 'updateUser', 'saveContact', 'saveQna'],
  ...['saveEmployee', 'createProduct', 'updateProduct', 'setDefaultReviewSources', 'schedulePost', 'editScheduledPost'],
  // Counts jobs of the account without a lock: some more than the limit may pass.
  'startBulkUpdate',
  // Counts the competitors of an account that has no counts yet: then nothing was created since its file was loaded.
  'createCompetitor',
];

/**
 * Writes that first read items as they were. `setDefaultReviewSources` writes on their versions, and reads again what it
 * finds to be the same; `setServiceMapping` reads again what it does not find. A service that is deleted meanwhile is in no
 * mapping that is shown.
 */
const READ_AGAIN = ['setDefaultReviewSources', 'setServiceMapping'];

/** Lists, counts, reports, and what they show: they follow a write within a second. */
const LISTS = [
  ...['listContacts', 'contactDetails', 'optOutFeed', 'listSurveys', 'listResponses', 'getReviews', 'reviewSummary'],
  ...['usageByLocation', 'experienceOverTime', 'searchBusinesses', 'listEmployees', 'listServices', 'listProducts'],
  ...['listAggregationLinks', 'listReviewSources', 'competitorReviews', 'reviewMetrics', 'listIntegrations'],
  ...[
    'exportConversations',
    'getTickets',
    'listPosts',
    'socialPerformance',
    'searchAiCitations',
    'listingInsights',
    'npsOverTime',
  ],
  ...['reviewsOverTime', 'reviewsByLocation', 'reviewCategories', 'reviewKeywords'],
];

/** Operations that answer how many reviews a location has, as `addReviewSource` does by its status. */
const SHOW_COUNTS = ['getBusiness', 'patchBusiness', 'addReviewSource'];

/** What the stream keeps next to a record (its reviews' count, a contact's score) is no part of it, and follows within a second. */
const isBeside = ({ operation, body }: StoreRead, id: string): boolean =>
  (SHOW_COUNTS.includes(id) && operation === 'BatchGetItem' && body.includes('"TOTAL"')) ||
  (id === 'getContact' && operation === 'Query' && body.includes('"SCORE#"'));

/** What an operation is allowed, each with whether a read is of that kind. */
const ALLOWANCES: readonly (readonly [readonly string[], (read: StoreRead, id: string) => boolean])[] = [
  [LISTS, ({ operation }) => operation !== 'GetItem'],
  [[...SHOW_COUNTS, 'getContact'], isBeside],
  // Whether all locations have a value (`allBusinesses`) is counted as lists are, and checks nothing.
  [['setFieldValue'], ({ operation, body }) => operation === 'Query' && body.includes('"Limit":50')],
  [ASK_AN_INDEX, ({ operation, body }) => operation === 'Query' && body.includes('"IndexName"')],
  [READ_AGAIN, ({ operation, body }) => operation === 'BatchGetItem' && /"REVIEWSOURCES"|#SERVICES"/.test(body)],
];

/**
 * The look-up of a key may be of the past, and what a list shows: its index is, whatever is asked.
 *
 * @param used - takes which operation needed what it is allowed
 */
const mayBePast = (read: StoreRead, { id, paging, writes }: Operation, used: Set<string>): boolean => {
  const { operation, body } = read;
  const needed = ALLOWANCES.flatMap(([ids, isOfKind], index) =>
    ids.includes(id) && isOfKind(read, id) ? [`${index} ${id}`] : [],
  );
  for (const each of needed) used.add(each);
  if (needed.length > 0) return true;
  if (operation === 'GetItem') return body.includes('"KEY#');
  if (operation === 'Query' && body.includes('"IndexName"')) return !writes;
  return paging !== undefined && operation === 'BatchGetItem';
};

/** Every request of every operation's cases: which of its reads are answered from the past. */
const tryCases = async (world: World): Promise<{ failures: string[]; requests: number }> => {
  const failures: string[] = [];
  const used = new Set<string>();
  let requests = 0;
  for (const operation of world.chosen) {
    const { cases, entry, id } = operation;
    const provoked = Object.values(cases.provocations).map((each) => provocationAt(Date.now(), each));
    const samples: (SampleRequest | undefined)[] = [...cases.examples, ...provoked, cases.invalid];
    for (const sample of samples) {
      if (!sample) continue;
      const body = 'body' in sample ? sample.body : cases.examples[0].body;
      const { status } = await invoke(world, entry, eventOf(operation, { ...sample, body }, DEMO_KEY));
      requests++;
      if (status >= 500) failures.push(`${id}: ${status} for ${JSON.stringify(sample)}`);
      const past = world.proxy.taken().filter((read) => !mayBePast(read, operation, used));
      failures.push(...past.map((read) => `${id} reads what was: ${read.operation} ${read.body}`));
    }
  }
  const unused = ALLOWANCES.flatMap(([ids], index) => ids.filter((id) => !used.has(`${index} ${id}`)));
  if (world.chosen.length === operations.length)
    failures.push(...unused.map((id) => `${id} may read what was, and does not`));
  return { failures, requests };
};

const copy = async (from: OpenTable, to: OpenTable): Promise<void> => {
  await putItems(to, await itemsOf(from));
};

const openTables = async (trial: Trial, { endpoint }: Engine) => {
  const { table } = await openLocalTarget(endpoint, `stale-${randomUUID()}`);
  const lagging = openTable({ tableName: `lagging-${randomUUID()}`, endpoint });
  const model = withoutStream(await readAssembly(trial.assemblyDirectory));
  for (const each of [table, lagging]) await ensureTable(each, model);
  await putDemoData(table);
  await loadAll(table, recordsOfCases());
  await copy(table, lagging);
  return { table, lagging };
};

const run = async (trial: Trial): Promise<Findings> => {
  const { times } = sizes[trial.size];
  const engine = await startEngine();
  const { table, lagging } = await openTables(trial, engine);
  const proxy = await startStaleProxy({
    engine: engine.endpoint,
    tableName: table.name,
    laggingName: lagging.name,
    lagMilliseconds: LAG_MILLISECONDS,
  });
  const { assemblyDirectory } = trial;
  const options = { assemblyDirectory, tableName: table.name, endpoint: proxy.endpoint };
  const sandbox = await startSandbox(options, trial.written);
  const chosen = chosenOperations(trial, 'stale', SHORT_OPERATIONS);
  const of = (writes: readonly Write[]) => writes.filter(({ operation }) => chosen.includes(operation));
  const world: World = { chosen, of, sandbox, proxy, times };
  try {
    const failures = [...(await tryEtags(world)), ...(await tryReads(world)), ...(await tryKeys(world))];
    for (const each of followUps) failures.push(...(await tryFollowUp(world, each)));
    proxy.taken();
    const { failures: past, requests } = await tryCases(world);
    await proxy.caughtUp();
    const strayed = proxy.strayed.map((each) => `the lagging table went its own way: ${each}`);
    const found = [...failures, ...past, ...strayed];
    return {
      tried: `reads not marked consistent answered from ${LAG_MILLISECONDS} ms ago: ${times} times an ETag sent back as soon as it came, a key repeated, and ${followUps.length} pairs of a write and a request that hangs on it; ${requests} requests of the cases of ${chosen.length} operations`,
      found: `${found.length === 0 ? 'each saw what was written before it; from the past came only look-ups of keys, lists, and what is made up for' : `${found.length} did not see what was written before`}`,
      failures: found,
    };
  } finally {
    await sandbox.close();
    proxy.stop();
    table.client.destroy();
    lagging.client.destroy();
    await engine.stop();
  }
};

export const stale: Part = {
  name: 'stale',
  promise:
    'With lagging replicas a client sees its own writes, an ETag is current, and no rule is checked on stale data',
  run,
};
