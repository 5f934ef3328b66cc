/** Messages of the media queue: files to fetch, and objects to remove from the bucket. */
import type { StreamRecord } from '../dynamodb/stream/records.ts';
import type { Queues } from '../dynamodb/stream/roles.ts';
import type { QueueMessage } from '../queue/client.ts';
import { isMedium, type MediumName, mediumFrom } from './repository/medium.ts';

export interface MediaMessage extends MediumName {
  readonly act: 'fetch' | 'remove';
  /** The number of tries when the message was made: a second message for the same try is ignored. */
  readonly turn: number;
}

/** Groups messages by partner: the queue is fair, so many files of one partner delay no other's. */
export const queued = (message: MediaMessage, delaySeconds = 0): QueueMessage => ({
  body: JSON.stringify(message),
  group: message.partnerId,
  delaySeconds,
});

const nameOf = ({ partnerId, businessNumber, kind, mediaId }: MediumName): MediumName => ({
  partnerId,
  businessNumber,
  kind,
  mediaId,
});

export const fetchMessage = (name: MediumName, turn: number): MediaMessage => ({
  act: 'fetch',
  ...nameOf(name),
  turn,
});

/** The messages that a table change requires: a new medium is fetched, a removed one is deleted from the bucket. */
export const messagesOf = ({
  oldImage,
  newImage,
}: Pick<StreamRecord, 'oldImage' | 'newImage'>): readonly QueueMessage[] => {
  if (isMedium(newImage) && !oldImage && newImage.status === 'PENDING')
    return [queued(fetchMessage(mediumFrom(newImage), 0))];
  if (isMedium(oldImage) && !newImage) return [queued({ act: 'remove', ...nameOf(mediumFrom(oldImage)), turn: 0 })];
  return [];
};

/** Sends to the queue of media what a change asks for. */
export const sendMessages = async (record: StreamRecord, { media }: Pick<Queues, 'media'>): Promise<void> => {
  const messages = messagesOf(record);
  if (messages.length > 0) await media.within({ deadline: record.deadline }).send(messages);
};

/** @throws Error if the text is not a valid message */
export const messageFrom = (text: string): MediaMessage => {
  const { act, partnerId, businessNumber, kind, mediaId, turn } = JSON.parse(text);
  const isOne =
    ['fetch', 'remove'].includes(act) &&
    ['media', 'socialMedia'].includes(kind) &&
    [partnerId, mediaId].every((each) => typeof each === 'string') &&
    [businessNumber, turn].every(Number.isSafeInteger);
  if (!isOne) throw new Error('a message of the queue of media is none of ours');
  return { act, partnerId, businessNumber, kind, mediaId, turn };
};
