/**
 * `npm run test:clients [-- NAME...]`: generates a client of `openapi.json` with each generator, builds it, and calls
 * every operation of `npm start` with it, right and wrong. A generator that can't be installed is reported as skipped.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parametersOf } from '../../../lib/contract/derived.ts';
import { operations } from '../../../lib/operations.ts';
import { demoKey } from '../../local/demo.ts';
import { type Command, installTool, runAll, tryWanted } from '../commands.ts';
import { freshDocument } from '../document.ts';
import { type Call, callsOf } from './calls.ts';
import { faultsOf, type Result } from './compare.ts';
import type { Generator } from './generator.ts';
import { generators } from './generators.ts';
import { laterReply } from './later.ts';
import { withRecorder } from './recorder.ts';
import { withService } from './service.ts';

/** A key that does not exist. */
const WRONG_KEY = 'nobody-has-this-key-00001';

// Equals `openapi.json` once that is written.
const document = await freshDocument();
const allCalls = callsOf(document, Date.now());

/** A value with empty text in place of null. */
const withBlanks = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value), (_, each) => each ?? '');

const callsWith = ({ sendsNoNull }: Generator): readonly Call[] =>
  sendsNoNull ? allCalls.map((call) => ('body' in call ? { ...call, body: withBlanks(call.body) } : call)) : allCalls;

/** The calls as a driver finds them: with the address and key of each, and the names of all parameters of its operation. */
const callsFor = (calls: readonly Call[], url: string, key: string) =>
  calls.map((call, index) => ({
    ...call,
    call: index,
    url: `${url}/${index}`,
    key: call.isKeyWrong ? WRONG_KEY : key,
    names: parametersOf(operations.find(({ id }) => id === call.operation)!).map(({ name }) => name),
  }));

const changed = (number: number, status: number, reply: string): string => {
  const call = allCalls[number];
  if (call?.kind !== 'later' || status !== call.status) return reply;
  return JSON.stringify(laterReply(document, call, JSON.parse(reply)));
};

const readResults = async (file: string): Promise<ReadonlyMap<number, Result>> => {
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean);
  return new Map(lines.map((line) => JSON.parse(line) as Result).map((result) => [result.call, result]));
};

const failed = ({ name }: Generator, reason: string): false => {
  console.log(`FAIL ${name}: ${reason}`);
  return false;
};

/** Runs a driver against a fresh service. @returns the faults; `undefined` if there are none */
const driven = async (generator: Generator, directory: string, out: string): Promise<string | undefined> =>
  withService((service) =>
    withRecorder({ service, changed }, async (url, exchanges) => {
      const calls = callsWith(generator);
      const environment = { CLIENT_CALLS: join(out, 'calls.json'), CLIENT_RESULTS: join(out, 'results.jsonl') };
      await writeFile(environment.CLIENT_CALLS, JSON.stringify(callsFor(calls, url, await demoKey())));
      const drive: Command = generator.drive(directory, out);
      const broken = await runAll([{ ...drive, environment: { ...drive.environment, ...environment } }]);
      if (broken !== undefined) return broken;
      const results = await readResults(environment.CLIENT_RESULTS);
      const lines = calls.flatMap((call: Call, index) =>
        faultsOf(call, results.get(index), exchanges.get(index), generator.isNullAbsent).map(
          (fault) => `  ${call.operation}, ${call.kind}, ${call.name}: ${fault}`,
        ),
      );
      if (lines.length > 0) return `${lines.length} faults\n${lines.join('\n')}`;
      const answered = calls.flatMap((call, index) => {
        const { status, reply } = exchanges.get(index)![0]!;
        return call.kind === 'later' ? [] : [{ call, status, reply }];
      });
      return runAll((await generator.confirm?.(out, answered)) ?? []);
    }),
  );

const attempt = async (generator: Generator): Promise<boolean> => {
  const began = Date.now();
  const installation = await installTool(generator);
  if ('absent' in installation) {
    console.log(`skipped: ${installation.absent}`);
    return true;
  }
  const { directory } = installation;
  const out = await mkdtemp(join(tmpdir(), `${generator.name}-`));
  try {
    await writeFile(join(out, 'openapi.json'), JSON.stringify(document));
    await generator.prepare?.(directory, out, callsWith(generator));
    const unbuilt = await runAll(generator.build(directory, out));
    if (unbuilt !== undefined) return failed(generator, unbuilt);
    const broken = await driven(generator, directory, out);
    if (broken !== undefined) return failed(generator, broken);
    const [right, wrong, later] = (['right', 'wrong', 'later'] as const).map(
      (kind) => allCalls.filter((call) => call.kind === kind).length,
    );
    const seconds = Math.round((Date.now() - began) / 1000);
    console.log(`PASS ${generator.name}: ${right} right, ${wrong} wrong, ${later} with new fields (${seconds} s)`);
    return true;
  } finally {
    if (process.env.CLIENT_KEEP) console.log(`Kept ${out}`);
    else await rm(out, { recursive: true, force: true });
  }
};

await tryWanted(generators, attempt);
