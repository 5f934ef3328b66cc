/** The room that a location has for media: all of them fit into one response. */
import { expect, it } from 'vitest';
import { listedReply } from '../../../lib/media/reply.ts';
import type { Medium } from '../../../lib/media/repository/medium.ts';
import { MOST_OF_LOCATION, MOST_TEXT_BYTES, roomViolations, type Texts } from '../../../lib/media/rules/room.ts';

/** The most that Lambda returns, as JSON. */
const MOST_RESPONSE = 6_291_556;

const url = `https://cdn.example/${'é'.repeat(200)}`;
const signed = `https://bucket.example/business/${'p'.repeat(64)}/9007199254740991?${'X-Amz-Security-Token=%2F'.repeat(100)}`;

const isTaken = (all: readonly Texts[]) => roomViolations(all.slice(1), all.slice(0, 1)).length === 0;

it.each(['x', '"', '\u0001', '😀'])('descriptions of %j', (character) => {
  const many = (count: number, length: number): Texts[] =>
    Array.from({ length: count }, () => ({ url, description: character.repeat(length) }));
  let length = 0;
  while (isTaken(many(MOST_OF_LOCATION, length + 10))) length += 10;
  expect(isTaken(many(MOST_OF_LOCATION + 1, 0))).toBe(false);
  const media = many(MOST_OF_LOCATION, length).map((each) =>
    listedReply(
      {
        ...each,
        ...{ mediaId: `med_${'0'.repeat(24)}`, mediaCategory: 'ADDITIONAL', mediaFormat: 'PHOTO', status: 'DONE' },
        object: 'x',
      } as unknown as Medium,
      () => signed,
    ),
  );
  const bytes = Buffer.byteLength(JSON.stringify({ statusCode: 200, body: JSON.stringify({ media }) }));
  expect(bytes).toBeGreaterThan(MOST_TEXT_BYTES);
  // Room for twenty of the longest, which a request at the same time may add.
  expect(bytes).toBeLessThan(MOST_RESPONSE - 700_000);
});
