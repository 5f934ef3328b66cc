/**
 * Whether a history of operations on one record can be put in one order that respects time and gives each its answer (Wing
 * and Gong). Knows nothing of the service's versions: a state is what clients see, and each write has a value of its own.
 */

/** The values of the fields that clients write, by name. */
export type State = Readonly<Record<string, string>>;

export interface Operation {
  readonly invoked: number;
  /** Infinity for one whose fate is unknown: it may have taken effect at any time since, or never. */
  readonly returned: number;
  /** What it did to a state, the same object where it did nothing; `undefined` where its answer does not fit that state. */
  readonly step: (state: State) => State | undefined;
  /** Whether it may never have taken effect. */
  readonly isOptional: boolean;
  readonly text: string;
  /** Another of the history, which took effect before. */
  readonly after?: Operation | undefined;
  /**
   * Of one whose fate is unknown: when its request was over. It does not take effect on top of a newer write, which is one
   * that was invoked later (docs/writing-once.md: what is promised).
   */
  readonly over?: number | undefined;
}

/** How far the search for an order came: what is wrong lies there. */
export interface Stuck {
  readonly state: State;
  /** The last operations that were put in order. */
  readonly last: readonly Operation[];
  /** The operations of which none can be next. */
  readonly next: readonly Operation[];
}

const SHOWN = 8;

/** What can be next by time: every one that was invoked before the first of those left returned. */
const candidatesOf = (sorted: readonly Operation[], done: Uint8Array, from: number): number[] => {
  let horizon = Number.POSITIVE_INFINITY;
  const found: number[] = [];
  for (let index = from; index < sorted.length; index++) {
    const { invoked, returned, isOptional } = sorted[index]!;
    // None returned before it was invoked, so none that follows in the list shuts out one that was found.
    if (invoked > horizon) break;
    if (done[index] === 1) continue;
    found.push(index);
    if (!isOptional && returned < horizon) horizon = returned;
  }
  return found;
};

/**
 * Looks for an order that explains all operations.
 *
 * @returns where no order goes on; `undefined` where there is one
 */
export const stuckAt = (initial: State, history: readonly Operation[]): Stuck | undefined => {
  const sorted = history.toSorted((a, b) => a.invoked - b.invoked);
  const places = new Map(sorted.map((operation, index) => [operation, index]));
  const before = sorted.map(({ after }) => (after === undefined ? -1 : (places.get(after) ?? -1)));
  const done = new Uint8Array(sorted.length);
  const order: number[] = [];
  const seen = new Set<string>();
  let left = sorted.filter(({ isOptional }) => !isOptional).length;
  let deepest = -1;
  let stuck: Stuck | undefined;

  const take = (index: number) => {
    done[index] = 1;
    order.push(index);
    if (!sorted[index]!.isOptional) left--;
  };
  const giveBack = (length: number) => {
    while (order.length > length) {
      const index = order.pop()!;
      done[index] = 0;
      if (!sorted[index]!.isOptional) left++;
    }
  };
  const remember = (state: State, next: readonly number[]) => {
    if (order.length <= deepest) return;
    deepest = order.length;
    stuck = { state, last: order.slice(-SHOWN).map((at) => sorted[at]!), next: next.map((at) => sorted[at]!) };
  };

  /** @param newest - when the newest of the writes in the order was invoked */
  const search = (state: State, from: number, newest: number): boolean => {
    const length = order.length;
    let first = from;
    const possible = (): [index: number, next: State][] =>
      candidatesOf(sorted, done, first).flatMap((index) => {
        const { over = Number.POSITIVE_INFINITY, step } = sorted[index]!;
        if (over < newest || (before[index]! >= 0 && done[before[index]!] === 0)) return [];
        const next = step(state);
        return next === undefined ? [] : [[index, next] as [number, State]];
      });
    let choices = possible();
    // What changes nothing and fits stands in nobody's way: no other order has to be tried for it.
    for (let idle = choices.filter(([, next]) => next === state); idle.length > 0; ) {
      for (const [index] of idle) take(index);
      while (first < sorted.length && done[first] === 1) first++;
      choices = possible();
      idle = choices.filter(([, next]) => next === state);
    }
    if (left === 0) return true;
    const memo = `${first}|${Buffer.from(done.subarray(first)).toString('latin1')}|${Object.values(state).join('|')}`;
    if (!seen.has(memo)) {
      seen.add(memo);
      remember(state, candidatesOf(sorted, done, first));
      // One of unknown fate last: most orders need few of them.
      const isLast = ([index]: [number, State]) => Number(sorted[index]!.isOptional);
      for (const [index, next] of choices.sort((a, b) => isLast(a) - isLast(b))) {
        const mark = order.length;
        take(index);
        let after = first;
        while (after < sorted.length && done[after] === 1) after++;
        if (search(next, after, Math.max(newest, sorted[index]!.invoked))) return true;
        giveBack(mark);
      }
    }
    giveBack(length);
    return false;
  };
  return search(initial, 0, Number.NEGATIVE_INFINITY) ? undefined : stuck;
};

/** Whether some order of the operations explains all of them. */
export const isLinearizable = (initial: State, history: readonly Operation[]): boolean =>
  stuckAt(initial, history) === undefined;
