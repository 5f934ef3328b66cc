/** Ways of calls for `through` (opened-world.ts): something else is done once, at the first call that is meant. */
import type { Call } from '../../lib/dynamodb/client/call.ts';
import { lost } from './fated.ts';

type Way = (call: Call) => Call;
type IsMeant = (operation: string, input: string) => boolean;
type Work = () => Promise<unknown>;

const isWrite: IsMeant = (operation) => operation === 'TransactWriteItems';

/** @param act - gets what sends the call, and returns its response */
const atFirst =
  (isMeant: IsMeant, act: (send: Work) => Promise<unknown>): Way =>
  (client) => {
    let isMet = false;
    const meeting = async (...sent: Parameters<Call>): Promise<unknown> => {
      const send = () => client(...sent);
      const [operation, input] = sent;
      if (isMet || !isMeant(operation, JSON.stringify(input))) return send();
      isMet = true;
      return act(send);
    };
    return meeting as Call;
  };

/** Something is done before the first call that is meant; before the first transaction by default. */
export const before = (work: Work, isMeant: IsMeant = isWrite): Way =>
  atFirst(isMeant, async (send) => {
    await work();
    return send();
  });

/** Something is done once the first call that is meant is answered. */
export const behind = (work: Work, isMeant: IsMeant): Way =>
  atFirst(isMeant, async (send) => {
    const found = await send();
    await work();
    return found;
  });

/** The first transaction has no response. Something is done before it; whether it lands is said by `lands`. */
export const losing = (work: Work, { lands }: { readonly lands: boolean }): Way =>
  atFirst(isWrite, async (send) => {
    await work();
    if (lands) await send();
    throw lost();
  });
