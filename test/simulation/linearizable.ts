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
  /** What it did to a state; `undefined` where its answer does not fit that state. */
  readonly step: (state: State) => State | undefined;
  /** Whether it may never have taken effect. */
  readonly isOptional: boolean;
  readonly text: string;
}

/** Whether some order of the operations explains all of them. */
export const isLinearizable = (initial: State, history: readonly Operation[]): boolean => {
  const seen = new Set<string>();
  const all = (1 << history.length) - 1;
  const search = (state: State, done: number): boolean => {
    const left = history.filter((_, index) => (done & (1 << index)) === 0);
    if (left.every(({ isOptional }) => isOptional)) return true;
    if (done === all) return true;
    const memo = `${done}|${JSON.stringify(state)}`;
    if (seen.has(memo)) return false;
    seen.add(memo);
    const horizon = Math.min(...left.map(({ returned }) => returned));
    return history.some((operation, index) => {
      if ((done & (1 << index)) !== 0 || operation.invoked > horizon) return false;
      const next = operation.step(state);
      if (next !== undefined && search(next, done | (1 << index))) return true;
      return operation.isOptional && search(state, done | (1 << index));
    });
  };
  return search(initial, 0);
};
