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

/** A state, less what only bounds what may come. */
interface Place {
  readonly text: string;
  /** Bounds: of two places that are alike otherwise, the lower one allows whatever the other does. */
  readonly bounds: readonly number[];
}

interface Seen extends Pick<Place, 'bounds'> {
  /** Which operations of unknown fate had taken effect, a bit for each. */
  readonly taken: bigint;
}

const isNowhereHigher = (a: readonly number[], b: readonly number[]): boolean =>
  a.every((each, index) => each <= b[index]!);

/** @param bounding - names of a state's values that are bounds */
const placeOf = (state: State, newest: number, bounding: readonly string[]): Place => {
  const values = Object.entries(state).filter(([name]) => !bounding.includes(name));
  return {
    text: values
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flat()
      .join('|'),
    bounds: [newest, ...bounding.map((name) => Number(state[name] ?? 0))],
  };
};

/** Whether all that one place allows is allowed by another, which has fewer operations of unknown fate behind it. */
const isNeedless = (one: Place, other: Place): boolean =>
  one.text === other.text && isNowhereHigher(other.bounds, one.bounds);

/**
 * Remembers where a search has been. What was left from somewhere is left from everywhere with the same state and the same
 * answered operations behind it, where no operation of unknown fate is left that was not left there: one that is left need
 * not take effect, but may.
 */
const seenBefore = (sorted: readonly Operation[]) => {
  const known = new Map<string, Seen[]>();
  const bits = sorted.map(({ isOptional }, index) => (isOptional ? 1n << BigInt(index) : 0n));
  const isAnswered = sorted.map(({ isOptional }) => !isOptional);
  return ({ text, bounds }: Place, done: Uint8Array): boolean => {
    const answered = Buffer.from(done.filter((_, index) => isAnswered[index])).toString('latin1');
    const taken = bits.reduce((all, bit, index) => (done[index] === 1 ? all | bit : all), 0n);
    const there = known.get(`${answered}|${text}`) ?? [];
    if (there.some((one) => (one.taken & ~taken) === 0n && isNowhereHigher(one.bounds, bounds))) return true;
    const others = there.filter((one) => (taken & ~one.taken) !== 0n || !isNowhereHigher(bounds, one.bounds));
    known.set(`${answered}|${text}`, [...others, { taken, bounds }]);
    return false;
  };
};

/**
 * Looks for an order that explains all operations.
 *
 * @param bounding - names of values of a state that only bound what may come: the lower, the more
 * @returns where no order goes on; `undefined` where there is one
 */
export const stuckAt = (
  initial: State,
  history: readonly Operation[],
  bounding: readonly string[] = [],
): Stuck | undefined => {
  const sorted = history.toSorted((a, b) => a.invoked - b.invoked);
  const places = new Map(sorted.map((operation, index) => [operation, index]));
  const before = sorted.map(({ after }) => (after === undefined ? -1 : (places.get(after) ?? -1)));
  const done = new Uint8Array(sorted.length);
  const order: number[] = [];
  const wasSeen = seenBefore(sorted);
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

  /** What the last operations made, where all of them are of unknown fate and nothing came between. */
  type Chain = readonly { readonly index: number; readonly before: State; readonly newest: number }[];

  const stepped = (index: number, state: State, newest: number) => {
    const { over = Number.POSITIVE_INFINITY, step, invoked } = sorted[index]!;
    const next = over < newest ? undefined : step(state);
    return next && { state: next, newest: next === state ? newest : Math.max(newest, invoked) };
  };

  /** Whether one of a chain made nothing that is left at its end: an order without it comes as far. */
  const hasNeedless = (chain: Chain, end: Place): boolean =>
    chain.slice(0, -1).some((left, place) => {
      if (before.includes(left.index)) return false;
      let without: { state: State; newest: number } | undefined = { state: left.before, newest: left.newest };
      for (const { index } of chain.slice(place + 1)) without &&= stepped(index, without.state, without.newest);
      return without !== undefined && isNeedless(end, placeOf(without.state, without.newest, bounding));
    });

  /** @param newest - when the newest of the writes in the order was invoked */
  const search = (state: State, from: number, newest: number, chain: Chain): boolean => {
    const length = order.length;
    let first = from;
    const possible = (): [index: number, next: State][] =>
      candidatesOf(sorted, done, first).flatMap((index) => {
        if (before[index]! >= 0 && done[before[index]!] === 0) return [];
        const next = stepped(index, state, newest);
        return next === undefined ? [] : [[index, next.state] as [number, State]];
      });
    let choices = possible();
    // What changes nothing and fits stands in no one's way: no other order has to be tried for it.
    for (let idle = choices.filter(([, next]) => next === state); idle.length > 0; ) {
      for (const [index] of idle) take(index);
      while (first < sorted.length && done[first] === 1) first++;
      choices = possible();
      idle = choices.filter(([, next]) => next === state);
    }
    if (left === 0) return true;
    const isChained = first === from && order.length === length;
    const place = placeOf(state, newest, bounding);
    if (!(isChained && hasNeedless(chain, place)) && !wasSeen(place, done)) {
      remember(state, candidatesOf(sorted, done, first));
      // One of unknown fate last: most orders need few of them.
      const isLast = ([index]: [number, State]) => Number(sorted[index]!.isOptional);
      for (const [index, next] of choices.sort((a, b) => isLast(a) - isLast(b))) {
        const mark = order.length;
        take(index);
        let after = first;
        while (after < sorted.length && done[after] === 1) after++;
        const link = { index, before: state, newest };
        const longer = sorted[index]!.isOptional ? [...(isChained ? chain : []), link] : [];
        if (search(next, after, Math.max(newest, sorted[index]!.invoked), longer)) return true;
        giveBack(mark);
      }
    }
    giveBack(length);
    return false;
  };
  return search(initial, 0, Number.NEGATIVE_INFINITY, []) ? undefined : stuck;
};

/** Whether some order of the operations explains all of them. */
export const isLinearizable = (initial: State, history: readonly Operation[]): boolean =>
  stuckAt(initial, history) === undefined;
