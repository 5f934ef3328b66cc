/** What send message and receive message are asked for, of a checked body, and what is wrong by the request alone. Pure. */
import type { MessageChannel } from '../../connectors/repository/channels.ts';
import type { Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { invalid } from '../../contract/errors.ts';
import { codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import { KEPT_MILLISECONDS } from '../repository/conversation.ts';

/** The longest texts that are sent over a channel, in code points. */
export const LONGEST: Readonly<Record<MessageChannel, number>> = { SMS: 1600, EMAIL: 10_000, LIVE_CHAT: 4096 };
export const LONGEST_SUBJECT = 250;
export const MOST_ATTACHMENTS = 5;
export const LONGEST_CHAT_ID = 256;

type Body = Normalized['body'];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const contentOf = (body: Body) => ({
  channel: body.channel as MessageChannel,
  text: textOf(body.text) ?? '',
  subject: body.channel === 'EMAIL' ? textOf(body.subject) : undefined,
  attachments: (Array.isArray(body.attachments) ? body.attachments : []) as readonly string[],
});

export const sendCommand = ({ body }: Normalized) => {
  const { channel, text } = body;
  const most = LONGEST[channel as MessageChannel];
  const actual = codePoints(textOf(text) ?? '');
  const violations: Violation[] = [];
  if (actual > most)
    violations.push({
      path: 'text',
      error: invalid('text', `must have at most ${most} characters over ${channel}`),
      limit: most,
      actual,
    });
  if (channel === 'EMAIL' && !isSent(body, 'subject'))
    violations.push({ path: 'subject', error: invalid('subject', 'is required for EMAIL') });
  return { prepared: { ...contentOf(body), isCampaign: body.isCampaign === 1 }, violations };
};

export interface ReceiveCommand {
  readonly channel: MessageChannel;
  readonly text: string;
  readonly subject: string | undefined;
  readonly attachments: readonly string[];
  readonly customerId: number | undefined;
  readonly from: string | undefined;
  readonly name: string | undefined;
  readonly externalId: string | undefined;
  readonly sentAt: number | undefined;
}

/** By whom a message is. */
export const BY = [['from'], ['customerId']] as const;

/** By so much clocks may be apart. */
const AHEAD = 5 * 60_000;

const timeError = (sentAt: unknown, now: number): ErrorEntry | undefined => {
  if (typeof sentAt !== 'number') return undefined;
  if (sentAt > now + AHEAD) return invalid('sentAt', 'must be at most 5 minutes ahead');
  return sentAt < now - KEPT_MILLISECONDS ? invalid('sentAt', 'must be within the last 400 days') : undefined;
};

/**
 * @param now - epoch milliseconds
 * @param checkSender - the error of a phone or an email that a message comes from
 */
export const receiveCommand =
  (now: () => number, checkSender: (channel: MessageChannel, from: string) => ErrorEntry | undefined) =>
  ({ body }: Normalized): { readonly prepared: ReceiveCommand; readonly violations: readonly Violation[] } => {
    const { customerId, sentAt } = body;
    const from = textOf(body.from);
    const channel = body.channel as MessageChannel;
    const isNamed = isSent(body, 'customerId');
    const violations: Violation[] = [];
    const add = (path: string, error: ErrorEntry | undefined) => error && violations.push({ path, error });
    if (!isNamed && !isSent(body, 'from')) add('from', invalid('from', 'or customerId is required'));
    if (!isNamed && from !== undefined && Object.hasOwn(LONGEST, channel ?? ''))
      add('from', checkSender(channel, from));
    if (isNamed && channel === 'LIVE_CHAT' && codePoints(from ?? '') > LONGEST_CHAT_ID)
      add('from', invalid('from', `must have at most ${LONGEST_CHAT_ID} characters`));
    add('sentAt', timeError(sentAt, now()));
    return {
      prepared: {
        ...contentOf(body),
        from,
        name: textOf(body.name),
        externalId: textOf(body.externalId),
        customerId: typeof customerId === 'number' ? customerId : undefined,
        sentAt: typeof sentAt === 'number' ? sentAt : undefined,
      },
      violations,
    };
  };
