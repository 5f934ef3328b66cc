/** One command, killed once; `killed.long.test.ts` has all of them. */
import { someOf } from '../../support/chosen.ts';
import { cases, whenKilled } from './killed-again.ts';

whenKilled(someOf(Object.keys(cases), 1, { salt: 'killed', nameOf: (name) => name }), (_, steps) => [
  Math.ceil(steps / 2),
]);
