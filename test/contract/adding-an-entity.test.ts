/** What docs/adding-an-entity.md adds; adding-an-entity.long.test.ts compiles it, and loads, changes and removes a note. */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { matches } from '../../tools/local/event-pattern.ts';
import { followPage } from './followed-page.ts';

const PAGE = 'adding-an-entity.md';
let files: ReadonlyMap<string, string>;
let copy: string;

beforeAll(async () => {
  const followed = await followPage(PAGE, []);
  ({ files, copy } = followed);
  return followed.remove;
});

/** A source of the copy. */
const source = <Module>(file: string): Promise<Module> => import(/* @vite-ignore */ join(copy, file));

describe('The page', () => {
  it('has the entity, its rows, and its line', () => {
    expect([...files.keys()]).toEqual([
      'lib/notes/repository/note.ts',
      'lib/entities.ts',
      'lib/subscriptions/events.ts',
      'tools/docs/events/details.ts',
      'tools/data/lines/note.ts',
      'tools/data/lines/lines.ts',
    ]);
  });

  it('adds what the stream shows to its functions: changes to both, deletions to the audit', async () => {
    const filters = await source<typeof import('../../cdk/stack/stream-filters.ts')>('cdk/stack/stream-filters.ts');
    const made = { eventName: 'INSERT', dynamodb: { NewImage: { type: { S: 'note' } } } };
    const gone = { eventName: 'REMOVE', dynamodb: { OldImage: { type: { S: 'note' } } } };
    const shown = ({ audited, events, counted }: typeof filters) =>
      [audited, events, counted].map((patterns) =>
        [made, gone].map((record) => patterns.some((pattern) => matches(pattern, record))),
      );
    expect(shown(filters)).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });

  it('adds an event that the catalogue has, and a line of data files', async () => {
    const { entities } = await source<typeof import('../../lib/entities.ts')>('lib/entities.ts');
    const { eventNames } =
      await source<typeof import('../../lib/subscriptions/events.ts')>('lib/subscriptions/events.ts');
    const { lineKinds } = await source<typeof import('../../tools/data/lines/lines.ts')>('tools/data/lines/lines.ts');
    const sent = entities.flatMap(({ events }) => (events && 'sends' in events ? events.sends : []));
    expect(sent.toSorted()).toEqual([...eventNames].toSorted());
    expect(lineKinds.map(({ entity }) => entity.type)).toContain('note');
  });
});
