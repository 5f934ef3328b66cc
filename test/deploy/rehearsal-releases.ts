/**
 * The releases of the rehearsal, each as a checkout of its own: these sources with few operations, and what an engineer would
 * have changed. The migration is that of docs/migrating.md. An attribute of a location's cards gets another name.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { synthesize } from '../../cdk/assembly.ts';
import { copySources, keepOperations } from '../stack/copied-sources.ts';

/** What the releases offer at first, and what is added. */
const FIRST = ['getBusiness', 'updateBusiness', 'listCards', 'updateCard'];
const ADDED = 'createCard';

/** A text of a file, and what takes its place. It must be there: a change of the sources would undo the rehearsal silently. */
type Edit = readonly [file: string, before: string, after: string];

/** Whoever lists cards sees the release that answers. */
const oneFunction: readonly Edit[] = [
  [
    'functions/cards/list-cards.ts',
    '.map(cardReply) }',
    ".map((card) => ({ ...cardReply(card), linkText: 'Since the second release' })) }",
  ],
];

const cards = 'lib/cards/repository/cards.ts';

/** Steps 1 and 2 of docs/migrating.md, which differ in one number. */
const migration = (written: 1 | 2): readonly Edit[] => [
  [
    cards,
    'export const cardsEntity: Entity = {\n',
    `const versions: SchemaVersions = {
  written: ${written},
  migrations: [({ cards }) => ({ cards: null, shown: cards })],
};
const stored = (item: Item | undefined, cards: Cards): Readonly<Record<string, unknown>> => {
  if ((item ? schemaVersionOf(item) : 1) === 1 && versions.written === 1) return { cards };
  return { ...(item && changesTo(versions.written, item, versions)), shown: cards };
};

export const cardsEntity: Entity = {
  schemaVersions: versions,
`,
  ],
  [
    cards,
    'import { type Entity,',
    `import { changesTo, inLatestVersion, type SchemaVersions, sameSchemaVersion, schemaVersionOf } from '../../dynamodb/table/schema-version.ts';
import { type Entity,`,
  ],
  [cards, "'partnerId', 'cards', 'version'", "'partnerId', 'shown', 'version'"],
  [cards, '      cards: { type:', '      shown: { type:'],
  [
    cards,
    'const record = { businessNumber, accountNumber, partnerId, cards };',
    'const record = { businessNumber, accountNumber, partnerId, ...stored(undefined, cards) };',
  ],
  [
    cards,
    '      gsi1sk: sortable(businessNumber),\n    },\n',
    '      gsi1sk: sortable(businessNumber),\n    },\n    versions.written,\n',
  ],
  [
    cards,
    'updateAction(item, { cards }, { mark })',
    'updateAction(item, stored(item, cards), { mark, guards: [sameSchemaVersion(item)] })',
  ],
  [cards, '(item?.cards ?? [])', '((item && inLatestVersion(item, versions).shown) ?? [])'],
  [
    cards,
    'changes: { cards }, basedOn: item }',
    'changes: stored(item, cards), basedOn: item, guards: [sameSchemaVersion(item)] }',
  ],
];

/** A checkout, and how it is synthesized. */
export interface Checkout {
  readonly directory: string;
  readonly build: typeof synthesize;
}

const checkOut = async (
  directory: string,
  operations: readonly string[],
  edits: readonly Edit[],
): Promise<Checkout> => {
  await copySources(directory);
  await keepOperations(directory, operations);
  for (const [name, before, after] of edits) {
    const file = join(directory, name);
    const text = await readFile(file, 'utf8');
    if (text.split(before).length !== 2)
      throw new Error(`${name} does not hold once what a release changes: ${before}`);
    await writeFile(
      file,
      text.replace(before, () => after),
    );
  }
  const { synthesize: build } = await import(pathToFileURL(join(directory, 'cdk/assembly.ts')).href);
  return { directory, build };
};

const more = [...FIRST, ADDED];

/** Each release by its name, on the one before it. */
export const releases = {
  first: (directory: string) => checkOut(directory, FIRST, []),
  'one function changed': (directory: string) => checkOut(directory, FIRST, oneFunction),
  'an operation added': (directory: string) => checkOut(directory, more, oneFunction),
  'reads both schema versions': (directory: string) => checkOut(directory, more, [...oneFunction, ...migration(1)]),
  'writes the new schema version': (directory: string) => checkOut(directory, more, [...oneFunction, ...migration(2)]),
};
