/** The stage of the night drill: what is typed at it, what it answers, and what its table holds. */
import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { admin, deploy, type Ran, runProgram } from './cdk.ts';
import { addressOf, clientSettings, dataOf, engineMissing } from './engine.ts';
import { commandsOf, wordsOf } from './page-commands.ts';
import { endOf, stackOf, type Trial } from './trial.ts';

export const STAGE = 'drill';
export const STACK = `PartnerListingApi-${STAGE}`;

/** Why it can't be walked here, if so. */
export const nightMissing = (): string | undefined =>
  engineMissing() ?? (spawnSync('aws', ['--version']).error && 'aws, the command line of AWS, is not on the PATH');

interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface NightStage {
  /** What stands for the words in angle brackets. */
  readonly names: Map<string, string>;
  /** The secrets that were printed, by partner. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
  /** The assembly that `npx cdk deploy` deploys from now on. */
  use(directory: string): void;
  /** Types the commands of a block, each of which must end well, unless its beginning is among those that fail. */
  type(section: string, block: number, fails?: readonly string[]): Promise<string>;
  /** The same of a block that says to be typed again while it does not end well; it does in the end. */
  typeAgain(section: string, block: number): Promise<void>;
  /** Where a file that a command was to write lies. */
  file(name: string): string;
  /** What a partner gets for a location. */
  answer(secret: string, business: number): Promise<Answer>;
  /** What a partner gets who changes a location. */
  change(secret: string, business: number, changes: object): Promise<Answer>;
  /** What a partner gets once the stream has counted all records. */
  answerOnceCounted(secret: string, business: number): Promise<Answer>;
  /** Asks again until a status is as it must be; a minute each may functions and gateway remember what was. */
  until(is: (status: number) => boolean, secret: string, business: number): Promise<boolean>;
  /** Everything in a table, the stage's own where none is named. */
  items(table?: string): Promise<readonly Item[]>;
  close(): void;
}

const PATIENCE = 130_000;
const QUIET = 5000;

export const keyIdOf = (secret: string): string => hash('sha256', secret, 'hex').slice(0, 12);

export const nightStage = async (trial: Trial): Promise<NightStage> => {
  const { engine, expect, say } = trial;
  const tables = new DynamoDBClient(clientSettings(engine));
  const blocks = await commandsOf('bad-night.md');
  const folder = trial.folder('files');
  await mkdir(folder, { recursive: true });
  const names = new Map<string, string>();
  const secrets = new Map<string, string[]>();
  let assembly = '';

  const commandsAt = (section: string, block: number): readonly string[] => {
    const commands = blocks.get(section)?.[block];
    if (!commands) throw new Error(`docs/bad-night.md has no block ${block} of commands below ${section}`);
    return commands;
  };
  const file = (name: string) => join(folder, name);
  const findNames = async () => {
    const table = (await stackOf(trial, STACK))?.outputs.get('TableName');
    if (table) names.set('table', table);
    const { buckets } = await dataOf(engine);
    const ours = buckets.filter((name) => name.startsWith(STACK.toLowerCase()) && name !== names.get('old bucket'));
    if (ours[0]) names.set('bucket', ours[0]);
  };
  const run = async (line: string): Promise<Ran> => {
    if (line.startsWith('git ') || line.startsWith('npm ci')) return { status: 0, text: '' };
    const words = wordsOf(line, names).map((word) => (/^(?:all|keys|harbor)\.jsonl$/.test(word) ? file(word) : word));
    if (line.startsWith('npx cdk deploy')) {
      const ran = await deploy(engine, assembly);
      await findNames();
      return ran;
    }
    return line.startsWith('aws ') ? runProgram(engine, 'aws', words.slice(1)) : admin(engine, ...words.slice(4));
  };
  const learn = (line: string, { text }: Ran): void => {
    const secret = /\bplk_[\w-]{43}/.exec(text)?.[0];
    const partner = /--partner (\w+)/.exec(line)?.[1];
    if (secret && partner) {
      secrets.set(partner, [...(secrets.get(partner) ?? []), secret]);
      if (!names.has(`key of ${partner}`)) names.set(`key of ${partner}`, keyIdOf(secret));
    }
    const backup = /--backup-name (\S+)/.exec(line)?.[1];
    const arn = /"BackupArn": "([^"]+)"/.exec(text)?.[1];
    if (backup && arn) names.set(`backup ${backup}`, arn);
  };
  const send = async (secret: string, business: number, init: RequestInit = {}): Promise<Answer> => {
    const headers = { 'x-api-key': secret, 'content-type': 'application/json' };
    const address = (await addressOf(engine, STACK, STAGE)) ?? `${engine.url}/restapis/none`;
    const reply = await fetch(`${address}/v1/business/${business}`, { ...init, headers });
    return { status: reply.status, body: await reply.text() };
  };
  const answer: NightStage['answer'] = (secret, business) => send(secret, business);
  return {
    names,
    secrets,
    file,
    answer,
    change: (secret, business, changes) => send(secret, business, { method: 'PUT', body: JSON.stringify(changes) }),
    use(directory) {
      assembly = directory;
    },
    async type(section, block, fails = []) {
      let all = '';
      for (const line of commandsAt(section, block)) {
        const ran = await run(line);
        learn(line, ran);
        all += ran.text;
        const mustFail = fails.some((each) => line.startsWith(each));
        const isRight = (ran.status === 0) !== mustFail;
        expect(`${section}: ${line}${mustFail ? ' (fails)' : ''}`, isRight, endOf(ran.text));
      }
      return all;
    },
    async typeAgain(section, block) {
      for (const line of commandsAt(section, block)) {
        let ran = await run(line);
        for (const end = Date.now() + PATIENCE; ran.status !== 0 && Date.now() < end; ran = await run(line))
          await pause(QUIET);
        expect(`${section}: ${line}`, ran.status === 0, endOf(ran.text));
      }
    },
    async answerOnceCounted(secret, business) {
      // That counts stand still says nothing: the stream may be late.
      for (const end = Date.now() + PATIENCE; ; await pause(QUIET)) {
        const { text } = await admin(engine, 'counts', 'rebuild', '--dry-run', '--stage', STAGE, '--wait', '1');
        if (/, 0 wrong items/.test(text)) break;
        if (Date.now() > end) {
          expect('the stream has counted all records', false, endOf(text));
          break;
        }
      }
      return answer(secret, business);
    },
    async until(is, secret, business) {
      for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
        if (is((await answer(secret, business)).status)) return true;
        await pause(2000);
      }
      say(`not so after ${PATIENCE / 1000} s: ${JSON.stringify(await answer(secret, business))}`);
      return false;
    },
    async items(table = names.get('table')!) {
      const found: Item[] = [];
      for await (const { Items = [] } of paginateScan({ client: tables }, { TableName: table, ConsistentRead: true }))
        found.push(...Items.map((item) => unmarshall(item)));
      return found;
    },
    close() {
      tables.destroy();
    },
  };
};
