/** Keeps the latest lines of a deployed stage's logs in memory. */
import { localGroups } from '../../log-groups.ts';
import type { Output } from '../lambda.ts';
import { filterOf } from './filter-pattern.ts';

export interface LogEvent {
  /** Epoch milliseconds. */
  readonly timestamp: number;
  /** JSON, one object. */
  readonly message: string;
}

const MOST_LINES = 10_000;

export interface LogStore {
  append(group: string, message: string): void;
  /** The lines of a group that match a pattern, oldest first; `undefined` if there is no such group. */
  find(group: string, pattern: string): readonly LogEvent[] | undefined;
  /** Receives the functions' output, in chunks of any size. */
  readonly onOutput: Output;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** @param isAuthorizer - whether a function, by its id, is an authorizer, which has its own log group */
export const createLogStore = (isAuthorizer: (functionId: string) => boolean, now: () => number): LogStore => {
  const groups = new Map<string, LogEvent[]>(Object.values(localGroups).map((name) => [name, []]));
  const rests = new Map<string, string>();
  const append = (group: string, message: string): void => {
    const lines = groups.get(group)!;
    lines.push({ timestamp: now(), message });
    if (lines.length > MOST_LINES) lines.splice(0, MOST_LINES / 10);
  };
  return {
    append,
    find(group, pattern) {
      const matches = filterOf(pattern);
      return groups.get(group)?.filter(({ message }) => matches(parsed(message)));
    },
    onOutput({ functionId, stream, text }) {
      const source = `${functionId} ${stream}`;
      const lines = ((rests.get(source) ?? '') + text).split('\n');
      rests.set(source, lines.pop() ?? '');
      const group = isAuthorizer(functionId) ? localGroups.authorizer : localGroups.operations;
      for (const line of lines) if (line.startsWith('{')) append(group, line);
    },
  };
};
