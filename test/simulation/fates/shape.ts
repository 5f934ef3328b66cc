/** A kind of write, as the tests of fates make it: through the repository that makes it for the operations. */
import type { PartnerStore } from '../../../lib/dynamodb/table/partner-store.ts';
import { accountItem } from '../../../lib/partners/repository/account.ts';
import type { Item } from '../expressions.ts';

/** What a write of a shape answers; `executed`: under the idempotency key, before. */
export type Became = 'done' | 'refused' | 'executed';

export type ShapeName = 'record' | 'dependents' | 'creation' | 'deletion' | 'two-sided';

export interface Case {
  /** What is written, for the name of its test. */
  readonly name: string;
  readonly shape: ShapeName;
  readonly items: () => readonly Item[];
  /**
   * Reads what the write is based on, as an operation does.
   *
   * @returns makes the write, once
   */
  readonly prepare: (store: PartnerStore) => Promise<(store: PartnerStore) => Promise<Became>>;
  /** Whether a call makes the change, by its text. */
  readonly isEffect: (input: string) => boolean;
  /** Another request writes the same record; `false` where none can. */
  readonly other: (store: PartnerStore, count: number) => Promise<boolean>;
  /** The record is not read before: no other write refuses it, but one of a clock that is ahead. */
  readonly isBlind?: boolean;
  /** What no one can know of it after it was refused: that it landed, as it leaves nothing, or that it has not, as others write
   * something else. */
  readonly unknown?: 'landed' | 'lost' | 'either';
  /** Known by what was drawn for it: where no try was answered, the record is looked for. */
  readonly isFound?: true;
}

export const PARTNER = 'sim';
export const ACCOUNT = 100;
export const NUMBER = 101;
/** Stands in what is written, and nowhere else. */
export const EFFECT = 'the effect of the write';

export const owner = { partnerId: PARTNER, accountNumber: ACCOUNT };
export const account = () => accountItem({ ...owner, name: 'Account' });
export const hasEffect = (input: string): boolean => input.includes(EFFECT);

/** What a repository's `done`, `changed`, or `executed` comes to. */
export const becameOf = (outcome: string | object): Became => {
  if (typeof outcome === 'object')
    return 'executed' in outcome ? 'executed' : 'refused' in outcome ? 'refused' : 'done';
  return ['changed', 'absent'].includes(outcome) ? 'refused' : outcome === 'executed' ? 'executed' : 'done';
};
