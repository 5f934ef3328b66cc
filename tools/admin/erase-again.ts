/** The option of `contact erase`, `user erase` and `employee erase` that repeats all erasures of the list. */

import { clock } from '../../lib/dynamodb/client/clock.ts';
import { bulkTable } from '../data/bulk-table.ts';
import { eraseListed, listedErasures } from '../data/erase-listed.ts';
import type { Removed } from '../data/erase-traces.ts';
import { type Run, startRun } from '../data/run/run.ts';
import type { Io } from '../io.ts';
import { openTable } from '../open-table.ts';
import { type Confirmable, confirmedBefore } from './confirm.ts';
import type { Target } from './target.ts';

export interface AgainOptions extends Confirmable {
  /** Repeats all erasures of the list. */
  readonly again?: boolean | undefined;
  /** The table with the list; by default the target's own. */
  readonly from?: string | undefined;
  readonly endpoint?: string | undefined;
  /** The file that keeps the position. */
  readonly resume?: string | undefined;
  /** Seconds until requests have ended, and lines of imports, that have read a person before they were removed. */
  readonly wait?: number | undefined;
}

export const summaryOf = (removed: Removed): string => {
  const counted = [...removed].map(([what, amount]) => `${what} ${amount}`).sort();
  return counted.length === 0 ? 'Nothing is left to remove.' : `Removed: ${counted.join(', ')}.`;
};

/** Seconds in which each request ends that has read a person before they were removed (docs/writing-once.md). */
const WAIT_SECONDS = 30;

/** Waits until no request writes any more what it has read of a person before. */
export const untilWritten =
  (io: Io, { wait = WAIT_SECONDS }: Pick<AgainOptions, 'wait'>) =>
  async (): Promise<void> => {
    io.log(`Waiting ${wait} s for requests in flight ...`);
    await clock.pause(wait * 1000);
  };

/** The run of a command that erases. */
export const erasingRun = ({ table }: Target, io: Io, { resume }: AgainOptions, command: string): Run =>
  startRun({ io, at: resume === undefined ? undefined : { file: resume, command, table: table.name } });

/** Repeats the erasures of contacts, users and employees in a list, of the same table or another one. */
export const eraseAgain = async (target: Target, io: Io, options: AgainOptions): Promise<void> => {
  const { table } = target;
  const { from, endpoint, confirm = confirmedBefore } = options;
  const opened = from === undefined || from === table.name ? undefined : openTable({ tableName: from, endpoint });
  try {
    const source = opened ? await bulkTable(opened, { batches: false }) : table;
    const list = await listedErasures(source, io);
    const what = `erase from ${table.name} the ${list.contacts.length} contacts, ${list.users.length} users, ${list.employees.length} employees and ${list.partners.length} partners of the list in ${source.name}`;
    if (!(await confirm(what))) return;
    const run = erasingRun(target, io, options, `erase again from ${source.name}`);
    // To a table that was restored no one writes.
    const waiting = !opened ? { wait: untilWritten(io, options) } : {};
    const { partners, contacts, users, employees, removed } = await eraseListed(table, list, run, waiting);
    run.end();
    io.result?.({ partners, contacts, users, employees, removed: Object.fromEntries(removed) });
    io.out(
      `${source.name} lists ${contacts} erased contacts and ${users} erased users${employees > 0 ? `, and ${employees} erased employees` : ''}${partners > 0 ? `, and ${partners} erased partners` : ''}.`,
    );
    io.out(`${table.name}: ${summaryOf(removed)}`);
  } finally {
    opened?.client.destroy();
  }
};

export const isOne = (...values: readonly unknown[]): boolean =>
  values.filter((value) => value !== undefined).length === 1;
