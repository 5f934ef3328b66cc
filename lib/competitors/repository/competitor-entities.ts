/** What competitors and their links are made of, and what becomes of them when what they belong to is deleted. */
import type { Deleted, Entity } from '../../dynamodb/entity.ts';
import type { PartnerStore } from '../../dynamodb/partner-store.ts';
import { deletionOf, listedAt, lyingAt } from '../../dynamodb/parts.ts';
import type { Action } from '../../dynamodb/transactions.ts';
import { competitorsPartition, linksPrefix } from './competitor.ts';

const number = { type: 'integer' } as const;
const text = { type: 'string' } as const;

/** What lies in the partitions of an account's competitors, below a prefix. */
const below = async function* (
  { table, partnerId }: PartnerStore,
  { accountNumber }: Deleted,
  prefix: string,
): AsyncGenerator<readonly Action[]> {
  for await (const competitors of listedAt(table, competitorsPartition(partnerId, accountNumber))) {
    for (const { pk } of competitors) {
      for await (const keys of lyingAt(table, pk, prefix)) for (const key of keys) yield [deletionOf(key)];
    }
  }
};

export const competitorEntity: Entity = {
  type: 'competitor',
  keys: {
    pk: 'P#<partner>#COMPETITOR#<id>',
    sk: 'COMPETITOR',
    index: ['P#<partner>#ACCOUNT#<account>#COMPETITORS', '<id>'],
  },
  answers: 'Whose competitor is this? Which competitors has this account?',
  attributes: {
    type: 'object',
    required: ['compAccountId', 'accountNumber', 'partnerId', 'name'],
    properties: { compAccountId: number, accountNumber: number, partnerId: text, name: text },
  },
  exported: 'line',
  personal: false,
  audit: { shows: 'values', id: ({ compAccountId }) => compAccountId },
  removal: {
    withLocation: 'belongs to the account',
    // The links sort before their competitor: as long as any is left, the index leads to them.
    withAccount: (store, deleted) => below(store, deleted, ''),
  },
};

export const aggregationLinkEntity: Entity = {
  type: 'aggregationLink',
  keys: { pk: 'P#<partner>#COMPETITOR#<id>', sk: 'AGG#<business>#<source>#<digest of url>' },
  answers: 'Was this link added before?',
  attributes: {
    type: 'object',
    required: ['id', 'compAccountId', 'businessNumber', 'sourceId', 'url', 'partnerId'],
    properties: {
      id: number,
      compAccountId: number,
      businessNumber: number,
      accountNumber: number,
      sourceId: number,
      url: text,
    },
  },
  exported: { not: 'no line of a data file stands for it; a restore brings it back' },
  personal: false,
  audit: { shows: 'values', id: ({ compAccountId }) => compAccountId },
  removal: {
    withLocation: (store, deleted) => below(store, deleted, linksPrefix(deleted.number)),
    withAccount: 'goes with its competitor',
  },
};
