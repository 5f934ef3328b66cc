/** One call of the client's runtime in a process of its own; prints the error's class, or `done`. */
import { operations } from '../../../../lib/operations.ts';
import { clientOperations, runtimeOperation } from '../../../../tools/docs/client/facts.ts';
import { Caller } from '../../../../tools/docs/client/runtime/caller.ts';

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
const listEvents = clientOperations(operations).find(({ id }) => id === 'listEvents')!;
const outcome = await new Caller({ baseUrl, apiKey, retries: 0 }, 'the-client/1')
  .call(runtimeOperation(listEvents))
  .then(
    () => 'done',
    (error: Error) => error.name,
  );
console.log(outcome);
