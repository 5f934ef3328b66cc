import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StoredJob } from '../../../../lib/connectors/repository/job.ts';
import { entered, isFull, left, type Sequence } from '../../../../lib/connectors/repository/sequence.ts';
import { probeWaits, waitAfter } from '../../../../lib/connectors/repository/times.ts';
import { meaningOf, reasonShown } from '../../../../lib/connectors/rules/answer.ts';
import { decisionOn } from '../../../../lib/connectors/rules/decision.ts';
import { sandboxAnswer } from '../../../../lib/connectors/rules/sandbox.ts';

const job = (more: Partial<StoredJob>) => ({ act: 'post.publish', status: 'pending', ...more }) as StoredJob;
const done = (resultId?: string) => ({ status: 'done', ...(resultId !== undefined && { resultId }) }) as const;

describe('Of several results', () => {
  it.each([
    ['the first is written', job({}), done('a'), undefined],
    ['one after a 202 is written', job({ status: 'accepted' }), done('a'), undefined],
    ['the same again changes nothing', job({ status: 'done', resultId: 'a' }), done('a'), 'unchanged'],
    ['one with another id is late', job({ status: 'done', resultId: 'a' }), done('b'), 'late'],
    ['another status is late', job({ status: 'done', resultId: 'a' }), { status: 'failed' }, 'late'],
    ['done without an id is refused', job({}), done(), 'refused'],
    ['done of a change needs none', job({ act: 'post.edit' }), done(), undefined],
    ['done counts where it ended without one', job({ status: 'failed', isEndedByUs: true }), done('a'), undefined],
    ['failed does not', job({ status: 'failed', isEndedByUs: true }), { status: 'failed' }, 'late'],
  ] as const)('%s', (_, of, outcome, decision) => expect(decisionOn(of, {}, outcome, {})).toBe(decision));

  it('done is late where its change is not the last one any more', () =>
    expect(
      decisionOn(job({ act: 'post.edit', status: 'failed', isEndedByUs: true }), {}, done(), {
        isLateWelcome: () => false,
      }),
    ).toBe('late'));
});

describe('An answer', () => {
  it.each([
    ['{"status":"done","id":"7"}', { outcome: { status: 'done', resultId: '7' } }],
    ['{"status":"done"}', { means: 'failed', error: 'bad answer' }],
    ['{"status":"done","id":"7","url":"ftp://x"}', { means: 'failed', error: 'bad answer' }],
    ['{"status":"failed","reason":" \\n "}', { outcome: { status: 'failed', reason: 'refused' } }],
    ['[]', { means: 'failed', error: 'bad answer' }],
    [undefined, { means: 'failed', error: 'bad answer' }],
  ])('%s', (body, meaning) =>
    expect(meaningOf('post.publish', { status: 200, ...(body !== undefined && { body }) })).toEqual(meaning),
  );

  it('of another status is a try that failed, but for 202 and 410', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 599 }), (status) => {
        fc.pre(status !== 200);
        const means = { 202: 'accepted', 410: 'gone' }[status] ?? 'failed';
        expect(meaningOf('post.publish', { status })).toEqual({ means });
      }),
    );
  });

  it('shows a reason without its controls', () => expect(reasonShown(' no\u0007 way\n')).toBe('no way'));

  it('never shows a reason that is blank, too long or has controls', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 1200 }), (reason) => {
        const shown = reasonShown(reason);
        expect(shown.trim()).toBe(shown);
        expect([...shown].length).toBeLessThanOrEqual(500);
        expect(shown).toMatch(/^\P{Cc}+$/u);
      }),
    );
  });
});

describe('A sequence', () => {
  it('lets jobs out in the order in which they entered, and holds 21', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 80 }), (steps) => {
        let sequence: Sequence = { waiting: [] };
        const inside: string[] = [];
        for (const [index, enters] of steps.entries()) {
          if (enters && !isFull(sequence)) {
            sequence = entered(sequence, `j${index}`);
            inside.push(`j${index}`);
          } else if (!enters && sequence.first !== undefined) {
            sequence = left(sequence, sequence.first, sequence.waiting[0]);
            inside.shift();
          }
          expect([sequence.first, ...sequence.waiting].filter((each) => each !== undefined)).toEqual(inside);
          expect(inside.length).toBeLessThanOrEqual(21);
        }
      }),
    );
  });
});

describe('The sandbox connector', () => {
  const ask = (text: string, attempt = 1) =>
    sandboxAnswer({
      type: 'post.publish',
      data: { text, attempt, channel: 'ALPHA', trackingId: 't', locationNumber: 1 },
    });
  it.each([
    ['plain', 200, '"done"'],
    ['a #REJECT. and #fail', 200, '"rejected"'],
    ['#failing #fail', 200, '"failed"'],
    ['#laterfail', 202, undefined],
    ['#reply #fail', 200, '"failed"'],
  ])('%s', (text, status, said) => {
    const { answer } = ask(text);
    expect(answer.status).toBe(status);
    if (said) expect(answer.body).toContain(said);
  });
  it('fails twice on #flaky', () =>
    expect([1, 2, 3].map((attempt) => ask('#flaky', attempt).answer.status)).toEqual([503, 503, 200]));
});

it('waits grow to two hours, are shortened by a fifth at most, and never below what is asked', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 60].map((tries) => waitAfter(tries, 0, 0) / 1000)).toEqual([
    5, 30, 120, 600, 1800, 3600, 7200, 7200,
  ]);
  expect(waitAfter(0, 0, 1)).toBe(4000);
  expect(probeWaits()).toEqual([5000, 30_000, 120_000]);
  expect(waitAfter(0, 60_000, 1)).toBe(60_000);
});
