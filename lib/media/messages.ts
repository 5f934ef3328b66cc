/** Messages of the queue of media: what is to be fetched, and what is to be removed from the bucket. */
import type { Item } from '../dynamodb/attributes.ts';
import type { QueueMessage } from '../queue/client.ts';
import { isMedium, type MediumName, mediumFrom } from './repository/medium.ts';

export interface MediaMessage extends MediumName {
  readonly act: 'fetch' | 'remove';
  /** How often it had been tried when the message was made: of two messages for one try the other is nothing. */
  readonly turn: number;
}

/** The queue is fair by partner: many files of one delay nobody else's. */
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

/** What a change of the table asks for: a medium that came is fetched, one that went is removed. */
export const messagesOf = (change: {
  readonly oldImage: Item | undefined;
  readonly newImage: Item | undefined;
}): readonly QueueMessage[] => {
  const { oldImage, newImage } = change;
  if (isMedium(newImage) && !oldImage && newImage.status === 'PENDING')
    return [queued(fetchMessage(mediumFrom(newImage), 0))];
  if (isMedium(oldImage) && !newImage) return [queued({ act: 'remove', ...nameOf(mediumFrom(oldImage)), turn: 0 })];
  return [];
};

/** @throws Error for what is no message of ours */
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
