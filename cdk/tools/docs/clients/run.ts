/**
 * `npm run test:clients [-- NAME...]`: makes a client of `openapi.json` with each generator, builds it, and sends every
 * operation with it to `npm start`, right and wrong. A generator that can't be brought is skipped, and said to be.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parametersOf } from '../../../../lib/contract/derived.ts';
import { operations } from '../../../../lib/operations.ts';
import { demoKey } from '../../local/demo.ts';
import { bring, type Command, runAll, tryWanted } from '../commands.ts';
import { freshDocument } from '../document.ts';
import { type Call, callsOf } from './calls.ts';
import type { Generator } from './generator.ts';
import { generators } from './generators.ts';
import { faultsOf, type Result } from './judge.ts';
import { laterReply } from './later.ts';
import { withRecorder } from './recorder.ts';
import { withService } from './service.ts';

/** A key that nobody has. */
const WRONG_KEY = 'nobody-has-this-key-00001';

// As `openapi.json` has it once it is written.
const document = await freshDocument();
const calls = callsOf(document, Date.now());

/** The calls as a driver finds them: with the address and key of each, and the names of all parameters of its operation. */
const callsFor = (url: string, key: string) =>
  calls.map((call, index) => ({
    ...call,
    call: index,
    url: `${url}/${index}`,
    key: call.isKeyWrong ? WRONG_KEY : key,
    names: parametersOf(operations.find(({ id }) => id === call.operation)!).map(({ name }) => name),
  }));

const changed = (number: number, status: number, reply: string): string => {
  const call = calls[number];
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

/** Runs a driver against a service that has seen nothing yet. @returns what is wrong; `undefined` where all is right */
const driven = async (generator: Generator, directory: string, out: string): Promise<string | undefined> =>
  withService((service) =>
    withRecorder({ service, changed }, async (url, exchanges) => {
      const environment = { CLIENT_CALLS: join(out, 'calls.json'), CLIENT_RESULTS: join(out, 'results.jsonl') };
      await writeFile(environment.CLIENT_CALLS, JSON.stringify(callsFor(url, await demoKey())));
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
  const brought = await bring(generator);
  if ('absent' in brought) {
    console.log(`skipped: ${brought.absent}`);
    return true;
  }
  const { directory } = brought;
  const out = await mkdtemp(join(tmpdir(), `${generator.name}-`));
  try {
    await writeFile(join(out, 'openapi.json'), JSON.stringify(document));
    await generator.prepare?.(directory, out, calls);
    const unbuilt = await runAll(generator.build(directory, out));
    if (unbuilt !== undefined) return failed(generator, unbuilt);
    const broken = await driven(generator, directory, out);
    if (broken !== undefined) return failed(generator, broken);
    const [right, wrong, later] = (['right', 'wrong', 'later'] as const).map(
      (kind) => calls.filter((call) => call.kind === kind).length,
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
