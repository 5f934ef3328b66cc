/** Allows or denies the functions' calls, and records which rights were used. */
import type { Need } from './need.ts';
import { matches } from './pattern.ts';
import { nameOf, type Roles } from './roles.ts';
import { decide, type RoleStatement } from './statement.ts';

/** A call that a function's role does not allow. */
export interface Denial {
  readonly functionId: string;
  readonly need: Need;
  /** True if a Deny applies; false if no statement allows the call. */
  readonly isDenied: boolean;
}

export const LEADING_KEYS = 'dynamodb:LeadingKeys';

/** A denial in one line: the function, the action, the resource and the keys. */
export const denialText = ({ functionId, need, isDenied }: Denial): string => {
  const keys = need.context[LEADING_KEYS];
  const about = keys === undefined ? need.resource : `${need.resource} (partition key ${keys.join(', ')})`;
  const why = isDenied ? 'a statement of its role denies it' : 'no statement of its role allows it';
  return `${nameOf(functionId)} may not ${need.action} on ${about}: ${why}`;
};

/**
 * A right of a function as one text: `GetBusiness dynamodb:getitem on arn:...`. Queries of a table and of its indexes are one
 * right, as a contract's `access` has them.
 */
const rightText = (functionId: string, action: string, resource: string): string =>
  `${nameOf(functionId)} ${action.toLowerCase()} on ${resource.replace(/\/index\/[^/]+$/, '')}`;

/** The right to keys that other roles are denied: `MoveDue keys DUE#*`. */
const keysText = (functionId: string, pattern: string): string => `${nameOf(functionId)} keys ${pattern}`;

/** The patterns of partition keys that a statement denies its function. */
const guardedIn = ({ effect, conditions }: RoleStatement): readonly string[] =>
  effect === 'Deny' ? conditions.flatMap(({ key, values }) => (key === LEADING_KEYS ? values : [])) : [];

/** Whether a statement denies all actions. */
const deniesAll = ({ effect, actions = [] }: RoleStatement): boolean =>
  effect === 'Deny' && actions.some((each) => each === '*' || each === 'dynamodb:*');

/** The patterns of partition keys that any role denies. */
const guardedKeys = ({ functions }: Roles): readonly string[] => [
  ...new Set(Object.values(functions).flatMap(({ statements }) => statements.flatMap(guardedIn))),
];

export interface Authority {
  /** Whether the template has this function. */
  readonly knows: (functionId: string) => boolean;
  /**
   * Checks a function's call: returns a denial for the first need that its role does not allow, or nothing.
   *
   * @throws Error for a function that the template does not have
   */
  readonly check: (functionId: string, needs: readonly Need[]) => Denial | undefined;
}

/** @param onUsed - receives each right that a call used, always as the same text */
export const createAuthority = (roles: Roles, onUsed: (right: string) => void = () => {}): Authority => {
  const guarded = guardedKeys(roles);
  const noteUsed = (functionId: string, { action, resource, context }: Need, by: readonly RoleStatement[]) => {
    for (const { actions = [], resources = [] } of by)
      for (const one of actions.filter((each) => matches(each, action.toLowerCase())))
        for (const other of resources.filter((each) => matches(each, resource)))
          onUsed(rightText(functionId, one, other));
    for (const key of context[LEADING_KEYS] ?? [])
      for (const pattern of guarded) if (matches(pattern, key)) onUsed(keysText(functionId, pattern));
  };
  return {
    knows: (functionId) => Object.hasOwn(roles.functions, functionId),
    check(functionId, needs) {
      const role = roles.functions[functionId];
      if (!role) throw new Error(`The template has no function ${functionId}.`);
      for (const need of needs) {
        const decision = decide(role.statements, need);
        if (!decision.isAllowed) return { functionId, need, isDenied: decision.isDenied };
        noteUsed(functionId, need, decision.by);
      }
      return undefined;
    },
  };
};

/** Rights for logs and traces. Lambda uses them itself, so no local call shows their use. */
const PLATFORM = /^(?:logs|xray):/;

/** All rights that the roles give to the functions' own calls: actions on resources, and guarded keys. */
export const rightsOf = (roles: Roles): readonly string[] => {
  const guarded = guardedKeys(roles);
  return Object.entries(roles.functions).flatMap(([id, { statements, lambda }]) => {
    const ofLambda = new Set(lambda.map(({ action, resource }) => rightText(id, action, resource)));
    const given = statements
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ actions = [], resources = [] }) =>
        actions
          .filter((each) => !PLATFORM.test(each))
          .flatMap((one) => resources.map((other) => [one, other] as const)),
      );
    const denied = new Set(statements.filter(deniesAll).flatMap(guardedIn));
    const hasItems = given.some(([action]) => /^dynamodb:(?:.*item|query)$/.test(action));
    return [
      ...new Set(given.map(([one, other]) => rightText(id, one, other)).filter((each) => !ofLambda.has(each))),
      ...(hasItems ? guarded.filter((each) => !denied.has(each)).map((each) => keysText(id, each)) : []),
    ];
  });
};
