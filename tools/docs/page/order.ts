/** The order in which the reference shows the operations of a group: as they are used. Pure. */
import type { Operation } from '../../../lib/contract/cases.ts';

/** What is made, read, listed, changed and removed, in this order; reports and look-ups come before what removes. */
const STAGES: readonly ((operation: Operation) => boolean)[] = [
  ({ id }) => /^(?:create|add|save|subscribe$|upload)/.test(id),
  ({ id }) => /^get(?!All|Child|Reviews)/.test(id),
  ({ id }) => /^(?:list|search|getAll|getChild|getReviews)/.test(id),
  ({ id, writes, method }) => writes === true && method !== 'DELETE' && !/^(?:delete|remove|unsubscribe)/.test(id),
  ({ id, method }) => method !== 'DELETE' && !/^(?:delete|remove|unsubscribe)/.test(id),
];

const stageOf = (operation: Operation): number => {
  const stage = STAGES.findIndex((isOf) => isOf(operation));
  return stage < 0 ? STAGES.length : stage;
};

const singular = (word: string): string => word.toLowerCase().replace(/(?:(?<=s)es|(?<!s)s)$/, '');

/** Whether an operation is about what its group is named after, and nothing next to it: `getListing`, not `getMenuDetails`. */
const isOfNoun = ({ id, tag }: Operation): boolean =>
  singular(id.replace(/^[a-z]+/, '')) === singular(tag.split(' ').at(-1)!);

/** The operations of a group as a reader needs them: create, get, list, update, delete. */
export const inReadingOrder = (operations: readonly Operation[]): readonly Operation[] =>
  operations.toSorted((a, b) => stageOf(a) - stageOf(b) || Number(isOfNoun(b)) - Number(isOfNoun(a)));
