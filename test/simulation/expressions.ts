/**
 * DynamoDB's condition and update expressions, as far as the service writes them, evaluated on plain items. Held to the
 * engines by test/simulation/conformance.test.ts.
 */
import { isDeepStrictEqual } from 'node:util';

export type Item = Record<string, unknown>;

export interface Names {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  /** As plain values. */
  readonly values: Item;
}

const TOKEN = /\s*(<>|<=|>=|[=<>(),+-]|:\w+|#\w+|[A-Za-z_][\w.]*)/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.trimEnd().length) {
    const found = TOKEN.exec(text);
    if (!found) throw new Error(`no token at ${TOKEN.lastIndex} of ${text}`);
    tokens.push(found[1]!);
  }
  return tokens;
};

type Evaluate<Value> = (item: Item) => Value;

/** A parser of one expression; what is not in the service's subset throws. */
const parserOf = (text: string, { ExpressionAttributeNames = {}, values }: Names) => {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = () => tokens[at];
  const next = (): string => {
    const token = tokens[at++];
    if (token === undefined) throw new Error(`unexpected end of ${text}`);
    return token;
  };
  const expect = (token: string) => {
    const found = next();
    if (found.toUpperCase() !== token) throw new Error(`${token} expected in ${text}, not ${found}`);
  };
  const isWord = (word: string) => peek()?.toUpperCase() === word;

  const pathOf = (token: string): string => {
    if (!token.startsWith('#')) return token;
    const name = ExpressionAttributeNames[token];
    if (name === undefined) throw new Error(`${token} has no name`);
    return name;
  };
  const operand = (): Evaluate<unknown> => {
    const token = next();
    if (token.startsWith(':')) {
      if (!(token in values)) throw new Error(`${token} has no value`);
      return () => values[token];
    }
    if (token === 'if_not_exists') {
      expect('(');
      const path = pathOf(next());
      expect(',');
      const other = operand();
      expect(')');
      return (item) => (item[path] === undefined ? other(item) : item[path]);
    }
    const path = pathOf(token);
    return (item) => item[path];
  };

  const compare = (left: unknown, operator: string, right: unknown): boolean => {
    if (operator === '=') return left !== undefined && isDeepStrictEqual(left, right);
    if (operator === '<>') return !isDeepStrictEqual(left, right);
    if (left === undefined || right === undefined || typeof left !== typeof right) return false;
    const [a, b] = [left as string | number, right as string | number];
    if (operator === '<') return a < b;
    if (operator === '<=') return a <= b;
    return operator === '>' ? a > b : a >= b;
  };

  const has = (name: string): Evaluate<boolean> => {
    expect('(');
    const left = operand();
    expect(',');
    const right = operand();
    expect(')');
    return (item) => {
      const [value, part] = [left(item), right(item)];
      if (name === 'begins_with') return String(value ?? '').startsWith(String(part));
      return Array.isArray(value) ? value.includes(part) : String(value ?? '').includes(String(part));
    };
  };
  const primary = (): Evaluate<boolean> => {
    if (peek() === '(') {
      next();
      const inner = either();
      expect(')');
      return inner;
    }
    const word = peek() ?? '';
    if (/^attribute_(?:not_)?exists$/.test(word)) {
      next();
      expect('(');
      const path = pathOf(next());
      expect(')');
      return word === 'attribute_exists' ? (item) => item[path] !== undefined : (item) => item[path] === undefined;
    }
    if (word === 'begins_with' || word === 'contains') return has(next());
    const left = operand();
    const operator = next();
    if (operator.toUpperCase() === 'BETWEEN') {
      const from = operand();
      expect('AND');
      const to = operand();
      return (item) => compare(left(item), '>=', from(item)) && compare(left(item), '<=', to(item));
    }
    if (operator.toUpperCase() === 'IN') {
      expect('(');
      const choices = [operand()];
      while (peek() === ',') {
        next();
        choices.push(operand());
      }
      expect(')');
      return (item) => choices.some((choice) => compare(left(item), '=', choice(item)));
    }
    const right = operand();
    return (item) => compare(left(item), operator, right(item));
  };
  const negation = (): Evaluate<boolean> => {
    if (!isWord('NOT')) return primary();
    next();
    const inner = negation();
    return (item) => !inner(item);
  };
  const both = (): Evaluate<boolean> => {
    let left = negation();
    while (isWord('AND')) {
      next();
      const [a, b] = [left, negation()];
      left = (item) => a(item) && b(item);
    }
    return left;
  };
  const either = (): Evaluate<boolean> => {
    let left = both();
    while (isWord('OR')) {
      next();
      const [a, b] = [left, both()];
      left = (item) => a(item) || b(item);
    }
    return left;
  };

  const sum = (): Evaluate<unknown> => {
    const left = operand();
    if (peek() !== '+' && peek() !== '-') return left;
    const sign = next() === '+' ? 1 : -1;
    const right = operand();
    return (item) => Number(left(item)) + sign * Number(right(item));
  };

  return { peek, next, expect, isWord, pathOf, sum, either, isDone: () => at === tokens.length };
};

/** A condition that is evaluated on many items; without one it holds. */
export const conditionOf = (condition: string | undefined, names: Names): Evaluate<boolean> => {
  if (condition === undefined) return () => true;
  const parser = parserOf(condition, names);
  const evaluate = parser.either();
  if (!parser.isDone()) throw new Error(`more than a condition: ${condition}`);
  return evaluate;
};

/** Whether a condition holds; without one it does. */
export const holds = (condition: string | undefined, names: Names, item: Item | undefined): boolean =>
  conditionOf(condition, names)(item ?? {});

/** The item after an update; what is set is computed from the item as it was. */
export const updated = (expression: string, names: Names, item: Item): Item => {
  const parser = parserOf(expression, names);
  const result = { ...item };
  const parts = (each: () => void) => {
    each();
    while (parser.peek() === ',') {
      parser.next();
      each();
    }
  };
  while (!parser.isDone()) {
    const clause = parser.next().toUpperCase();
    if (clause === 'SET') {
      parts(() => {
        const path = parser.pathOf(parser.next());
        parser.expect('=');
        result[path] = parser.sum()(item);
      });
    } else if (clause === 'ADD') {
      parts(() => {
        const path = parser.pathOf(parser.next());
        result[path] = Number(item[path] ?? 0) + Number(parser.sum()(item));
      });
    } else if (clause === 'REMOVE') {
      parts(() => delete result[parser.pathOf(parser.next())]);
    } else {
      throw new Error(`${clause} is not simulated`);
    }
  }
  return result;
};
