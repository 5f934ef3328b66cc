/** What is fetched of others' servers, kept and served: media; and what a question belongs to. */
import type { Mutant } from '../mutant.ts';

const PART = 'part: uploads';
const INSIDE = 'threat: has us fetch a file out of networks';
const OTHER = 'threat: has us keep and serve a file that is another';
const ENDLESS = 'threat: has us fetch files without an end';
const SIGNED = 'threat: names a file in a profile';
const QUESTIONS = 'threat: attaches a question';

const FETCH = 'test/functions/media/fetch.test.ts';
const DOWNLOAD = 'test/functions/media/download.test.ts';
const PROFILES = 'test/functions/media/profiles.test.ts';

export const content: readonly Mutant[] = [
  {
    name: 'ended-media-written-again',
    file: 'lib/media/repository/settling.ts',
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
    name: 'addresses-of-media-not-judged',
    file: 'lib/media/download.ts',
    find: 'lookup: judgedLookup(resolve, { allowLocal })',
    replace: 'lookup: judgedLookup(resolve, { allowLocal: true })',
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
    file: 'lib/media/inspect/foreign.ts',
    find: 'text.includes(mark)',
    replace: 'text.startsWith(mark)',
    tests: [[FETCH, 'is refused']],
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
    name: 'length-of-media-not-judged',
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
    name: 'signed-urls-in-profiles',
    file: 'lib/business/rules/media.ts',
    find: "return typeof sent === 'string' && SIGNED.test(sent)",
    replace: "return typeof sent === 'string' && SIGNED.test(sent.slice(0, 40))",
    tests: [[PROFILES, 'a URL that was signed is refused']],
    promise: SIGNED,
  },
  {
    name: 'media-in-profiles-in-any-state',
    file: 'lib/media/repository/named.ts',
    find: ".filter((_, index) => media[index]?.status !== 'DONE')",
    replace: '.filter((_, index) => media[index] === undefined)',
    tests: [[PROFILES, 'names no other']],
    promise: SIGNED,
  },
  {
    name: 'questions-of-any-location',
    file: 'lib/qna/save.ts',
    find: 'numbers.find((number) => !known.has(number))',
    replace: 'numbers.find((number) => !known.has(number) && number <= 0)',
    tests: [['test/functions/qna/qna.test.ts', 'is refused where it names what is not ours']],
    promise: QUESTIONS,
  },
  {
    name: 'questions-of-a-deleted-location-for-all',
    file: 'lib/qna/repository/question.ts',
    find: 'if (left.length === 0) return questionDeletion(item);',
    replace: '',
    tests: [
      ['test/functions/qna/removal.test.ts', 'a question loses a location that is deleted, and goes with its last one'],
    ],
    promise: QUESTIONS,
  },
];
