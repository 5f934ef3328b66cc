/** Filter patterns of CloudWatch Logs for JSON lines, as far as metric filters and commands here use them. */

type Test = (line: unknown) => boolean;

const TOKEN = /\s*(\(|\)|&&|\|\||!=|=|\*|"[^"]*"|\$(?:\.\w+)+)/y;

const tokensOf = (pattern: string): string[] => {
  const inner = /^\s*\{(.*)\}\s*$/s.exec(pattern)?.[1];
  if (inner === undefined) throw new Error(`Only patterns of JSON are known here, in braces: ${pattern}`);
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (inner.slice(TOKEN.lastIndex).trim() !== '') {
    const [, token] = TOKEN.exec(inner) ?? [];
    if (token === undefined) throw new Error(`The pattern is not understood here: ${pattern}`);
    tokens.push(token);
  }
  return tokens;
};

const valueAt = (line: unknown, selector: string): unknown =>
  selector
    .split('.')
    .slice(1)
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined,
      line,
    );

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');

/** Matches a quoted text in which `*` is a wildcard. */
const matcherOf = (quoted: string): RegExp =>
  new RegExp(`^${quoted.slice(1, -1).split('*').map(escaped).join('.*')}$`, 's');

/** Compiles a pattern to a test of lines. A missing value is neither equal nor unequal to a text. */
export const filterOf = (pattern: string): Test => {
  const tokens = tokensOf(pattern);
  const take = (expected?: string): string => {
    const token = tokens.shift();
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`The pattern is not understood here: ${pattern}`);
    return token;
  };
  const comparison = (): Test => {
    if (tokens[0] === '(') {
      take('(');
      const inner = either();
      take(')');
      return inner;
    }
    const [selector, operator, quoted] = [take(), take(), take()];
    const matcher = matcherOf(quoted === '*' ? '"*"' : quoted);
    return (line) => {
      const value = valueAt(line, selector);
      return value !== undefined && matcher.test(String(value)) === (operator === '=');
    };
  };
  const chain = (operator: string, next: () => Test, join: (tests: readonly Test[]) => Test): Test => {
    const tests = [next()];
    while (tokens[0] === operator) {
      take();
      tests.push(next());
    }
    return join(tests);
  };
  const both = (): Test => chain('&&', comparison, (tests) => (line) => tests.every((test) => test(line)));
  const either = (): Test => chain('||', both, (tests) => (line) => tests.some((test) => test(line)));
  const whole = either();
  if (tokens.length > 0) throw new Error(`The pattern is not understood here: ${pattern}`);
  return whole;
};
