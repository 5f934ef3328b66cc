/**
 * The rules that an operation's schema can't express, and the one way to run them. A rule names the stored data that it
 * needs. That data is loaded once a request. Validation, a write and a list of all violations run the same rules
 * (docs/engineers.md: a rule). Pure, except for the loaders that an operation passes in.
 */
import type { ErrorEntry } from './error-entry.ts';
import type { Violation } from './violations.ts';

/** The result of a broken rule: the error of its own field, or violations with their own paths. */
export type Broken = ErrorEntry | Violation | readonly Violation[] | undefined;

interface RequestRule<Request, Guard> {
  /** The field whose position sorts the violation in the response. */
  readonly path: string;
  /** Checks the request alone. If this fails, the request is refused before anything is loaded. */
  readonly check?: (request: Request) => Broken;
  /**
   * Checks the request alone for what `checkStored` also reports: it is refused whatever the record has, but only once that
   * was found. Such a refusal leaves an `Idempotency-Key` free.
   */
  readonly checkLate?: (request: Request) => Broken;
  /** A condition on a record that is not read. The write carries it. */
  readonly guard?: (request: Request) => Guard | undefined;
}

interface StoredCheck<Request, Loaded, Need extends keyof Loaded> {
  /** The stored data that `checkStored` uses. */
  readonly needs: Need;
  /**
   * Whether this request requires the data to be loaded. If left out, the rule is checked only if another rule loads
   * the data.
   */
  readonly isNeeded?: (request: Request) => boolean;
  /** Checks the request with the loaded data, if `check` found nothing. */
  readonly checkStored: (loaded: Loaded[Need], request: Request) => Broken;
}

/**
 * A rule of an operation.
 *
 * @typeParam Loaded - what can be loaded for the rules of the operation, by the name of the need
 */
export type Rule<Request, Loaded = Record<never, never>, Guard = never> = RequestRule<Request, Guard> &
  (
    | { readonly needs?: undefined }
    | { readonly [Need in keyof Loaded]: StoredCheck<Request, Loaded, Need> }[keyof Loaded]
  );

/** `Rule` without the types of a single need, which only `Rule` can connect. */
type LooseRule<Request, Guard> = RequestRule<Request, Guard> &
  Partial<Omit<StoredCheck<Request, Record<PropertyKey, unknown>, PropertyKey>, 'needs'>> & {
    readonly needs?: PropertyKey | undefined;
  };

export interface RequestCheck<Need, Guard> {
  /** In the order of the rules. */
  readonly violations: readonly Violation[];
  /** What is refused once the record was found, whatever it has. */
  readonly late: readonly Violation[];
  /** The data to load before this request can be decided; empty if the request alone is enough. */
  readonly needs: ReadonlySet<Need>;
  /** The conditions of a write to a record that is not read. */
  readonly guards: readonly Guard[];
}

const violationsOf = (path: string, broken: Broken): readonly Violation[] => {
  if (!broken) return [];
  if (Array.isArray(broken)) return broken;
  return 'path' in broken ? [broken] : [{ path, error: broken as ErrorEntry }];
};

/** Checks a request by itself, and lists the data that its rules need. */
export const checkRequest = <Request, Loaded, Guard>(
  rules: readonly Rule<Request, Loaded, Guard>[],
  request: Request,
): RequestCheck<keyof Loaded, Guard> => {
  const violations: Violation[] = [];
  const late: Violation[] = [];
  const needs = new Set<keyof Loaded>();
  const guards: Guard[] = [];
  for (const rule of rules as readonly LooseRule<Request, Guard>[]) {
    const { path, check, checkLate, guard, needs: need, isNeeded } = rule;
    violations.push(...violationsOf(path, check?.(request)));
    late.push(...violationsOf(path, checkLate?.(request)));
    if (need !== undefined && isNeeded?.(request)) needs.add(need as keyof Loaded);
    const condition = guard?.(request);
    if (condition) guards.push(condition);
  }
  return { violations, late, needs, guards };
};

/** Checks a request with the loaded data: every violation of every rule, in the order of the rules. */
export const checkLoaded = <Request, Loaded, Guard>(
  rules: readonly Rule<Request, Loaded, Guard>[],
  request: Request,
  loaded: Partial<Loaded>,
): readonly Violation[] =>
  (rules as readonly LooseRule<Request, Guard>[]).flatMap(({ path, check, needs, checkStored }) => {
    const byItself = violationsOf(path, check?.(request));
    if (byItself.length > 0 || needs === undefined || !Object.hasOwn(loaded, needs)) return byItself;
    return violationsOf(path, checkStored?.(loaded[needs as keyof Loaded], request));
  });

/** Loads a need; it can load what it depends on through the same function. */
export type Load<Loaded> = <Need extends keyof Loaded>(need: Need) => Promise<Loaded[Need]>;

/** How each need is loaded. */
export type Loaders<Loaded> = {
  readonly [Need in keyof Loaded]: (load: Load<Loaded>) => Promise<Loaded[Need]>;
};

/**
 * Loads each need once, however many rules ask for it.
 *
 * @param known - data that is already loaded for the request
 */
export const loadOnce = <Loaded>(loaders: Loaders<Loaded>, known: Partial<Loaded> = {}): Load<Loaded> => {
  const begun = new Map<keyof Loaded, Promise<unknown>>();
  const load: Load<Loaded> = <Need extends keyof Loaded>(need: Need) => {
    const loading =
      begun.get(need) ?? (Object.hasOwn(known, need) ? Promise.resolve(known[need]) : loaders[need](load));
    begun.set(need, loading);
    return loading as Promise<Loaded[Need]>;
  };
  return load;
};

/** Loads these needs concurrently, as far as they do not depend on each other. */
export const loadAll = async <Loaded>(load: Load<Loaded>, needs: Iterable<keyof Loaded>): Promise<Partial<Loaded>> => {
  const entries = await Promise.all([...needs].map(async (need) => [need, await load(need)] as const));
  return Object.fromEntries(entries) as Partial<Loaded>;
};
