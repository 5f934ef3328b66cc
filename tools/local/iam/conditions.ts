/** Conditions of IAM policies, as far as the stack uses them. Reading an unsupported condition fails. */
import type { Context } from './need.ts';
import { matches } from './pattern.ts';

type Qualifier = 'ForAllValues' | 'ForAnyValue';

export interface Condition {
  /** Without its qualifier and `IfExists`. */
  readonly operator: string;
  readonly qualifier?: Qualifier | undefined;
  /** Whether the condition holds if the request does not have the key. */
  readonly ifExists: boolean;
  readonly key: string;
  readonly values: readonly string[];
}

type Test = (wanted: string, found: string) => boolean;

const equals: Test = (wanted, found) => wanted === found;
const equalsIgnoringCase: Test = (wanted, found) => wanted.toLowerCase() === found.toLowerCase();

/** `isNegated`: holds for a value that matches none of the policy's values. */
const OPERATORS: Readonly<Record<string, { readonly test: Test; readonly isNegated: boolean }>> = {
  StringEquals: { test: equals, isNegated: false },
  StringNotEquals: { test: equals, isNegated: true },
  StringEqualsIgnoreCase: { test: equalsIgnoringCase, isNegated: false },
  StringNotEqualsIgnoreCase: { test: equalsIgnoringCase, isNegated: true },
  StringLike: { test: matches, isNegated: false },
  StringNotLike: { test: matches, isNegated: true },
  Bool: { test: equalsIgnoringCase, isNegated: false },
};

/** The condition keys that local calls have (from `needs.ts`), and whether each is single-valued or multivalued. */
const KEYS: Readonly<Record<string, 'one' | 'many'>> = {
  'aws:SecureTransport': 'one',
  'dynamodb:EnclosingOperation': 'one',
  'dynamodb:LeadingKeys': 'many',
};

const SPELLING = /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/;

/**
 * Reads the `Condition` of a statement: all of them must hold.
 *
 * @throws Error for an unsupported operator, key or policy variable: to ignore it could allow what AWS refuses
 */
export const readConditions = (block: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Condition[] =>
  Object.entries(block).flatMap(([spelled, keys]) => {
    const [, qualifier, operator = '', ifExists] = SPELLING.exec(spelled) ?? [];
    if (operator !== 'Null' && !OPERATORS[operator])
      throw new Error(`The condition operator ${spelled} is not known here.`);
    return Object.entries(keys).map(([key, value]) => {
      const count = KEYS[key];
      if (!count) throw new Error(`The condition key ${key} is not known here.`);
      if (operator !== 'Null' && (count === 'many') !== (qualifier !== undefined))
        throw new Error(
          `${key} has ${count === 'many' ? 'many values and needs' : 'one value and takes no'} qualifier.`,
        );
      const values = [value].flat().map(String);
      if (values.some((each) => each.includes('${')))
        throw new Error(`Policy variables are not known here: ${values}.`);
      return { operator, qualifier: qualifier as Qualifier | undefined, ifExists: ifExists !== undefined, key, values };
    });
  });

/**
 * Whether a condition holds. For a key that the request does not have, `ForAllValues` is true and `ForAnyValue` is false;
 * without a qualifier, only a negated operator is true.
 */
export const holds = ({ operator, qualifier, ifExists, key, values }: Condition, context: Context): boolean => {
  const found = context[key];
  if (operator === 'Null') return values.includes(String(found === undefined));
  const { test, isNegated } = OPERATORS[operator]!;
  const isMet = (each: string) => values.some((wanted) => test(wanted, each)) !== isNegated;
  if (found === undefined && ifExists) return true;
  if (qualifier === 'ForAllValues') return (found ?? []).every(isMet);
  if (qualifier === 'ForAnyValue') return (found ?? []).some(isMet);
  return found === undefined ? isNegated : found.some(isMet);
};
