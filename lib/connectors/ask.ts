/** One request to a connector: its body is made again for each try, and the sandbox connector answers by itself. */
import { clock } from '../dynamodb/client/clock.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { eventBody } from '../subscriptions/request.ts';
import { postSigned } from '../subscriptions/signed-post.ts';
import type { Connector, Try } from './load-try.ts';
import { type Act, madeAt } from './repository/job.ts';
import { queuedWork } from './repository/messages.ts';
import { isAnsweredHere } from './repository/sandbox-url.ts';
import { type Answered, MOST_ANSWER_BYTES } from './rules/answer.ts';
import { SANDBOX_LATER_SECONDS, sandboxAnswer } from './rules/sandbox.ts';
import type { RunWays } from './ways.ts';

/** What came back, and how long it took. */
export interface Asked extends Answered {
  readonly milliseconds: number;
  readonly retryAfter?: string;
  /** What failed is ours, not the connector (lib/subscriptions/send.ts). */
  readonly isOurs?: true;
}

interface Request {
  readonly type: Act;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The body of a request, as it is signed and sent; a text where the job ends for it. */
export const requestOf = async (
  store: PartnerStore,
  { job, kind, found, location }: Try,
  { signedUrl }: RunWays,
): Promise<Request | string> => {
  const own = await kind.data(job, found, { store, signedUrl });
  if (typeof own === 'string') return own;
  const common = {
    channel: job.channel,
    locationNumber: job.locationNumber,
    locationName: String(location?.name ?? ''),
    externalReferenceId: location?.externalReferenceId ?? null,
    channelId: null,
    attempt: job.tries + 1,
    deadline: new Date(job.deadline ?? 0).toISOString(),
  };
  return { type: job.act, data: { ...common, ...own } };
};

const askSandbox = async (
  store: PartnerStore,
  { job, kind }: Try,
  request: Request,
  { queue }: RunWays,
): Promise<Asked> => {
  const { answer, later, reply } = sandboxAnswer(request);
  // Before the answer is kept: what is cut off comes again.
  if (later) {
    const { id, partnerId } = job;
    const said =
      later.status === 'done'
        ? ({ status: 'done', resultId: later.id, resultUrl: later.url } as const)
        : ({ status: 'failed', reason: later.reason } as const);
    await queue.send([queuedWork({ work: 'report', partnerId, id, ...said }, SANDBOX_LATER_SECONDS)]);
  }
  if (reply !== undefined) await kind.replied?.(store, job, reply);
  return { ...answer, milliseconds: 0 };
};

/**
 * Asks the connector to do the job.
 *
 * @param sendBy - epoch milliseconds: what was read is too old afterwards, so that nothing is sent
 */
export const ask = async (
  store: PartnerStore,
  attempt: Try,
  { webhook, secrets }: Connector,
  request: Request,
  { sendBy, ...ways }: RunWays & { readonly sendBy: number },
): Promise<Asked> => {
  if (isAnsweredHere(webhook.url)) return askSandbox(store, attempt, request, ways);
  const { job } = attempt;
  const { id, accountNumber } = job;
  const body = eventBody({ id, at: madeAt(id), accountNumber, ...request });
  const headers = { 'idempotency-key': id };
  const { post = postSigned } = ways;
  const { url } = webhook;
  return post(
    { url, eventId: id, body, at: clock.now(), sendBy, headers, reads: MOST_ANSWER_BYTES },
    secrets ?? { secrets: [], auth: null },
  );
};
