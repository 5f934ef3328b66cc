/** What is fetched of others' servers, kept and served: media; and what a question belongs to. */
import type { Mutant } from '../mutant.ts';

const PART = 'part: uploads';
const INSIDE = 'threat: makes us fetch a';
const OTHER = 'threat: stores and serves a';
const ENDLESS = 'threat: makes us fetch files';
const COSTLY = 'threat: makes us inspect a';
const FILES = 'part: files';
const SIGNED = 'threat: uses a file of';
const QUESTIONS = 'threat: attaches a question';

const FETCH = 'test/functions/media/fetch.test.ts';
const DOWNLOAD = 'test/functions/media/download.test.ts';
const INSPECT = 'test/lib/media/inspect.test.ts';
const PROFILES = 'test/functions/media/profiles.test.ts';

export const content: readonly Mutant[] = [
  {
    name: 'ended-media-written-again',
    file: 'lib/media/repository/completing.ts',
    find: '      ConditionExpression: IF_PENDING,',
    replace: `      ConditionExpression: \`\${IF_PENDING} OR attribute_exists(pk)\`,`,
    tests: [[FETCH, 'that comes late writes nothing, and leaves no object']],
    promise: PART,
  },
  {
    name: 'objects-of-killed-workers-left',
    file: 'lib/media/fetch-medium.ts',
    find: 'if (!isOurs) await bucket.removeAll(object);\n    return await tidyBehind();',
    replace: 'if (!isOurs) await bucket.removeAll(object);\n    return undefined;',
    tests: [[FETCH, 'that is killed at any step leaves what another one ends, once']],
    promise: PART,
  },
  {
    name: 'object-of-a-late-worker-left',
    file: 'lib/media/fetch-medium.ts',
    find: 'if (!isOurs) await bucket.removeAll(object);',
    replace: 'if (!isOurs && object === medium.object) await bucket.removeAll(object);',
    tests: [[FETCH, 'that comes late writes nothing, and leaves no object']],
    promise: PART,
  },
  {
    name: 'late-uploads-stay-pending',
    file: 'lib/media/fail-late.ts',
    find: 'if (item) {',
    replace: "if (item?.kind === 'media') {",
    tests: [[FETCH, 'is not needed for an upload to end: the clock ends it, and what it was due goes']],
    promise: PART,
  },
  {
    name: 'addresses-of-media-not-checked',
    file: 'lib/media/download.ts',
    find: 'lookup: checkedLookup(resolve, { allowLocal })',
    replace: 'lookup: checkedLookup(resolve, { allowLocal: true })',
    tests: [[DOWNLOAD, 'a name that resolves to an address of ours leads nowhere, whatever else it resolves to']],
    promise: INSIDE,
  },
  {
    name: 'redirects-of-media-taken',
    file: 'lib/media/download.ts',
    find: 'if (statusCode !== 200) throw',
    replace: 'if (statusCode !== 200 && statusCode !== 302) throw',
    tests: [[FETCH, 'is refused']],
    promise: INSIDE,
  },
  {
    name: 'type-of-media-by-their-header',
    file: 'lib/media/download.ts',
    find: 'if (head.length === HEAD_BYTES) format = requireFormat(head, wanted, length);',
    replace:
      "if (head.length === HEAD_BYTES) format = response.headers['content-type'] === 'image/png' ? 'PNG' : requireFormat(head, wanted, length);",
    tests: [[FETCH, 'is refused']],
    promise: OTHER,
  },
  {
    name: 'files-inside-of-files',
    file: 'lib/media/inspect/other-files.ts',
    find: 'MARKS.test(lower(bytes))',
    replace: 'MARKS.test(lower(bytes.subarray(0, 6)))',
    tests: [[FETCH, 'is refused']],
    promise: OTHER,
  },
  {
    name: 'marks-across-two-windows',
    file: 'lib/media/inspect/other-files.ts',
    find: 'const LONGEST_MARK = 9;',
    replace: 'const LONGEST_MARK = 0;',
    tests: [[INSPECT, 'wherever it stands, also across two windows']],
    promise: OTHER,
  },
  {
    name: 'media-shown-by-browsers',
    file: 'lib/bucket/client.ts',
    find: "'Content-Disposition': 'attachment',",
    replace: "'Content-Disposition': 'inline',",
    tests: [[FETCH, 'is kept']],
    promise: OTHER,
  },
  {
    name: 'media-of-any-size',
    file: 'lib/media/download.ts',
    find: 'if (bytes > most) throw',
    replace: 'if (bytes > 4 * most) throw',
    tests: [[FETCH, 'without an end is cut off at its limit']],
    promise: ENDLESS,
  },
  {
    name: 'length-of-media-not-checked',
    file: 'lib/media/download.ts',
    find: 'if (length !== undefined && length > most) throw new Ended(limits.tooLarge(most));\n  return length;',
    replace: 'return most > 0 ? length : undefined;',
    tests: [[FETCH, 'is refused']],
    promise: ENDLESS,
  },
  {
    name: 'fetches-without-an-end',
    file: 'lib/media/download.ts',
    find: 'if (now - begun < most && now - last < patience.idle) return;',
    replace: 'if (now - last < patience.idle) return;',
    tests: [[DOWNLOAD, 'ends, and is tried again']],
    promise: ENDLESS,
  },
  {
    name: 'slow-answers-pass-for-whole',
    file: 'lib/media/download.ts',
    find: '    if (over) throw over;\n',
    replace: '',
    tests: [[DOWNLOAD, 'ends, and is tried again']],
    promise: ENDLESS,
  },
  {
    name: 'files-of-killed-workers-left',
    file: 'lib/media/leftovers.ts',
    find: '(name) => NAME.test(name)',
    replace: '(name) => NAME.test(name) && name < PREFIX',
    tests: [['test/lib/media/leftovers.test.ts', 'the files of fetches are removed, and nothing else']],
    promise: ENDLESS,
  },
  {
    name: 'samples-without-bytes',
    file: 'lib/media/inspect/film.ts',
    find: 'if (samples > windows.size)',
    replace: 'if (samples > 2 ** 40)',
    tests: [[INSPECT, 'has no more samples than bytes, however it says so']],
    promise: COSTLY,
  },
  {
    name: 'tables-longer-than-their-box',
    file: 'lib/media/inspect/boxes.ts',
    find: 'if (start + count * bytes > box.end)',
    replace: 'if (start + count * bytes > windows.size)',
    tests: [[INSPECT, 'has no table that is longer than its box']],
    promise: COSTLY,
  },
  {
    name: 'boxes-out-of-their-box',
    file: 'lib/media/inspect/boxes.ts',
    find: 'box.end > within',
    replace: 'box.end > windows.size',
    tests: [[INSPECT, 'has no box that reaches out of the one that it is in']],
    promise: COSTLY,
  },
  {
    name: 'headers-of-films-of-any-size',
    file: 'lib/media/inspect/film.ts',
    find: 'box.end - box.start > MOST_HEADER',
    replace: 'box.end - box.start > 4 * MOST_HEADER',
    tests: [[INSPECT, 'has a header of 16 MB at the most']],
    promise: COSTLY,
  },
  {
    name: 'windows-read-again-for-each-part',
    file: 'lib/media/inspect/windows.ts',
    find: 'if (!isLeft) await moveTo(next);',
    replace: 'if (!isLeft || next > start) await moveTo(next);',
    tests: [[INSPECT, 'is read a few times at the most, whatever it holds']],
    promise: FILES,
  },
  {
    name: 'parts-of-any-number',
    file: 'lib/media/inspect/windows.ts',
    find: 'if (work.parts > MOST_PARTS)',
    replace: 'if (work.parts > 100 * MOST_PARTS)',
    tests: [[INSPECT, 'ends at so many parts']],
    promise: FILES,
  },
  {
    name: 'signed-urls-in-profiles',
    file: 'lib/bucket/signed-url.ts',
    find: "typeof url === 'string' && SIGNED.test(url)",
    replace: "typeof url === 'string' && SIGNED.test(url.slice(0, 40))",
    tests: [[PROFILES, 'a URL that was signed is refused']],
    promise: SIGNED,
  },
  {
    name: 'media-in-profiles-in-any-state',
    file: 'lib/media/repository/named.ts',
    find: "found[index]?.status === 'DONE'",
    replace: 'found[index] !== undefined',
    tests: [[PROFILES, 'names no other']],
    promise: SIGNED,
  },
  {
    name: 'questions-of-any-location',
    file: 'lib/contacts/repository/unknown-locations.ts',
    find: 'numbers.filter((number) => !known.has(number))',
    replace: 'numbers.filter((number) => !known.has(number) && number <= 0)',
    tests: [['test/functions/qna/qna.test.ts', 'is refused where it names what is not ours']],
    promise: QUESTIONS,
  },
  {
    name: 'questions-of-a-deleted-location-for-all',
    file: 'lib/qna/repository/question-entity.ts',
    find: 'if (left.length === 0) return questionDeletion(item);',
    replace: '',
    tests: [
      ['test/functions/qna/removal.test.ts', 'a question loses a location that is deleted, and goes with its last one'],
    ],
    promise: QUESTIONS,
  },
];
