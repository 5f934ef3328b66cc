/** The statements of a role's policies, and whether they allow what a call needs. */
import { isObject } from '../intrinsics.ts';
import { type Condition, holds, readConditions } from './conditions.ts';
import type { Need } from './need.ts';
import { matches } from './pattern.ts';

export interface RoleStatement {
  readonly effect: 'Allow' | 'Deny';
  /** In lower case, as IAM compares them without case. */
  readonly actions?: readonly string[];
  readonly notActions?: readonly string[];
  readonly resources?: readonly string[];
  readonly notResources?: readonly string[];
  readonly conditions: readonly Condition[];
}

const ELEMENTS = new Set(['Sid', 'Effect', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition']);

const list = (value: unknown): string[] | undefined => (value === undefined ? undefined : [value].flat().map(String));
const lowerCase = (value: unknown): string[] | undefined => list(value)?.map((each) => each.toLowerCase());

/**
 * Reads a statement whose references are resolved.
 *
 * @throws Error for an unsupported element
 */
export const readStatement = (statement: unknown): RoleStatement => {
  if (!isObject(statement)) throw new Error('A statement of a policy is no object.');
  const unknown = Object.keys(statement).find((part) => !ELEMENTS.has(part));
  if (unknown !== undefined) throw new Error(`${unknown} of a policy's statement is not known here.`);
  const { Effect, Action, NotAction, Resource, NotResource, Condition: block = {} } = statement;
  if (Effect !== 'Allow' && Effect !== 'Deny')
    throw new Error(`The effect ${Effect} of a statement is not known here.`);
  const [actions, notActions] = [lowerCase(Action), lowerCase(NotAction)];
  const [resources, notResources] = [list(Resource), list(NotResource)];
  return {
    effect: Effect,
    ...(actions && { actions }),
    ...(notActions && { notActions }),
    ...(resources && { resources }),
    ...(notResources && { notResources }),
    conditions: readConditions(block as Parameters<typeof readConditions>[0]),
  };
};

const isOneOf = (patterns: readonly string[] | undefined, text: string): boolean =>
  patterns?.some((pattern) => matches(pattern, text)) === true;

/** Whether a statement covers an action: `Action` matches it, or `NotAction` does not. */
const coversAction = ({ actions, notActions }: RoleStatement, action: string): boolean =>
  actions ? isOneOf(actions, action.toLowerCase()) : !isOneOf(notActions, action.toLowerCase());

const coversResource = ({ resources, notResources }: RoleStatement, resource: string): boolean =>
  resources ? isOneOf(resources, resource) : !isOneOf(notResources, resource);

/** Whether a statement applies to a need: its action, resource and conditions match. */
const applies = (statement: RoleStatement, { action, resource, context }: Need): boolean =>
  coversAction(statement, action) &&
  coversResource(statement, resource) &&
  statement.conditions.every((condition) => holds(condition, context));

export type Decision =
  | { readonly isAllowed: true; readonly by: readonly RoleStatement[] }
  | { readonly isAllowed: false; readonly isDenied: boolean };

/** Decides as IAM does: a Deny that applies wins; without an Allow that applies, the need is refused. */
export const decide = (statements: readonly RoleStatement[], need: Need): Decision => {
  const applying = statements.filter((statement) => applies(statement, need));
  if (applying.some(({ effect }) => effect === 'Deny')) return { isAllowed: false, isDenied: true };
  return applying.length > 0 ? { isAllowed: true, by: applying } : { isAllowed: false, isDenied: false };
};
