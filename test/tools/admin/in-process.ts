/** Runs the commands in this process, many in the time that one takes by itself; `cli.ts` runs them as an operator does. */
import { type Command, CommanderError } from 'commander';
import { STATUS, statusOf } from '../../../tools/admin/exit-status.ts';
import { explain } from '../../../tools/admin/explain.ts';
import { createProgram } from '../../../tools/admin/program.ts';
import type { Ran } from './cli.ts';

/** `npm run admin -- ...args`, less what `admin.ts` does about streams. */
export const runHere = async (args: readonly string[]): Promise<Ran> => {
  const [said, logged]: [string[], string[]] = [[], []];
  let status = 0;
  const program = createProgram({
    io: { out: (line) => void said.push(line), log: (line) => void logged.push(line), now: Date.now },
    fail: () => {
      status = STATUS.fault;
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    // Of what is wrong in the arguments commander has printed.
    if (!(error instanceof CommanderError)) logged.push(explain(error));
    status = statusOf(error);
  }
  const textOf = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('');
  return { status, stdout: textOf(said), stderr: textOf(logged) };
};

/** What can be run: commands without commands below them, by their words. */
export const leafCommands = (): ReadonlyMap<string, Command> => {
  const program = createProgram({ io: { out() {}, log() {}, now: Date.now }, fail() {} });
  const below = (command: Command, words: readonly string[]): [string, Command][] =>
    command.commands.length === 0
      ? [[words.join(' '), command]]
      : command.commands.flatMap((each) => below(each, [...words, each.name()]));
  return new Map(below(program, []));
};
