/** Contacts of the storm: no operation writes any, so that imports bring them in. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LocalTarget } from '../../tools/admin/local-target.ts';
import { loadFile } from '../../tools/data/load.ts';
import { type Entry, partners } from './events-writes.ts';

/** So many of each partner at once. */
const CONTACTS = 2;

interface ImportOptions {
  readonly target: LocalTarget;
  readonly ledger: Entry[];
  readonly failures: string[];
  /** For the file. */
  readonly directory: string;
}

/** Imports some of each partner's contacts, new ones and known ones in turn: with events for `events`, in silence without. */
export const importContacts = async (
  { target, ledger, failures, directory }: ImportOptions,
  phase: number,
  events: boolean,
): Promise<void> => {
  const records = partners.flatMap(({ account, locations }) =>
    Array.from({ length: CONTACTS }, (_, at) => {
      const id = (events ? 1000 : 2000) + (phase % 2) * CONTACTS + at;
      const firstName = `${events ? 'Notified' : 'Silent'} in phase ${phase}`;
      const mappings = [{ cid: account * 10_000 + id, businessNumber: locations[at] }];
      const record = { type: 'contact', accountNumber: account, contact: { id, firstName, mappings } };
      ledger.push({
        what: `contact ${id} of ${account} in phase ${phase}`,
        times: 1,
        matches: ({ before, after }) =>
          after?.type === 'contact' &&
          after.accountNumber === account &&
          after.contact !== undefined &&
          (after.contact as { id: number; firstName: string }).id === id &&
          (after.contact as { firstName: string }).firstName === firstName &&
          (before?.contact as { firstName: string } | undefined)?.firstName !== firstName,
      });
      return record;
    }),
  );
  const file = join(directory, `${phase}-${events}.jsonl`);
  await writeFile(file, records.map((record) => JSON.stringify(record)).join('\n'));
  await loadFile(file, {
    ...target,
    events,
    onRefused: ({ reason }) => failures.push(`an import was refused: ${reason}`),
  });
};
