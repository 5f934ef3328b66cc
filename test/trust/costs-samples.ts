/** The requests that may be the most costly ones: every case of a contract, the extremes of what it takes, and the ways to send them. */
import { type Operation, provocationAt, type SampleRequest } from '../../lib/contract/cases.ts';
import { LARGE, numbersOf } from './costs-world.ts';

interface Sample {
  readonly name: string;
  readonly sample: SampleRequest;
}

/** What a contract's cases can't say: the largest bodies and the deepest windows. By operation. */
const EXTREMES: Readonly<Record<string, (operation: Operation) => readonly Sample[]>> = {
  updateBusiness: ({ cases }) => {
    const body = cases.examples[0].body as object;
    const filled = (length: number, more: object = {}) => ({
      body: { ...body, products: 'x'.repeat(length), ...more },
    });
    return [
      { name: 'a body that need not be checked on the record', sample: filled(60_000) },
      { name: 'a body that is checked on the record', sample: filled(90_001) },
      { name: 'a record that becomes too large', sample: filled(120_000) },
      { name: 'a body of 900 KB', sample: filled(900_000) },
    ];
  },
  getMenuDetails: () => {
    const of = (account: number, parameters: object = {}) => ({ 'x-business-number': account, ...parameters });
    return [
      { name: 'the menus of a large account', sample: { parameters: of(LARGE.menus), body: {} } },
      {
        name: 'as many menus as a request may read',
        sample: { parameters: of(LARGE.menus, { sindex: 0, count: 55 }), body: {} },
      },
      {
        name: '54 named menus',
        sample: { parameters: of(LARGE.menus), body: { businessNumbers: numbersOf(LARGE.menus).slice(0, 54) } },
      },
      {
        name: '500 named locations',
        sample: { parameters: of(LARGE.menus), body: { businessNumbers: numbersOf(LARGE.menus) } },
      },
      {
        name: 'a window too deep to be found',
        sample: { parameters: of(LARGE.index, { sindex: 99_000, count: 1000 }), body: {} },
      },
      {
        name: 'a window that is just found',
        sample: { parameters: of(LARGE.index, { sindex: 60, count: 1 }), body: {} },
      },
    ];
  },
};

/** Every case of an operation, and its extremes. */
export const samplesOf = (operation: Operation): readonly Sample[] => {
  const { cases, paging } = operation;
  const now = Date.now();
  const provoked = Object.entries(cases.provocations).flatMap(([name, each]) => {
    const sample = provocationAt(now, each);
    return sample ? [{ name, sample }] : [];
  });
  const foreign = Object.entries(cases.foreign).flatMap(([place, { foreign: theirs, absent }]) => [
    { name: `another partner's ${place}`, sample: theirs },
    { name: `a ${place} that is not there`, sample: absent },
  ]);
  const deep = paging
    ? [
        {
          name: 'the deepest window',
          sample: { parameters: { [paging.start]: 100_000 - paging.most, [paging.size]: paging.most } },
        },
      ]
    : [];
  return [
    ...cases.examples.map((sample) => ({ name: `example "${sample.summary}"`, sample })),
    ...provoked,
    ...foreign,
    ...deep,
    ...(EXTREMES[operation.id]?.(operation) ?? []),
  ];
};

const ALL = Number.POSITIVE_INFINITY;

interface Way {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** How many of its writes find a record that another client has just changed. */
  readonly contends: number;
  /** What it asks for was done before, by the same request without these headers. */
  readonly again?: true;
}

/** Ways to send a request. `turn` distinguishes idempotency keys. */
export const waysOf = ({ writes, ifMatch }: Operation, turn: number): readonly Way[] => {
  const way = (name: string, parameters: Way['parameters'] = {}, contends = 0, headers = {}): Way => ({
    name,
    parameters,
    headers,
    contends,
  });
  const key = (name: string) => ({ 'Idempotency-Key': `costs-${turn}-${name}` });
  const costly = writes
    ? [
        way('Idempotency-Key', key('alone')),
        way('others faster', {}, ALL),
        way('Idempotency-Key, others faster', key('contended'), ALL),
        way('Idempotency-Key, others faster twice', key('twice'), 2),
        { ...way('sent again, Idempotency-Key', key('again')), again: true as const },
        { ...way('sent again, Idempotency-Key, others faster twice', key('again-twice'), 2), again: true as const },
      ]
    : [];
  return [
    way(''),
    way('problem details', {}, 0, { Accept: 'application/problem+json' }),
    ...costly,
    ...(writes ? [way('a dry run', { validateOnly: 'true' })] : []),
    ...(ifMatch
      ? [way('If-Match', { 'If-Match': '*' }), way('If-Match, others faster', { 'If-Match': '*' }, ALL)]
      : []),
  ];
};
