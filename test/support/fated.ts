/** Transactions that are lost, late or repeated on their way: for `through` (opened-world.ts). */
import { type Call, CallError } from '../../lib/dynamodb/client/call.ts';

/** `before`: a transaction never arrives; `after`: it lands and its response is lost; `twice`; `late`: it arrives after all. */
export type Fate = 'well' | 'before' | 'after' | 'twice' | 'late';

/** A call without a response: it may have landed. */
export const lost = () => new CallError('lost', { name: 'TimeoutError', attempts: 3, uncertain: true });
const withoutToken = (input: object) => ({ ...input, ClientRequestToken: undefined });

/**
 * A client whose transactions meet these fates, one after the other; the table has forgotten all tokens.
 *
 * @param late - gets what sends a late transaction, at last
 */
export const fated =
  (fates: readonly Fate[], late: (() => Promise<unknown>)[] = []) =>
  (call: Call): Call => {
    const left = [...fates];
    return async (operation, input, options) => {
      const fate = operation === 'TransactWriteItems' ? (left.shift() ?? 'well') : 'well';
      if (fate === 'well') return call(operation, input, options);
      if (fate === 'late') late.push(() => call(operation, withoutToken(input)));
      if (fate === 'before' || fate === 'late') throw lost();
      const first = await call(operation, withoutToken(input), options).catch((error: unknown) => error);
      if (fate === 'after') throw lost();
      if (first instanceof CallError) throw first;
      try {
        return await call(operation, withoutToken(input), options);
      } catch (error) {
        const { message, name, reasons, cause } = error as CallError;
        throw new CallError(message, { name, reasons, cause, attempts: 2, uncertain: true });
      }
    };
  };
