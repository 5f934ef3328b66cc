/** What is promised of jobs and posts (docs/connectors.md), of what is left at the end of a schedule. */
import { isOpen, jobFrom, jobId } from '../../../lib/connectors/repository/job.ts';
import { conversationFrom } from '../../../lib/conversations/repository/conversation.ts';
import { jobOfMessage, messageFrom } from '../../../lib/conversations/repository/message.ts';
import type { Item } from '../../../lib/dynamodb/table/attributes.ts';
import { locationsOf, postFrom } from '../../../lib/social/repository/post.ts';
import { postLocationFrom, type StoredPostLocation } from '../../../lib/social/repository/post-location.ts';
import type { Edited } from './acts.ts';
import type { Said } from './connectors.ts';
import { ACCOUNT, CONTACT, END, LOCATIONS, MINUTE } from './names.ts';
import type { Written } from './talks.ts';
import { countIn, type Witness } from './witness.ts';

interface Past {
  readonly witness: Witness;
  readonly items: readonly Item[];
  readonly edits: readonly Edited[];
  readonly written: readonly Written[];
  readonly said: readonly Said[];
  /** When the schedule began, in epoch milliseconds. */
  readonly begin: number;
  /** Nothing was ever late, lost or frozen. */
  readonly isQuiet: boolean;
}

export const brokenPromises = ({ witness, items, edits, written, said, begin, isQuiet }: Past): readonly string[] => {
  const broken = [...witness.wrong];
  const of = (type: string) => items.filter((item) => item.type === type);
  const jobs = new Map(of('job').map((item) => [String(item.id), jobFrom(item)]));
  const isGone = (number: number) => witness.gone.has(`location ${number}`);
  const isAccountGone = witness.gone.has(`account ${ACCOUNT}`);

  for (const job of jobs.values()) if (isOpen(job)) broken.push(`a job never ends: ${job.id} is ${job.status}`);
  for (const item of [...of('postDue'), ...of('jobDue'), ...of('due')])
    if (Number(String(item.sk).slice(0, 13)) < begin + END - 5 * MINUTE)
      broken.push(`a due item is never done: ${item.pk} ${item.sk}`);
  for (const { trackingId } of of('postCommand')) broken.push(`a command is never done: ${trackingId}`);

  const places = of('postLocation').map(postLocationFrom);
  const placeOf = (trackingId: unknown, number: number) =>
    places.find((each) => each.trackingId === trackingId && each.businessNumber === number);
  for (const item of of('post')) {
    const post = postFrom(item);
    if (post.status === 'scheduled' && post.time < begin + END - 20 * MINUTE) broken.push('a post never starts');
    const late = (witness.startedAt.get(post.trackingId) ?? 0) - Math.max(post.time, Date.parse(post.createdAt));
    if (isQuiet && late > 8000) broken.push(`started ${late} ms late without a fault`);
    if (post.status !== 'started') continue;
    for (const number of locationsOf(post))
      if (!placeOf(post.trackingId, number) && !isGone(number)) broken.push(`a location is left out: ${number}`);
    for (const number of post.cancelled)
      if (placeOf(post.trackingId, number)) broken.push(`a location that is cancelled was begun: ${number}`);
  }
  const checkChanges = (place: StoredPostLocation) => {
    const { trackingId, businessNumber: number, status, lastChange } = place;
    let text: string | undefined;
    for (const command of witness.commands) {
      if (command.trackingId !== trackingId || !command.locations.includes(number)) continue;
      const id = jobId(ACCOUNT, command.at, command.act, trackingId, number, command.mark);
      const job = jobs.get(id);
      if (!job && lastChange?.jobId !== id && status !== 'POST_DELETED')
        broken.push(`a change is lost at ${number}: ${id}`);
      if (job?.status === 'done' && command.act === 'post.edit') text = command.text;
    }
    if (place.text !== text) broken.push(`not the text of the last edit at ${number}: ${place.text}, not ${text}`);
  };
  for (const place of places) {
    const { businessNumber: number, status, lastChange } = place;
    if (status === 'POST_PROCESSING') broken.push(`a location stays in processing: ${number}`);
    if (lastChange?.status === 'PROCESSING') broken.push(`a change stays under way at ${number}`);
    if (isGone(number)) broken.push(`what was deleted is there again: the post at ${number}`);
    checkChanges(place);
  }
  if (isAccountGone)
    for (const type of ['post', 'postLocation', 'postCommand', 'job', 'channel'])
      if (of(type).length > 0) broken.push(`a deleted account has a ${type}`);

  for (const { text, outcome } of [...edits, ...written]) {
    const isThere = witness.texts.has(text);
    if (outcome === 'refused' && isThere) broken.push(`what was refused has landed: ${text}`);
    if (outcome === 'ok' && !isThere) broken.push(`what was accepted has not landed: ${text}`);
  }
  const messages = new Map(of('message').map((item) => [String(item.messageId), messageFrom(item)]));
  for (const message of messages.values()) {
    const { text, status, direction } = message;
    if (direction === 'RECEIVE') continue;
    if (status === 'SENDING') broken.push(`a message never ends: ${text}`);
    const job = jobs.get(jobOfMessage(message));
    if (job && !isOpen(job) && (job.status === 'done') !== (status === 'SENT'))
      broken.push(`a job and its message differ: ${text} is ${status}, ${job.id} ${job.status}`);
  }
  for (const item of of('conversation')) {
    const { sequence } = conversationFrom(item);
    if (sequence.first !== undefined || sequence.waiting.length > 0) broken.push(`a sequence stands still`);
  }
  if (witness.gone.has(`contact ${CONTACT}`) || (isGone(LOCATIONS[0]!) && messages.size > 0))
    for (const type of ['conversation', 'message', 'messageAlias'])
      if (of(type).length > 0) broken.push(`what was deleted is there again: a ${type}`);
  // A done of a connector counts, also for a job that ended without a result.
  for (const { id, how, outcome } of said) {
    const job = jobs.get(id);
    if (how === 'answered' && !isQuiet) continue;
    if (!job?.isEndedByUs || !['late', 'applied', undefined].includes(outcome)) continue;
    if (job.act === 'message.send') {
      if (messages.has(String(job.of.messageId)))
        broken.push(`a done that was ${how} does not count: ${id} (${job.reason})`);
      continue;
    }
    const place = placeOf(job.of.trackingId, job.locationNumber);
    const counts = job.act === 'post.publish' || (place?.lastChange?.jobId === id && place.status === 'POST_SUCCEEDED');
    if (place && counts) broken.push(`a done that was ${how} does not count: ${id} (${job.reason})`);
  }
  if (!isAccountGone) broken.push(...eventsWrong(witness, of('delivery')), ...countsWrong(places, of('socialCount')));
  return broken;
};

const eventsWrong = ({ events }: Witness, deliveries: readonly Item[]): readonly string[] => {
  const sent = new Map<string, number>();
  for (const { event, body } of deliveries) {
    const { data } = JSON.parse(String(body)) as { readonly data: Readonly<Record<string, unknown>> };
    countIn(sent, `${event} ${data.messageId ?? data.trackingId ?? data.conversationId} ${data.businessId}`);
  }
  const names = [...new Set([...events.keys(), ...sent.keys()])];
  const wrong = names.filter((name) => (events.get(name) ?? 0) !== (sent.get(name) ?? 0));
  return wrong.map(
    (name) => `an event was sent ${sent.get(name) ?? 0} times in place of ${events.get(name) ?? 0}: ${name}`,
  );
};

/** The counts of locations that are there say how many posts were published at them. */
const countsWrong = (places: readonly StoredPostLocation[], counts: readonly Item[]): readonly string[] =>
  LOCATIONS.flatMap((number) => {
    const published = places.filter((each) => each.businessNumber === number && each.publishedAt !== undefined).length;
    const days = counts.filter(
      ({ pk, sk }) => String(pk).endsWith(`#COUNTS#${number}`) && String(sk).startsWith('S#D#'),
    );
    const counted = days.reduce((sum, { n }) => sum + Number(n ?? 0), 0);
    return published === counted ? [] : [`the counts of ${number} say ${counted} in place of ${published}`];
  });
