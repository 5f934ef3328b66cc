/** Which hosts a webhook may have by their names. */
import { expect, it } from 'vitest';
import { urlProblem } from '../../../../lib/subscriptions/rules/url.ts';

const problem = (host: string) => urlProblem(`https://${host}/hook`, { allowLocal: false });

it.each([
  ...['localhost', 'local', 'localdomain', 'internal', 'intranet', 'lan', 'home.arpa'].flatMap((name) => [
    `a.${name}`,
    `a.b.${name}`,
    `A.${name.toUpperCase()}`,
    `a.${name}.`,
  ]),
  ...['home.arpa', 'hooks', 'localhost', 'localhost..', 'x.home.arpa..'],
])('a name that leads nowhere but into our own network is refused: %s', (host) =>
  expect(problem(host)).toBe('must have a public host'),
);

it.each(['hooks.example', 'local.example', 'myhome.arpa', 'home.arpa.example', 'lan.example', 'plan.example.org'])(
  'a public name is not: %s',
  (host) => expect(problem(host)).toBeUndefined(),
);
