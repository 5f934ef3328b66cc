/** Metric math, as far as alarms here use it: for one period, with `undefined` for what is missing. */

type Value = number | undefined | readonly Value[];
type Scope = ReadonlyMap<string, number | undefined>;
type Node = (scope: Scope) => Value;

const TOKEN = /\s*(>=|<=|==|[-+*/<>(),[\]]|\d+(?:\.\d+)?|[A-Za-z]\w*)/y;

const tokensOf = (text: string): string[] => {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (text.slice(TOKEN.lastIndex).trim() !== '') {
    const [, token] = TOKEN.exec(text) ?? [];
    if (token === undefined) throw new Error(`Metric math that is not understood here: ${text}`);
    tokens.push(token);
  }
  return tokens;
};

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '>': (a, b) => Number(a > b),
  '<': (a, b) => Number(a < b),
  '>=': (a, b) => Number(a >= b),
  '<=': (a, b) => Number(a <= b),
  '==': (a, b) => Number(a === b),
};
const LEVELS = [
  ['>', '<', '>=', '<=', '=='],
  ['+', '-'],
  ['*', '/'],
] as const;

const FUNCTIONS: Readonly<Record<string, (values: readonly Value[]) => Value>> = {
  FILL: ([value, other]) => value ?? other,
  // A condition that is missing makes the whole missing.
  IF: ([condition, then, otherwise]) => (condition === undefined ? undefined : condition ? then : otherwise),
  MAX: ([list]) => {
    const known = ((list ?? []) as readonly Value[]).filter((each) => typeof each === 'number');
    return known.length > 0 ? Math.max(...known) : undefined;
  },
};

/** The value of an expression for a period, by the values of its metrics. */
export const parseExpression = (text: string): ((scope: Scope) => number | undefined) => {
  const tokens = tokensOf(text);
  const take = (expected?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`Metric math that is not understood here: ${text}`);
    return token;
  };
  const listUntil = (end: string): Node[] => {
    const items: Node[] = [];
    while (tokens[0] !== end) {
      items.push(operation(0));
      if (tokens[0] === ',') take();
    }
    take(end);
    return items;
  };
  const atom = (): Node => {
    const token = take();
    if (token === '(') {
      const [inner] = listUntil(')');
      return inner!;
    }
    if (token === '[') {
      const items = listUntil(']');
      return (scope) => items.map((item) => item(scope));
    }
    if (/^\d/.test(token)) return () => Number(token);
    if (tokens[0] !== '(') {
      return (scope) => {
        if (!scope.has(token)) throw new Error(`There is no metric ${token}: ${text}`);
        return scope.get(token);
      };
    }
    take('(');
    const [call, items] = [FUNCTIONS[token], listUntil(')')];
    if (!call) throw new Error(`Metric math that is not understood here: ${token}`);
    return (scope) => call(items.map((item) => item(scope)));
  };
  const operation = (level: number): Node => {
    const operators: readonly string[] | undefined = LEVELS[level];
    if (!operators) return atom();
    let left = operation(level + 1);
    while (operators.includes(tokens[0] ?? '')) {
      const [apply, before, right] = [OPERATORS[take()]!, left, operation(level + 1)];
      left = (scope) => {
        const [a, b] = [before(scope), right(scope)];
        return typeof a === 'number' && typeof b === 'number' ? apply(a, b) : undefined;
      };
    }
    return left;
  };
  const whole = operation(0);
  if (tokens.length > 0) throw new Error(`Metric math that is not understood here: ${text}`);
  return (scope) => {
    const value = whole(scope);
    return typeof value === 'number' ? value : undefined;
  };
};
