/** Commands that destroy something: what they ask, and what else they take for a yes. */
import { PassThrough } from 'node:stream';
import { describe, expect, inject, it, test } from 'vitest';
import { apiKeyKey, keyHash } from '../../../lib/partners/repository/api-key.ts';
import { confirmAt } from '../../../tools/admin/confirm.ts';
import { askAt } from '../../../tools/io.ts';
import { load } from '../../support/load.ts';
import { createTestTable } from '../../support/store.ts';
import { KEYS, world } from '../../support/world.ts';
import { leafCommands, runHere } from './in-process.ts';
import { recordingIo } from './recording-io.ts';

const target = { stage: 'prod', place: 'stage prod' };
const WHAT = 'revoke the key 0123456789ab';

describe('The question', () => {
  const answering = (answer: string) => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return answer;
    };
    return { asked, io: { ...recordingIo(), ask } };
  };

  it('shows what will be done, and wants the name of the stage', async () => {
    const { asked, io } = answering(' prod \n');
    expect(await confirmAt(target, io, {})(WHAT)).toBe(true);
    expect(io.logged).toEqual([`At stage prod this will ${WHAT}.`]);
    expect(asked).toEqual(['Type the name of the stage (prod) to continue: ']);
  });

  it.each(['', 'yes', 'y', 'Prod', 'dev'])('takes %j for a no', async (answer) => {
    const { io } = answering(answer);
    await expect(confirmAt(target, io, {})(WHAT)).rejects.toMatchObject({ reason: 'refused' });
  });

  it.each([
    ['Ctrl-C', '\x03'],
    ['Ctrl-D', '\x04'],
  ])('takes %s for a no', async (_, pressed) => {
    const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => {} });
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const ask = (question: string) => askAt(input, output, question);
    const answered = confirmAt(target, { ...recordingIo(), ask }, {})(WHAT);
    input.write(pressed);
    await expect(answered).rejects.toMatchObject({ reason: 'refused' });
  });

  it('is not asked with --yes, nor in a dry run, which does nothing even with --yes', async () => {
    const { asked, io } = answering('no');
    expect(await confirmAt(target, io, { yes: true })(WHAT)).toBe(true);
    expect(await confirmAt(target, io, { yes: true, dryRun: true })(WHAT)).toBe(false);
    expect(asked).toEqual([]);
    expect(io.said).toEqual([`Nothing was changed. At stage prod this would ${WHAT}.`]);
  });

  it('where no one can be asked, refuses without --yes', async () => {
    await expect(confirmAt(target, recordingIo(), {})(WHAT)).rejects.toThrow('Pass --yes to do it, or --dry-run.');
  });
});

/** Every command that takes something away for good, or from a partner. */
const destructive = [
  'keys revoke',
  'partner suspend',
  'partner offboard',
  'account delete',
  'connectors set',
  'connectors remove',
  'contact erase',
  'user erase',
  'employee erase',
  'restore-apply',
];

test('each destructive command has --yes, --dry-run and --json; every command has --json', () => {
  const optionsOf = (name: string) =>
    leafCommands()
      .get(name)!
      .options.map(({ long }) => long);
  for (const name of destructive)
    expect(optionsOf(name), name).toEqual(expect.arrayContaining(['--yes', '--dry-run', '--json']));
  for (const [name] of leafCommands()) expect(optionsOf(name), name).toContain('--json');
});

test('a command says its result, or its failure, as JSON, and its status distinguishes failures', async () => {
  const table = await createTestTable();
  await load(table, world);
  const at = ['--endpoint', inject('endpoint'), '--table', table.name, '--json'];
  const sha256 = keyHash(KEYS.ours);
  const revoke = (...more: string[]) => runHere(['keys', 'revoke', '--key', sha256.slice(0, 12), ...at, ...more]);
  const unsure = await revoke();
  expect(unsure.status).toBe(3);
  expect(JSON.parse(unsure.stdout)).toEqual({ status: 3, error: expect.stringContaining('Pass --yes') });
  expect(JSON.parse((await revoke('--dry-run')).stdout)).toMatchObject({ dryRun: true });
  expect((await table.get(apiKeyKey(sha256)))?.revoked).not.toBe(true);
  const done = await revoke('--yes');
  expect([done.status, JSON.parse(done.stdout)]).toEqual([
    0,
    { id: sha256.slice(0, 12), partner: 'ours', wasRevoked: false },
  ]);
  const statusOf = async (...args: string[]) => (await runHere([...args])).status;
  expect(await statusOf('keys', 'revoke', '--key', '0123456789ab', ...at, '--yes')).toBe(4);
  expect(await statusOf('keys', 'revoke', '--key', 'what', ...at)).toBe(2);
  expect(await statusOf('keys', 'nonsense')).toBe(2);
  expect(await statusOf('keys', 'list', '--endpoint', 'http://127.0.0.1:9')).toBe(5);
  expect(await statusOf('keys', '--help')).toBe(0);
  table.client.destroy();
});

test('every command that prints a list prints it, or its failure, as one line of JSON', async () => {
  const table = await createTestTable();
  await load(table, world);
  const of = ['--partner', 'ours'];
  const commands = [
    ...[['partner', 'list'], ['keys', 'list'], ['keys', 'explain', ...of], ['audit', ...of], ['doctor']],
    ...[
      ['reviews', 'analyze'],
      ['table', 'migrate'],
      ['counts', 'rebuild', '--wait', '1'],
    ],
  ];
  for (const command of commands) {
    const at = (name: string) => [...command, '--endpoint', inject('endpoint'), '--table', name, '--json'];
    const { stdout } = await runHere(at(table.name));
    expect([command, stdout.trimEnd().split('\n').length]).toEqual([command, 1]);
    expect(() => JSON.parse(stdout), stdout).not.toThrow();
    // Of doctor a failure is a finding.
    if (command[0] === 'doctor') continue;
    const failed = await runHere(at('none-at-all'));
    expect([command, JSON.parse(failed.stdout)]).toEqual([command, { status: 4, error: expect.any(String) }]);
  }
  table.client.destroy();
});
