/** Crash: the process of the gateway is killed under load; what was acknowledged is there after the next start. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { businessKey } from '../../lib/business/repository/business.ts';
import { competitorKey } from '../../lib/competitors/repository/competitor.ts';
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { openLocalTarget } from '../../tools/admin/local-target.ts';
import { KEYS, REQUIRED, world } from '../support/world.ts';
import type { Findings, Part, Trial } from './part.ts';
import { randomAt } from './random.ts';
import { type ServiceChild, startServiceChild } from './service-child.ts';

const CLIENTS = 12;
const COMPETITOR = 301;
const sizes = { short: { kills: 1, longest: 400 }, full: { kills: 20, longest: 2000 } } as const;
/** Written together: a record that holds two updates' values holds half of one. */
const FIELDS = ['alias', 'keywords', 'payment', 'products'] as const;

const locationOf = (client: number) => 7000 + client;
const records = [
  ...world,
  ...Array.from({ length: CLIENTS }, (_, client) => ({
    type: 'business',
    businessNumber: locationOf(client),
    accountNumber: 100,
    business: {},
  })),
];

/** What a client knows of its location: the last update that was acknowledged, and the one that was not answered yet. */
interface Known {
  acknowledged: string | undefined;
  open: string | undefined;
  readonly links: string[];
  sent: number;
}

const post = async (url: string, method: string, path: string, body: unknown): Promise<number> => {
  const answer = await fetch(url + path, {
    method,
    headers: { 'x-api-key': KEYS.ours, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.arrayBuffer();
  return answer.status;
};

/** Updates and adds links, one after the other, until no one answers; reports responses that are not 200. */
const write = async (url: string, client: number, known: Known): Promise<string[]> => {
  const wrong: string[] = [];
  const location = locationOf(client);
  try {
    for (;;) {
      const id = `c${client}-${known.sent++}`;
      known.open = id;
      const fields = Object.fromEntries(FIELDS.map((name) => [name, id]));
      const status = await post(url, 'PUT', `/v1/business/${location}`, { ...REQUIRED, ...fields });
      if (status === 200) known.acknowledged = id;
      else wrong.push(`${id}: ${status}`);
      known.open = undefined;
      const link = `https://alpha.example/${id}`;
      const path = `/v1/aggregation/competitor/${COMPETITOR}/${location}`;
      if ((await post(url, 'POST', path, { sourceAlias: 'alpha', url: link })) === 200) known.links.push(link);
      else wrong.push(`the link of ${id} was not added`);
    }
  } catch {
    // The process is gone.
    return wrong;
  }
};

const checkLocation = async (table: Table, client: number, known: Known): Promise<string[]> => {
  const item = (await table.get(businessKey('ours', locationOf(client)))) ?? {};
  const values = new Set(FIELDS.map((name) => item[name]));
  const [stored] = values;
  const allowed = [known.acknowledged, ...(known.open === undefined ? [] : [known.open])];
  if (values.size > 1) return [`location ${locationOf(client)} holds half of an update: ${[...values].join(', ')}`];
  if (!allowed.includes(stored as string | undefined)) {
    return [`location ${locationOf(client)} holds ${stored}, acknowledged was ${known.acknowledged}`];
  }
  known.acknowledged = stored as string | undefined;
  known.open = undefined;
  return [];
};

const checkLinks = async (table: Table, known: readonly Known[]): Promise<string[]> => {
  const stored = new Set<unknown>();
  const pages = table.query({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
    ExpressionAttributeValues: { ':pk': competitorKey('ours', COMPETITOR).pk, ':sk': 'AGG#' },
  });
  for await (const page of pages) for (const { url } of page) stored.add(url);
  const lost = known.flatMap(({ links }) => links.filter((link) => !stored.has(link)));
  return lost.map((link) => `the link ${link} is lost`);
};

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const acknowledged = (known: readonly Known[]) => known.reduce((sum, { links }) => sum + links.length, 0);

/** The engine ends by itself, once its gateway is gone; only then may another open its file. */
const untilSilent = async (endpoint: string): Promise<boolean> => {
  for (let attempt = 0; attempt < 200; attempt++) {
    try {
      await fetch(endpoint);
    } catch {
      return true;
    }
    await pause(25);
  }
  return false;
};

const run = async (trial: Trial): Promise<Findings> => {
  const { kills, longest } = sizes[trial.size];
  const random = randomAt(trial.seed, 0);
  const directory = await mkdtemp(join(tmpdir(), 'crash-'));
  const tableName = 'crash';
  const start = () =>
    startServiceChild({
      assemblyDirectory: trial.assemblyDirectory,
      tableName,
      db: join(directory, 'kept.db'),
      records,
    });
  const known: Known[] = Array.from({ length: CLIENTS }, () => ({
    acknowledged: undefined,
    open: undefined,
    links: [],
    sent: 0,
  }));
  const failures: string[] = [];
  let unanswered = 0;
  let child: ServiceChild | undefined;
  try {
    child = await start();
    for (let round = 1; round <= kills; round++) {
      const { url, endpoint } = child;
      const writing = Promise.all(known.map((each, client) => write(url, client, each)));
      const before = acknowledged(known);
      while (acknowledged(known) === before) await pause(10);
      const milliseconds = random.below(longest);
      await pause(milliseconds);
      await child.kill();
      failures.push(...(await writing).flat());
      unanswered += known.filter(({ open }) => open !== undefined).length;
      if (!(await untilSilent(endpoint))) failures.push(`kill ${round} left the engine behind`);
      child = await start();
      const { table } = await openLocalTarget(child.endpoint, tableName);
      for (const [client, each] of known.entries()) failures.push(...(await checkLocation(table, client, each)));
      failures.push(...(await checkLinks(table, known)));
      trial.say(
        `kill ${round}, ${milliseconds} ms after the first answers: ${known.reduce((sum, { sent }) => sum + sent, 0)} updates so far`,
      );
    }
  } finally {
    await child?.close();
    await rm(directory, { recursive: true, force: true });
  }
  const updates = known.reduce((sum, { sent }) => sum + sent, 0);
  const links = acknowledged(known);
  return {
    tried: `${kills} times SIGKILL at random under the load of ${CLIENTS} clients, and a start on the same file`,
    found: `of ${updates - unanswered} updates and ${links} links that were acknowledged none is lost; ${unanswered} updates that were cut off are there whole or not at all; no engine was left behind`,
    failures,
  };
};

export const crash: Part = {
  name: 'crash',
  promise: 'An acknowledged write survives a crash of the process, with --db',
  run,
};
