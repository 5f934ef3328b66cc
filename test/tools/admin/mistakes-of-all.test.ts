/** Each mistake that a user can make with any command: one line of plain words and a status, never where in the code it was. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { keysText } from '../../../tools/admin/keys-file.ts';
import { linesOf } from '../../support/data-files.ts';
import { load } from '../../support/load.ts';
import { world } from '../../support/world.ts';
import type { Ran } from './cli.ts';
import { type Deployed, deploy } from './deployed.ts';
import { leafCommands, runHere } from './in-process.ts';
import { anyText, type MistakeRow, mistakeRows, notBlank } from './mistake-rows.ts';

const commands = [...leafCommands()];

let directory: string;
let deployed: Deployed;
/** An AWS that refuses whatever it is asked, for this reason. */
let refusing: Server;
let refusal = '';
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mistakes-of-all-'));
  deployed = await deploy();
  await load(deployed.table, world);
  refusing = createServer((request, response) => {
    request.resume();
    const isForm = /x-www-form-urlencoded/.test(request.headers['content-type'] ?? '');
    response.writeHead(400, { 'x-amzn-errortype': refusal });
    response.end(
      isForm
        ? `<ErrorResponse><Error><Type>Sender</Type><Code>${refusal}</Code><Message>no</Message></Error></ErrorResponse>`
        : JSON.stringify({ __type: `com.amazonaws#${refusal}`, message: 'no' }),
    );
  }).listen(0, '127.0.0.1');
  await once(refusing, 'listening');
  await writeFile(join(directory, 'good'), linesOf(world));
  await writeFile(
    join(directory, 'keys'),
    keysText({ partners: [{ partnerId: 'ours', name: 'Ours' } as never], keys: [] }),
  );
  await writeFile(join(directory, 'empty'), '');
  await writeFile(join(directory, 'null'), 'null\n');
  await writeFile(join(directory, 'large'), '');
  await truncate(join(directory, 'large'), 3 * 2 ** 30);
  await mkdir(join(directory, 'folder'));
});
afterAll(async () => {
  await deployed.close();
  refusing.closeAllConnections();
  refusing.close();
  await rm(directory, { recursive: true });
});

const refusedFor = (reason: string) => () => {
  refusal = reason;
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}`;
  return { AWS_ENDPOINT_URL: url, AWS_ENDPOINT_URL_API_GATEWAY: url };
};
const noProfile = { AWS_CONFIG_FILE: '/dev/null', AWS_SHARED_CREDENTIALS_FILE: '/dev/null', AWS_PROFILE: undefined };

interface Stage {
  readonly environment: () => Readonly<Record<string, string | undefined>>;
  readonly more?: readonly string[];
  readonly words: RegExp;
}
/** What can be wrong of the way to AWS, whatever the command is. */
const stages: Readonly<Record<string, Stage>> = {
  'a stage that is not there': {
    environment: () => ({}),
    more: ['--stage', 'nowhere'],
    words: /There is no stack PartnerListingApi-nowhere|stack.*nowhere/,
  },
  'credentials that have expired': { environment: refusedFor('ExpiredToken'), words: /have expired/ },
  'no permission': { environment: refusedFor('AccessDenied'), words: /AWS denies this to your credentials/ },
  'no network': {
    environment: () => ({ AWS_ENDPOINT_URL: nothingThere, AWS_ENDPOINT_URL_API_GATEWAY: nothingThere }),
    words: /Nothing answers there/,
  },
  'no credentials': {
    environment: () => ({
      ...{ ...noProfile, AWS_EC2_METADATA_DISABLED: 'true' },
      ...{ AWS_ACCESS_KEY_ID: undefined, AWS_SECRET_ACCESS_KEY: undefined },
    }),
    words: /There are no valid AWS credentials/,
  },
  'no Region': { environment: () => ({ ...noProfile, AWS_REGION: undefined }), words: /No AWS Region is set/ },
};

let environment: NodeJS.ProcessEnv;
beforeEach(() => {
  environment = { ...process.env };
  return () => {
    process.env = environment;
  };
});

const files = (args: readonly string[]) =>
  args.map((arg) => (arg.startsWith('@') ? join(directory, arg.slice(1)) : arg));
const run = (name: string, args: readonly string[]) => runHere([...name.split(' '), ...files(args)]);

const engine = () => ['--endpoint', inject('endpoint')];
const nothingThere = 'http://127.0.0.1:9';

/** The last line of standard error says it, behind one of progress at the most; or a finding does. */
const expectMessage = ({ status, stdout, stderr }: Ran, words: RegExp, { finds }: Partial<MistakeRow> = {}): void => {
  const lines = stderr.trimEnd().split('\n');
  expect([1, 2, 3, 4, 5], stderr).toContain(status);
  expect(lines.length, stderr).toBeLessThanOrEqual(2);
  expect(finds ? stdout : lines.at(-1)).toMatch(words);
  expect(`${stdout}${stderr}`).not.toMatch(/^ {4}at |\bundefined\b|\[object /m);
};

test('every command has a row', () => {
  expect(Object.keys(mistakeRows).toSorted()).toEqual(commands.map(([name]) => name).toSorted());
});

describe.each(commands)('%s', (name, command) => {
  const row = mistakeRows[name] ?? { right: [], works: 'elsewhere' };
  const { right, works, wrong = {} } = row;

  test('arguments', async () => {
    expectMessage(await run(name, [...right, '--no-such-option']), /unknown option/);
    expectMessage(await run(name, [...right, 'one-more', 'and-another']), /too many arguments/);
    if (right.length > 0 && works !== 'on a stage' && command.options.some(({ mandatory }) => mandatory))
      expectMessage(await run(name, []), /required option .* not specified/);
    if (command.registeredArguments.length > 0) expectMessage(await run(name, []), /missing required argument/);
    for (const { long: flag = '', required, parseArg } of command.options) {
      if (!required) continue;
      const isAny = anyText.includes(flag) || anyText.includes(`${name} ${flag}`);
      expect([flag, isAny], 'checked, or else any text').toEqual([flag, parseArg === undefined]);
      if (!isAny)
        expectMessage(
          await run(name, [...right, flag, notBlank.includes(flag) ? ' ' : '%?']),
          /is invalid\. (?:Use|Pass|A) /,
        );
      expectMessage(await run(name, [...right, flag]), /argument missing/);
    }
  });

  if (works === 'on a table')
    test('a table or an engine that is not there', async () => {
      const noTable = await run(name, [...right, ...engine(), '--table', 'none-at-all']);
      expectMessage(
        noTable,
        /cannot find this|The table none-at-all does not exist|is the table itself|none-at-all does not exist/,
        row,
      );
      const noEngine = await run(name, [...right, '--endpoint', nothingThere]);
      expectMessage(noEngine, /Nothing answers there|The table cannot be reached|does not answer/, row);
    });

  if (works !== 'elsewhere')
    test.each(Object.entries(stages))('%s', async (_, { environment: lead, more = [], words }) => {
      // What is set to undefined would be the text "undefined".
      for (const [key, value] of Object.entries(lead()))
        if (value === undefined) delete process.env[key];
        else process.env[key] = value;
      expectMessage(await run(name, [...right, ...more]), words, row);
    });

  test.each(Object.entries(wrong))('%s', async (_, [args, words]) => {
    expectMessage(
      await run(name, [...args, ...(works === 'on a table' ? [...engine(), '--table', deployed.table.name] : [])]),
      words,
    );
  });
});
