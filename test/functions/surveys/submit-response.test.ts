/** Responses: what is accepted, how it merges, who takes part, and what is refused in which order. */
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '../../../lib/dynamodb/client/clock.ts';
import { answerOf } from '../../support/call.ts';
import { ASKS_PROBLEM, listedIn, refused } from '../../support/expected.ts';
import { bring, openWorld, scan } from '../../support/opened-world.ts';
import {
  created,
  get,
  invalid,
  itemsOf,
  NO_BUSINESS,
  NO_SURVEY,
  newAccount,
  question,
  shown,
  submit,
  submitted,
} from './support.ts';

beforeAll(() => openWorld());

const COMPLETE = refused(400, 2044, 'The response is complete already');
const NO_RESPONSE = invalid('responseId is of no response to this survey at this location');
const DRY_RUN = { query: { validateOnly: 'true' } };

describe('answers', () => {
  const of = async (more: object) => {
    const n = await newAccount();
    return { n, id: await created(n, [question({ title: 'Asked', ...more })]) };
  };
  const said = async (more: object, value: unknown) => {
    const { n, id } = await of(more);
    const answer = await submit(id, n + 1, { answers: [{ questionId: '1', value }] });
    if (answer.status !== 200) return answer.body.message;
    return (await shown(id, n, answer.body.responseId)).answers.map((each: { answer: string }) => each.answer);
  };
  const wrong = (problem: string) => `answers[0].value (question 1, "Asked") ${problem}`;
  const choices = { choices: ['a', 'b,c', '3'] };
  const IN_LIST = wrong('must be one of its choices');
  const ISO = wrong('must be an ISO 8601 date or time');

  it.each<readonly [object, unknown, unknown]>([
    [{ type: 'nps' }, 0, ['0']],
    [{ type: 'nps' }, ' 10 ', ['10']],
    [{ type: 'nps' }, 11, wrong('must be a whole number from 0 to 10')],
    [{ type: 'nps' }, -1, wrong('must be a whole number from 0 to 10')],
    [{ type: 'nps' }, 9.5, wrong('must be a whole number from 0 to 10')],
    [{ type: 'nps' }, '9.0', wrong('must be a whole number from 0 to 10')],
    [{ type: 'nps' }, [9], wrong('must be a whole number from 0 to 10')],
    [{ type: 'nps' }, true, wrong('must be a whole number from 0 to 10')],
    [{ type: 'rating', minValue: 0, maxValue: 3 }, 3, ['3']],
    [{ type: 'rating' }, 0, wrong('must be a whole number from 1 to 5')],
    [{ type: 'radio', ...choices }, ' a ', ['a']],
    [{ type: 'radio', ...choices }, 3, ['3']],
    [{ type: 'radio', ...choices }, ['b,c'], ['b,c']],
    [{ type: 'radio', ...choices }, 'A', IN_LIST],
    [{ type: 'dropdown', ...choices }, ['a', '3'], IN_LIST],
    [{ type: 'checkbox', ...choices }, ['3', 'a'], ['a, 3']],
    [{ type: 'checkbox', ...choices }, 'b,c', ['b,c']],
    [{ type: 'checkbox', ...choices }, ['a', 'a'], wrong('must name each choice once')],
    [{ type: 'checkbox', ...choices }, ['a', 'd'], wrong('must be among its choices')],
    [{ type: 'checkbox', ...choices }, {}, wrong('must be among its choices')],
    [{ type: 'text' }, ' two\nlines ', ['two\nlines']],
    [{ type: 'text' }, 7, ['7']],
    [{ type: 'text' }, 'x'.repeat(1001), wrong('must have at most 1000 characters')],
    [{ type: 'text' }, '\u{1f600}'.repeat(1000), ['\u{1f600}'.repeat(1000)]],
    [{ type: 'text' }, ['x'], wrong('must be text')],
    [{ type: 'review' }, 'x'.repeat(1001), wrong('must have at most 1000 characters')],
    [{ type: 'location' }, 'Town hall', ['Town hall']],
    [{ type: 'textarea' }, 'x'.repeat(10_000), ['x'.repeat(10_000)]],
    [{ type: 'textarea' }, 'x'.repeat(10_001), wrong('must have at most 10000 characters')],
    [{ type: 'datetime' }, '2026-02-28T10:00:00+02:00', ['2026-02-28T10:00:00+02:00']],
    [{ type: 'datetime' }, '2026-02-28', ['2026-02-28']],
    [{ type: 'datetime' }, '2026-02-29', ISO],
    [{ type: 'datetime' }, '2026-02-28T25:00', ISO],
    [{ type: 'datetime' }, '02/28/2026', ISO],
    [{ type: 'datetime' }, 1_767_225_600_000, ISO],
    [{ type: 'contact' }, { name: ' Ada ', email: '', phone: '1' }, ['Ada, 1']],
    [{ type: 'contact' }, { name: '', other: 'x' }, []],
    [{ type: 'contact' }, { email: 'ada' }, wrong('must have one email address')],
    [{ type: 'contact' }, { name: 'a\nb' }, wrong('must have a name of one line and at most 100 characters')],
    [{ type: 'contact' }, 'Ada', wrong('must be an object of name, email and phone')],
    [{ type: 'label' }, 'x', wrong('takes no answer')],
    [{ type: 'label', required: true }, null, []],
    ...['', null, [], '\u200b'].map((blank) => [{ type: 'text' }, blank, []] as const),
  ])('to %j: %j', async (more, value, answer) => {
    expect(await said(more, value)).toEqual(answer);
  });

  it('are a list, or the survey as it is answered, in `answers` or in the body', async () => {
    const n = await newAccount();
    const id = await created(n, [question({ type: 'nps' }), question(), question()]);
    const survey = (await get(id, n)).body;
    const [first, , third] = survey.pages[0].questions;
    first.value = 4;
    third.value = 'x';
    const all = [
      await submitted(id, n + 1, { answers: survey }),
      await submitted(id, n + 1, survey),
      await submitted(id, n + 1, { answers: { pages: survey.pages } }),
      await submitted(id, n + 1, { ...survey, answers: null }),
    ];
    for (const each of all) {
      const { answers, responseDate } = await shown(id, n, each);
      expect(answers.map(({ questionId, answer }: never) => [questionId, answer])).toEqual([
        [1, '4'],
        [3, 'x'],
      ]);
      const today = new Date(clock.now()).toISOString();
      expect(responseDate).toBe(`${today.slice(5, 7)}/${today.slice(8, 10)}/${today.slice(0, 4)}`);
    }
  });

  it('name the place of what is wrong, all of them in problem details', async () => {
    const { n, id } = await of({ type: 'nps' });
    const send = async (answers: unknown) => (await submit(id, n + 1, { answers })).body.message;
    expect(await send('x')).toBe('answers must be an array of answers, or a survey with a value in its questions');
    expect(await send([3])).toBe('answers[0] must be an object');
    expect(await send([{ value: 3 }])).toBe('answers[0].questionId is required');
    expect(await send([{ questionId: 'x', value: 3 }])).toBe('answers[0].questionId must be the id of a question');
    for (const questionId of [true, '0x1', '1e0', {}, -1, 1.5])
      expect(await send([{ questionId, value: 3 }])).toBe('answers[0].questionId must be the id of a question');
    expect((await submit(id, n + 1, { answers: [{ questionId: ' +1.0 ', value: 3 }] })).status).toBe(200);
    expect(await send([{ questionId: 2, value: 3 }])).toBe(
      'answers[0].value answers question 2, which the survey does not have',
    );
    expect(await send([1, 1].map((questionId) => ({ questionId, value: 3 })))).toBe(
      'answers[1].value (question 1, "Asked") is a second answer to it',
    );
    expect(await send({ pages: [{ questions: [{ id: 1, value: 11 }] }] })).toBe(
      'answers.pages[0].questions[0].value (question 1, "Asked") must be a whole number from 0 to 10',
    );
    const body = { answers: [{ questionId: 1, value: 'x' }, { questionId: 9 }] };
    const { body: problem } = await submit(id, n + 1, body, { headers: { Accept: 'application/problem+json' } });
    expect(problem.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/answers/0/value',
      '/answers/1/value',
    ]);
  });
});

describe('a response', () => {
  const QUESTIONS = [
    question({ type: 'nps', required: true }),
    question({ type: 'rating', minValue: 0, maxValue: 2 }),
    question({ type: 'label', required: true }),
  ];
  const missing = invalid('answers (question 1, "What?") is required');

  it('has what is required once it is complete, and goes on until then', async () => {
    const n = await newAccount();
    const id = await created(n, QUESTIONS);
    expect(await answerOf(submit(id, n + 1, {}))).toEqual(missing);
    const part = { isComplete: 0, created: 1_700_000_000_000, source: 'kiosk', answers: [{ questionId: 2, value: 1 }] };
    const responseId = await submitted(id, n + 1, part);
    expect(await shown(id, n, responseId)).toMatchObject({ completed: false, overallScore: null, source: 'kiosk' });
    const go = (more: object) => submit(id, n + 1, { responseId, ...more });
    expect(await answerOf(go({}))).toEqual(missing);
    expect((await go({ isComplete: 'no', answers: [{ questionId: 1, value: 5 }] })).status).toBe(200);
    expect((await go({ isComplete: 0, answers: [{ questionId: 1, value: null }] })).status).toBe(200);
    expect(await answerOf(go({}))).toEqual(missing);
    expect((await go({ answers: [{ questionId: 1, value: 6 }] })).status).toBe(200);
    expect(await shown(id, n, responseId)).toMatchObject({
      completed: true,
      requestDate: '11/14/2023',
      responseDate: '11/14/2023',
      source: 'kiosk',
      locale: 'en',
      businessNumber: n + 1,
      locationName: 'Place 1',
      questionCount: 3,
      overallScore: 55,
      answers: [
        { questionId: 1, questionTitle: 'What?', questionType: 'nps', answer: '6' },
        { questionId: 2, questionType: 'rating', answer: '1' },
      ],
    });
    expect(await answerOf(go({ answers: [{ questionId: 1, value: 'x' }] }))).toEqual(COMPLETE);
    expect((await get(id, n)).body.responses).toBe(1);
  });

  it('is of its survey and its location', async () => {
    const n = await newAccount();
    const [id, other] = [await created(n, QUESTIONS), await created(n, QUESTIONS)];
    const responseId = await submitted(id, n + 1, { isComplete: 0 });
    for (const [survey, location] of [
      [other, n + 1],
      [id, n + 2],
    ] as const)
      expect(await answerOf(submit(survey, location, { responseId }))).toEqual(NO_RESPONSE);
    expect(await answerOf(submit(id, n + 1, { responseId: 'x' }))).toMatchObject({ status: 400, body: { code: 400 } });
  });

  it('is no later than now, and of any moment before', async () => {
    const n = await newAccount();
    const id = await created(n);
    expect(await answerOf(submit(id, n + 1, { created: clock.now() + 60_000 }))).toEqual(
      invalid('created must not be after now'),
    );
    expect((await submit(id, n + 1, { created: '0' })).status).toBe(200);
    expect((await submit(id, n + 1, { created: -1 })).body.message).toBe('created must be at least 0');
  });

  it('keeps what it has where nothing else is sent, and takes what is', async () => {
    const n = await newAccount();
    await bring([1, 2].map((id) => ({ type: 'contact', accountNumber: n, contact: { id, firstName: `P${id}` } })));
    const id = await created(n);
    const responseId = await submitted(id, n + 1, { isComplete: 0, created: 5, customerId: 1, source: 'a' });
    await submitted(id, n + 1, { isComplete: 0, responseId });
    expect(await shown(id, n, responseId)).toMatchObject({ customerId: 1, customerName: 'P1', source: 'a' });
    await submitted(id, n + 1, { responseId, created: 86_400_000, customerId: 2, source: 'b' });
    expect(await shown(id, n, responseId)).toMatchObject({
      customerId: 2,
      customerName: 'P2',
      source: 'b',
      requestDate: '01/02/1970',
    });
  });

  it('keeps an answer of 0 that is sent as -0, and changes nothing where it is sent once more', async () => {
    const n = await newAccount();
    const id = await created(n, [question({ type: 'nps' })]);
    for (const value of ['-0', '"-0"', '-0.0']) {
      const part = (responseId = '') => `{"answers":[{"questionId":1,"value":${value}}],"isComplete":0${responseId}}`;
      const first = await submit(id, n + 1, part());
      expect(first.status).toBe(200);
      const { responseId } = first.body;
      for (const _time of ['once more', 'and again'])
        expect((await submit(id, n + 1, part(`,"responseId":${responseId}`))).body).toEqual({ responseId });
      expect((await shown(id, n, responseId)).answers[0].answer).toBe('0');
    }
  });

  it('is written once under a key, and not at all in a dry run', async () => {
    const n = await newAccount();
    const id = await created(n, QUESTIONS);
    const answers = [{ questionId: 1, value: 9 }];
    expect(await answerOf(submit(id, n + 1, { answers }, DRY_RUN))).toEqual({ status: 200, body: { responseId: 0 } });
    expect(await answerOf(submit(id, n + 1, {}, DRY_RUN))).toEqual(missing);
    const responseId = await submitted(id, n + 1, { isComplete: 0 });
    expect((await submit(id, n + 1, { responseId, answers }, DRY_RUN)).body).toEqual({ responseId });
    const more = { headers: { 'Idempotency-Key': 'response-1' } };
    const finish = () => answerOf(submit(id, n + 1, { responseId, answers }, more));
    expect([await finish(), await finish()]).toEqual([
      { status: 200, body: { responseId } },
      { status: 200, body: { responseId } },
    ]);
    expect(await answerOf(submit(id, n + 1, { responseId, answers }))).toEqual(COMPLETE);
    const again = { headers: { 'Idempotency-Key': 'response-2' } };
    const first = await answerOf(submit(id, n + 1, { answers }, again));
    expect(await answerOf(submit(id, n + 1, { answers }, again))).toEqual(first);
    expect((await get(id, n)).body.responses).toBe(2);
  });

  it('is too large over 128 KB', async () => {
    const n = await newAccount();
    const id = await created(n, Array(14).fill(question({ type: 'textarea' })));
    const answers = Array.from({ length: 14 }, (_, index) => ({ questionId: index + 1, value: 'x'.repeat(10_000) }));
    const answer = refused(413, 413, 'The record is too large');
    expect(await answerOf(submit(id, n + 1, { answers }))).toEqual(answer);
    expect(await answerOf(submit(id, n + 1, { answers }, DRY_RUN))).toEqual(answer);
    expect((await submit(id, n + 1, { answers: answers.slice(1, 13) })).status).toBe(200);
  });
});

describe('what is wrong is said in order', () => {
  it('the body, the business, the survey, the response, the customer, the answers', async () => {
    const n = await newAccount();
    const id = await created(n);
    const later = { answers: [{ questionId: 9, value: 1 }] };
    expect(await answerOf(submit('x', 'x', { source: 'a\nb', ...later }))).toMatchObject({ body: { code: 400 } });
    for (const number of ['x', '', n, 201, 999_999, 200])
      expect(await answerOf(submit('x', number, { responseId: 1, ...later }))).toEqual(NO_BUSINESS);
    for (const each of ['x', 1, id + 1])
      expect(await answerOf(submit(each, n + 1, { responseId: 1, ...later }))).toEqual(NO_SURVEY);
    const other = await newAccount();
    expect(await answerOf(submit(id, other + 1, later))).toEqual(NO_SURVEY);
    expect(await answerOf(submit(id, n + 1, { responseId: 1, customerId: 1, ...later }))).toEqual(NO_RESPONSE);
    expect(await answerOf(submit(id, n + 1, { customerId: 1, ...later }))).toMatchObject({
      status: 404,
      body: { code: 5043 },
    });
    expect(await answerOf(submit(id, n + 1, later))).toMatchObject({ body: { code: 400 } });
  });
});

describe('problem details', () => {
  const send = (id: number, location: number, body: object) => listedIn(submit(id, location, body, ASKS_PROBLEM));
  const answers = [
    { questionId: 1, value: 11 },
    { questionId: 9, value: 1 },
  ];
  const wrong = [
    ['/answers/0/value', 400],
    ['/answers/1/value', 400],
  ];

  it('name the response, the customer and all answers that are wrong', async () => {
    const n = await newAccount();
    await bring([{ type: 'contact', accountNumber: n, contact: { id: 1, email: 'b@mail.example', blocked: true } }]);
    const id = await created(n, [question({ type: 'nps' }), question({ required: true })]);
    const late = [...wrong, ['/answers', 400]];
    const customer = { name: 'Bea', email: 'b@mail.example' };
    expect(await send(id, n + 1, { customerId: 5, answers })).toEqual([['/customerId', 5043], ...late]);
    expect(await send(id, n + 1, { customer, answers })).toEqual([['/customer', 5046], ...late]);
    const gone = [
      ['/responseId', 400],
      ['/customerId', 5043],
    ];
    // What the response lacks no one knows where it is not there.
    expect(await send(id, n + 1, { responseId: 5, customerId: 5, answers })).toEqual([...gone, ...wrong]);
    const responseId = await submitted(id, n + 1, { customerId: 1, answers: [{ questionId: 2, value: 'x' }] });
    expect(await send(id, n + 1, { responseId, answers })).toEqual([['/responseId', 2044], ...wrong]);
    expect(await send(id, n + 1, { responseId })).toEqual([['/responseId', 2044]]);
    // Next to what the request itself says, too.
    const odd = { isComplete: [], customer: { name: 'Bea', email: 'x' } };
    const [isOdd, isNone] = [
      ['/isComplete', 400],
      ['/customer/email', 1087],
    ];
    expect(await send(id, n + 1, { ...odd, answers })).toEqual([isOdd, ...late, isNone]);
    const ended = ['/responseId', 2044];
    expect(await send(id, n + 1, { ...odd, responseId, answers })).toEqual([isOdd, ...wrong, isNone, ended]);
    const long = { customer: { name: 'Bea', email: `${'x'.repeat(40)}@m.example` } };
    const isLong = ['/customer/email', 1088];
    expect(await send(id, n + 1, { ...long, answers })).toEqual([isLong, ...late]);
    expect(await send(id, n + 1, { ...long, isComplete: [], answers })).toEqual([isOdd, ...late, isLong]);
    // What can't be read may be what else would be missing.
    expect(await send(id, n + 1, { answers: [...answers, 5] })).toEqual([['/answers/2', 400], ...wrong]);
    expect(await send(id + 1, n + 1, odd)).toEqual([isOdd, isNone]);
  });
});

describe('a customer', () => {
  const codes: readonly (readonly [object, number, string])[] = [
    [{}, 1142, 'Customer name must not be blank'],
    [{ name: 'x'.repeat(101) }, 1001, 'Name is too long'],
    [{ name: 'Ada' }, 1086, 'Customer email must not be blank'],
    [{ name: 'Ada', email: 'x' }, 1087, 'Customer email is invalid'],
    [{ name: 'Ada', email: `${'x'.repeat(40)}@m.example` }, 1088, 'Customer email must have at most 40 characters'],
    [{ name: 'Ada', phone: '1'.repeat(41) }, 1055, 'Not a valid phone number'],
    [{ name: 'Ada', phone: '1' }, 1055, 'Not a valid phone number'],
    [{ name: 'Bea', email: 'blocked@mail.example' }, 5046, 'Contact is blocked'],
  ];

  it('has the codes of check in', async () => {
    const n = await newAccount();
    const contact = { id: 1, email: 'blocked@mail.example', blocked: true };
    await bring([{ type: 'contact', accountNumber: n, contact }]);
    const id = await created(n);
    for (const [customer, code, message] of codes)
      expect(await answerOf(submit(id, n + 1, { customer }))).toEqual(refused(400, code, message));
    const both = { customer: { name: 'Ada', email: 'a@b.example' }, customerId: 1 };
    expect(await answerOf(submit(id, n + 1, both))).toEqual(invalid('customerId must not be sent with customer'));
    // One that is named by its id may be blocked.
    expect((await submit(id, n + 1, { customerId: 1 })).status).toBe(200);
  });

  const contactsOf = async (n: number) =>
    (await scan()).filter(({ type, accountNumber }) => type === 'contact' && accountNumber === n);
  const activitiesOf = async (n: number) =>
    (await scan())
      .filter(({ type, accountNumber }) => type === 'contactActivity' && accountNumber === n)
      .map(({ kinds, details }) => [kinds, details]);

  it('who has another phone by now is found by it from then on, and not by the old one', async () => {
    const n = await newAccount();
    const id = await created(n);
    const [email, old] = ['ada@mail.example', '(805) 555-0171'];
    await bring([{ type: 'contact', accountNumber: n, contact: { id: 1, firstName: 'Ada', email, phone: old } }]);
    expect((await submit(id, n + 1, { customer: { name: 'Ada', email, phone: '(805) 555-0172' } })).status).toBe(200);
    expect((await submit(id, n + 1, { customer: { name: 'Ada', phone: '(805) 555-0172' } })).status).toBe(200);
    expect(await contactsOf(n)).toHaveLength(1);
    expect((await submit(id, n + 1, { customer: { name: 'Bea', phone: old } })).status).toBe(200);
    expect(await contactsOf(n)).toHaveLength(2);
  });

  it('is created with the response, mapped to the location, and known the next time', async () => {
    const n = await newAccount();
    const id = await created(n);
    const customer = { name: 'Vera Lind', email: 'Vera@mail.example' };
    expect((await submit(id, n + 1, { customer }, DRY_RUN)).body).toEqual({ responseId: 0 });
    expect(await contactsOf(n)).toEqual([]);
    const first = await submitted(id, n + 1, { customer });
    const [contact, ...others] = await contactsOf(n);
    expect(others).toEqual([]);
    expect(contact).toMatchObject({
      name: 'Vera Lind',
      businessNumbers: [n + 1],
      contact: { firstName: 'Vera', lastName: 'Lind', email: 'Vera@mail.example', sourceKind: 'api' },
    });
    const { id: customerId } = contact!.contact as { id: number };
    expect(await shown(id, n, first)).toMatchObject({ customerId, customerName: 'Vera Lind' });
    const second = await submitted(id, n + 2, { customer: { name: 'V', email: 'vera@MAIL.example' } });
    const [after] = await contactsOf(n);
    expect(after).toMatchObject({ name: 'Vera Lind', businessNumbers: [n + 1, n + 2] });
    expect(await shown(id, n, second)).toMatchObject({ customerId });
    expect((await activitiesOf(n)).toSorted()).toEqual(
      [
        [['created', 'survey'], { surveyId: id, responseId: first, businessNumber: n + 1 }],
        [['survey'], { surveyId: id, responseId: second, businessNumber: n + 2 }],
      ].toSorted(),
    );
  });

  it('has an activity once the response is complete, not before', async () => {
    const n = await newAccount();
    const id = await created(n);
    await bring([{ type: 'contact', accountNumber: n, contact: { id: 7, firstName: 'Ida' } }]);
    const responseId = await submitted(id, n + 1, { isComplete: 0, customerId: 7 });
    expect(await activitiesOf(n)).toEqual([]);
    const [before] = await contactsOf(n);
    await submitted(id, n + 1, { responseId });
    expect(await activitiesOf(n)).toEqual([[['survey'], { surveyId: id, responseId, businessNumber: n + 1 }]]);
    const [after] = await contactsOf(n);
    expect(after!.version).toBe(Number(before!.version) + 1);
    expect(String(after!.lastActivityAt) > String(before!.lastActivityAt)).toBe(true);
    expect((after!.contact as { mappings?: unknown }).mappings).toBeUndefined();
  });

  it('who is gone when the response is completed is named by the id alone', async () => {
    const n = await newAccount();
    const id = await created(n);
    await bring([{ type: 'contact', accountNumber: n, contact: { id: 7, firstName: 'Ida' } }]);
    const responseId = await submitted(id, n + 1, { isComplete: 0, customerId: 7 });
    const { remove } = await import('../contacts/writes.ts');
    expect((await remove({ id: 7 }, { query: { businessId: String(n) } })).status).toBe(200);
    await submitted(id, n + 1, { responseId });
    expect(await shown(id, n, responseId)).toMatchObject({ completed: true, customerId: 7, customerName: '' });
    expect((await itemsOf(n)).find((item) => item.responseId === responseId)).toMatchObject({ completed: true });
  });
});
