/** What customers say, and what it counts for. */
import type { Mutant } from '../mutant.ts';

const ANSWERS = 'threat: stores answers';
const COUNTS = 'threat: shows a change twice';

const NAMED = 'threat: is still named in the audit';
const SUBMIT = 'test/functions/surveys/submit-response.test.ts';
const COUNTED = 'test/functions/insight/counts.test.ts';
const RECOUNT = 'equal a recount after any history, whatever comes twice or is cut off';

export const customers: readonly Mutant[] = [
  {
    name: 'answers-to-what-is-not-asked',
    file: 'lib/surveys/rules/answers.ts',
    find: 'if (!question) {\n      violations.push(',
    replace: 'if (!question) {\n      if (sent.length < 0) violations.push(',
    tests: [[SUBMIT, 'name the place of what is wrong, all of them in problem details']],
    promise: ANSWERS,
  },
  {
    name: 'second-answers-taken',
    file: 'lib/surveys/rules/answers.ts',
    find: 'if (seen.has(questionId)) violations.push',
    replace: 'if (seen.has(-questionId)) violations.push',
    tests: [[SUBMIT, 'name the place of what is wrong, all of them in problem details']],
    promise: ANSWERS,
  },
  {
    name: 'required-answers-left-out',
    file: 'lib/surveys/rules/answers.ts',
    find: 'const isMissing = question.required &&',
    replace: 'const isMissing = question.required && stored.length > 0 &&',
    tests: [[SUBMIT, 'has what is required once it is complete, and goes on until then']],
    promise: ANSWERS,
  },
  {
    name: 'scores-out-of-range',
    file: 'lib/surveys/rules/values.ts',
    find: 'integer >= least && integer <= most',
    replace: 'integer >= least && integer <= 10 * most',
    tests: [[SUBMIT, 'name the place of what is wrong, all of them in problem details']],
    promise: ANSWERS,
  },
  {
    name: 'complete-responses-go-on',
    file: 'lib/surveys/response-context.ts',
    find: 'wrong: before.completed === true ?',
    replace: 'wrong: before.completed === 1 ?',
    tests: [['test/functions/surveys/at-once.test.ts', 'of completions at once one wins, and the others are 2044']],
    promise: ANSWERS,
  },
  {
    name: 'changes-counted-twice',
    file: 'lib/insight/repository/counts.ts',
    find: "ConditionExpression: 'attribute_not_exists(pk)',",
    replace: "ConditionExpression: 'attribute_not_exists(pk) OR attribute_exists(pk)',",
    tests: [[COUNTED, RECOUNT]],
    promise: COUNTS,
  },
  {
    name: 'old-images-stay-counted',
    file: 'lib/insight/count.ts',
    find: 'const [before, after] = [contributionOf(oldImage), contributionOf(newImage)];',
    replace: 'const [before, after] = [newImage && contributionOf(oldImage), contributionOf(newImage)];',
    tests: [[COUNTED, RECOUNT]],
    promise: COUNTS,
  },
  {
    name: 'counts-next-to-their-mark',
    file: 'lib/insight/count.ts',
    find: 'await table.transact([countedOnce(partnerId, eventId), ...actions], undefined, PATIENCE);',
    replace:
      'if (!(await table.transact([countedOnce(partnerId, eventId)], undefined, PATIENCE)))\n    await table.transact(actions, undefined, PATIENCE);',
    tests: [[COUNTED, RECOUNT]],
    promise: COUNTS,
  },
  {
    name: 'marks-of-counts-gone-before-the-stream',
    file: 'lib/insight/repository/counts.ts',
    find: 'const KEPT_SECONDS = 48 * 3600;',
    replace: 'const KEPT_SECONDS = 20 * 3600;',
    tests: [[COUNTED, 'know a change for longer than the stream may show it again']],
    promise: COUNTS,
  },
  {
    name: 'terms-of-all-sources',
    file: 'lib/insight/review-terms.ts',
    find: 'if (sources?.has(source) ?? true)',
    replace: 'if (source !== undefined)',
    tests: [['test/functions/insight/reports.test.ts', 'reports what reviews say as a plain model does']],
    promise: COUNTS,
  },
  {
    name: 'responses-before-their-reviews-have-hours',
    file: 'lib/insight/rules/sums.ts',
    find: 'return waited >= 0 ? waited : undefined;',
    replace: 'return Number.isNaN(waited) ? undefined : waited;',
    tests: [
      ['test/functions/insight/reports.test.ts', 'reports reviews over time and by location as a plain model does'],
    ],
    promise: COUNTS,
  },
  {
    name: 'assignees-stay-in-kept-responses',
    file: 'lib/http/idempotency/idempotency-entity.ts',
    find: '.assignedUserId === userId',
    replace: '.assignedUserId === -userId',
    tests: [['test/tools/admin/conversation-erase.test.ts', ' erase takes what is kept of an update']],
    promise: NAMED,
  },
  {
    name: 'contacts-stay-in-kept-updates',
    file: 'lib/http/idempotency/idempotency-entity.ts',
    find: 'if (whose === contactId)',
    replace: 'if (whose === -contactId)',
    tests: [['test/tools/admin/conversation-erase.test.ts', ' erase takes what is kept of an update']],
    promise: NAMED,
  },
  {
    name: 'requests-in-flight-not-waited-for',
    file: 'tools/data/erase-traces.ts',
    find: 'void (await wait())',
    replace: 'void wait',
    tests: [
      ['test/tools/admin/employee-erase.test.ts', 'finds what a request writes that was under way'],
      ['test/tools/admin/contact-erase.test.ts', 'removes what an import writes that was under way'],
    ],
    promise: NAMED,
  },
  {
    name: 'stored-answers-that-no-longer-fit',
    file: 'lib/surveys/rules/answers.ts',
    find: 'question && answerOf(question, readValue(question, value))',
    replace: 'question && answerOf(question, { value })',
    tests: [
      [
        'test/functions/surveys/data-files.test.ts',
        'an answer that the changed question does not take is none when the response goes on',
      ],
    ],
    promise: ANSWERS,
  },
];
