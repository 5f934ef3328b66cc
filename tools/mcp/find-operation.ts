/** The operation that an agent names, or advice where it names none. Pure. */
import type { Operation } from '../../lib/contract/cases.ts';
import type { Search } from './search.ts';

export interface FoundOperation {
  readonly operation?: Operation;
  /** What to do instead; empty where there is an operation. */
  readonly advice: string;
}

/** The path of a request or a URL: `GET https://host/prod/v1/usage?x=1` has `/v1/usage`. */
const pathIn = (text: string): string | undefined => /\/v\d+\/[^\s?#]*/.exec(text)?.[0].replace(/\/$/, '');

/** The operations whose path this is, with values or with the names in braces. */
const withPath = (operations: readonly Operation[], path: string): readonly Operation[] =>
  operations.filter((operation) => {
    const parts = operation.path.split('/');
    const given = path.split('/');
    return parts.length === given.length && parts.every((part, index) => part.startsWith('{') || part === given[index]);
  });

const listed = (operations: readonly Operation[]): string => operations.map(({ id }) => id).join(', ');

/**
 * Finds an operation by its id. Only ids are taken: a path or a URL of a request could lead elsewhere, so that it only
 * leads to advice.
 */
export const findOperation = (operations: readonly Operation[], search: Search, name: string): FoundOperation => {
  const operation = operations.find(({ id }) => id === name);
  if (operation) return { operation, advice: '' };
  const shown = JSON.stringify(name.slice(0, 200));
  const path = pathIn(name);
  if (path !== undefined) {
    const own = withPath(operations, path);
    return {
      advice:
        own.length > 0
          ? `${shown} is a path. Name the operation by its id: ${listed(own)}; the values in its path are parameters.`
          : `No operation has the path ${JSON.stringify(path.slice(0, 200))}. The tool search finds the ids of operations.`,
    };
  }
  const near = search(name).slice(0, 5);
  return {
    advice: `There is no operation ${shown}. ${near.length > 0 ? `Near it: ${listed(near)}.` : 'The tool search finds them.'}`,
  };
};
