/** Create request URL: find what it is about, validate, write, and repeat if another request changed the context. */
import { drawNumber } from '../business/repository/creation.ts';
import { type Activity, timeOfMark } from '../contacts/repository/activity.ts';
import { contactActions } from '../contacts/repository/change.ts';
import type { Contact, ContactOwner } from '../contacts/repository/contact.ts';
import type { ErrorEntry } from '../contract/error-entry.ts';
import * as errors from '../contract/error-rows.ts';
import { random } from '../dynamodb/client/clock.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import type { PartnerStore } from '../dynamodb/table/partner-store.ts';
import { markAbove } from '../dynamodb/writes/marks.ts';
import type { Action } from '../dynamodb/writes/transactions.ts';
import { USUAL_ATTEMPTS, until } from '../dynamodb/writes/until.ts';
import { pageOfStage } from './page.ts';
import { type RequestContext, requests } from './repository/requests.ts';
import { linkOf, SECRET_DIGITS } from './rules/link.ts';
import { messageOf, type RequestMessage } from './rules/message.ts';
import { type RequestCommand, refusalOf, templateOf } from './rules/request-command.ts';

/** What is written of the contact, and of a message to them. */
interface Prepared {
  /** `null` where no message is sent. */
  readonly messageId: string | null;
  /** The mark under which all of it is to be written. */
  readonly mark: string;
  readonly actions: () => readonly Action[];
}

/** A message of a location to a contact. The activity is noted with the contact in the same transaction. */
export interface Sending extends RequestMessage {
  readonly owner: ContactOwner;
  readonly businessNumber: number;
  readonly contact: Item;
  readonly activity: Activity;
}

/** Prepares messages, as `lib/conversations` sends them. */
export type PrepareMessage = (sending: Sending) => Promise<{ readonly refused: ErrorEntry } | Prepared>;

export interface CreatedRequest {
  readonly externalUId: number;
  readonly url: string;
  readonly messageId: string | null;
}

export interface Creation extends RequestCommand {
  readonly validateOnly: boolean;
}

type Created = CreatedRequest | { readonly refused: ErrorEntry };

/** The activity of the contact alone: no message is sent. */
const notedOnly = (owner: ContactOwner, before: Item, activity: Activity): Prepared => {
  const mark = markAbove(before);
  const lastActivityAt = new Date(timeOfMark(mark)).toISOString();
  const after = { ...(before.contact as Contact), lastActivityAt };
  return { messageId: null, mark, actions: () => contactActions({ owner, before, after, activity, mark }) };
};

const createOnce = async (
  store: PartnerStore,
  command: Creation,
  { context, prepareMessage }: { readonly context: RequestContext; readonly prepareMessage: PrepareMessage },
): Promise<Created | 'changed'> => {
  const { businessNumber, contactId, surveyId, checkinId, channel, validateOnly } = command;
  const page = context.pageUrl ?? pageOfStage();
  const refused = refusalOf(command, context, page);
  if (refused) return { refused };
  const { owner, business } = context;
  const contact = context.contact!;
  const template = templateOf(command)!;
  const link = { externalUId: drawNumber(), secret: random.hex(SECRET_DIGITS) };
  const url = linkOf(page!, link);
  const details = { externalUId: link.externalUId, businessNumber };
  const activity: Activity = { kinds: ['requested'], details };
  const { firstName = '' } = contact.contact as Contact;
  const filling = { firstName: String(firstName), businessName: String(business.profile.name ?? ''), url };
  const prepared = channel
    ? await prepareMessage({ ...messageOf(template, channel, filling), owner, businessNumber, contact, activity })
    : notedOnly(owner, contact, activity);
  if ('refused' in prepared) return prepared;
  const { messageId, mark } = prepared;
  const others = prepared.actions();
  if (validateOnly) return { externalUId: 0, url: '', messageId: messageId === null ? null : '0' };
  const result = { externalUId: link.externalUId, url, messageId };
  const written = await requests(store).create(
    {
      ...{ externalUId: link.externalUId, accountNumber: owner.accountNumber, businessNumber, contactId },
      ...{ templateId: template.templateId, surveyId, checkinId, created: timeOfMark(mark) },
    },
    { secret: link.secret, mark, others, result },
  );
  if ('executed' in written) return written.executed.result as unknown as CreatedRequest;
  return 'refused' in written ? 'changed' : result;
};

/**
 * Makes a request and its link, or only validates it: the link is empty then.
 *
 * @throws StoreUnavailable; ItemTooLarge; KeyReused
 */
export const createRequest = async (
  store: PartnerStore,
  command: Creation,
  prepareMessage: PrepareMessage,
): Promise<Created> => {
  const executed = store.idempotency?.executed;
  if (executed) return executed.result as unknown as CreatedRequest;
  return until<Created>(USUAL_ATTEMPTS, async () => {
    const context = await requests(store).context(command);
    return context ? createOnce(store, command, { context, prepareMessage }) : { refused: errors.businessInvalid };
  });
};
