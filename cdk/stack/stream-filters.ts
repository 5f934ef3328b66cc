/** Which records of the table's stream each of its functions receives, from the declarations of the entities. Pure. */

import { leftovers } from '../../lib/dynamodb/stream/tombstones.ts';
import { type Entity, isAudited } from '../../lib/dynamodb/table/entity.ts';
import { entities } from '../../lib/entities.ts';

/** A pattern of Lambda's filters, in the form that `FilterCriteria.filter` takes. */
export type StreamFilter = Readonly<Record<string, unknown>>;

const typesOf = (isShown: (entity: Entity) => unknown): readonly string[] =>
  entities.filter(isShown).map(({ type }) => type);

const written = (types: readonly string[]): StreamFilter => ({
  eventName: ['INSERT', 'MODIFY'],
  dynamodb: { NewImage: { type: { S: types } } },
});

const removed = (types: readonly string[]): StreamFilter => ({
  eventName: ['REMOVE'],
  dynamodb: { OldImage: { type: { S: types } } },
});

/** DynamoDB identifies itself where time to live has removed an item. */
const unlessExpired = { userIdentity: { principalId: [{ exists: false }] } };

/** Tombstones of records with dependent items to remove: new ones, and those of unfinished long removals. */
export const deletions: readonly StreamFilter[] = [written([...leftovers(entities).keys()])];

const COUNTED = typesOf(({ counts }) => counts);

/** Created, changed and deleted records of counted types. */
export const counted: readonly StreamFilter[] = [written(COUNTED), removed(COUNTED)];

const AUDITED = typesOf(isAudited);

/** The changes for the audit log: all changes of audited types except by expiry. */
export const audited: readonly StreamFilter[] = [written(AUDITED), { ...removed(AUDITED), ...unlessExpired }];

const SENDING = typesOf(({ events }) => events);
const SENDING_WHEN_DELETED = typesOf(({ events }) => events && 'whenDeleted' in events);
const workOn = (on: 'made' | 'changed' | 'deleted') => typesOf(({ work }) => work?.on.includes(on));

/** Changes of a status that start other work: one filter, as a mapping has five. */
const changed: readonly StreamFilter[] = (() => {
  const works = entities.flatMap(({ work }) => work?.changed ?? []);
  const valuesOf = (of: (work: (typeof works)[number]) => readonly string[]) => [...new Set(works.flatMap(of))];
  return [
    {
      eventName: ['MODIFY'],
      dynamodb: {
        NewImage: {
          type: { S: typesOf(({ work }) => work?.changed !== undefined) },
          status: { S: valuesOf(({ to }) => to) },
        },
        OldImage: { status: { S: valuesOf(({ from }) => from) } },
      },
    },
  ];
})();

/** Changes that send events or start other work, except by expiry. */
export const events: readonly StreamFilter[] = [
  // A changed item that starts work also sends events, so that no other filter is needed for it.
  written(SENDING),
  { eventName: ['INSERT'], dynamodb: { NewImage: { type: { S: workOn('made') } } } },
  ...changed,
  { ...removed([...SENDING_WHEN_DELETED, ...workOn('deleted')]), ...unlessExpired },
];
