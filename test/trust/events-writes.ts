/** The writes of the storm: of two partners, by several operations, with such as are refused, repeated or change nothing. */
import { KEYS, REQUIRED } from '../support/world.ts';
import type { Change } from './events-check.ts';
import type { Random } from './random.ts';

export interface Partner {
  readonly partnerId: 'ours' | 'theirs';
  readonly account: number;
  readonly competitor: number;
  /** The first two have subscriptions of their own. */
  readonly locations: readonly number[];
  /** One that no client writes to. */
  readonly marked: number;
}

const LOCATIONS = 6;
const locationsFrom = (first: number) => Array.from({ length: LOCATIONS }, (_, index) => first + index);

export const partners: readonly Partner[] = [
  { partnerId: 'ours', account: 100, competitor: 301, locations: locationsFrom(7000), marked: 7900 },
  { partnerId: 'theirs', account: 200, competitor: 401, locations: locationsFrom(8000), marked: 8900 },
];

export const worldRecords: readonly unknown[] = partners.flatMap(({ account, locations, marked }) =>
  [...locations, marked].map((businessNumber) => ({
    type: 'business',
    businessNumber,
    accountNumber: account,
    business: {},
  })),
);

/** What was written, and how often it must stand in the table's history. */
export interface Entry {
  readonly what: string;
  times: number;
  readonly matches: (change: Change) => boolean;
}

export type Ask = (
  partnerId: Partner['partnerId'],
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ readonly status: number; readonly body: unknown }>;

/** @param url - of the gateway */
export const createAsk =
  (url: string): Ask =>
  async (partnerId, method, path, body, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: { 'x-api-key': KEYS[partnerId], 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : JSON.parse(text) };
  };

const FIELDS = ['keywords', 'payment', 'products', 'description'] as const;

interface Writer {
  /** Writes once; an answer that is not the one that is due is a failure. */
  step(): Promise<void>;
}

/** One client with a location of its own, so that it knows what each answer has to be. */
export const createWriter = (
  partner: Partner,
  location: number,
  { ask, random, ledger, failures }: { ask: Ask; random: Random; ledger: Entry[]; failures: string[] },
): Writer => {
  const { partnerId, account, competitor } = partner;
  const other = partners.find((each) => each !== partner)!;
  const path = `/v1/business/${location}`;
  const made: number[] = [];
  let count = 0;
  let isActive = true;
  let last: Readonly<Record<string, unknown>> = REQUIRED;
  const token = () => `${location} ${++count}`;

  const note = (what: string, times: number, matches: Entry['matches']) => ledger.push({ what, times, matches });
  const due = (what: string, expected: number | 'refused', { status, body }: Awaited<ReturnType<Ask>>): boolean => {
    const isDue = expected === 'refused' ? status >= 400 && status < 500 : status === expected;
    if (!isDue) failures.push(`${what}: ${status} ${JSON.stringify(body)}`);
    return isDue;
  };
  const noteAlias = (alias: string, times: number) =>
    note(`alias ${alias}`, times, ({ before, after }) => after?.alias === alias && before?.alias !== alias);

  const bodyOf = (alias: string) => ({
    ...REQUIRED,
    alias,
    ...Object.fromEntries(FIELDS.filter(() => random.chance(0.4)).map((name) => [name, `${name} of ${alias}`])),
  });
  const update = async () => {
    last = bodyOf(token());
    if (due('an update', 200, await ask(partnerId, 'PUT', path, last))) noteAlias(String(last.alias), 1);
  };
  const sameAgain = async () => void due('an update again', 200, await ask(partnerId, 'PUT', path, last));
  const underKey = async () => {
    last = bodyOf(token());
    const headers = { 'idempotency-key': String(last.alias).replace(' ', '-') };
    for (let times = 0; times < 2; times++)
      due('an update under a key', 200, await ask(partnerId, 'PUT', path, last, headers));
    noteAlias(String(last.alias), 1);
  };
  const switched = async () => {
    const wanted = isActive ? 'inactive' : 'active';
    if (!due('a status', 200, await ask(partnerId, 'PUT', `${path}/status?astatus=${wanted}`))) return;
    isActive = !isActive;
    const what = `${location} is ${wanted}`;
    const known = ledger.find((each) => each.what === what);
    if (known) known.times++;
    else
      note(what, 1, ({ before, after }) => {
        const isOurs = after?.type === 'business' && after.businessNumber === location && before !== undefined;
        return isOurs && after.status === wanted && (before.status ?? 'active') !== wanted;
      });
  };
  const create = async () => {
    const businessName = `Made by ${token()}`;
    const body = { businessName, zip: '93401', type: 'Business', phone: '(805) 555-0161' };
    const made_ = await ask(
      partnerId,
      'POST',
      `/v1/signup/reseller/subaccount?rid=${account}&email_id=a@b.example`,
      body,
    );
    if (!due('a new location', 200, made_)) return;
    const number = Number((made_.body as { businessId: number }).businessId);
    made.push(number);
    note(
      `location ${number}`,
      1,
      ({ before, after }) => !before && after?.type === 'business' && after.businessNumber === number,
    );
  };
  const remove = async () => {
    const number = made.pop();
    if (number === undefined) return update();
    if (!due('a deletion', 200, await ask(partnerId, 'DELETE', `/v1/business/${number}`))) return;
    const isTombstone = (item: Change['after']) => item?.type === 'tombstone' && item.number === number;
    // It is shown again to what removes the rest of the location.
    note(`location ${number} is deleted`, 1, ({ before, after }) => isTombstone(after) && !isTombstone(before));
  };
  const link = async () => {
    const url = `https://alpha.example/${token().replace(' ', '/')}`;
    const at = `/v1/aggregation/competitor/${competitor}/${location}`;
    if (due('a link', 200, await ask(partnerId, 'POST', at, { sourceAlias: 'alpha', url })))
      note(`link ${url}`, 1, ({ before, after }) => !before && after?.type === 'aggregationLink' && after.url === url);
  };
  const refused = async () => {
    const alias = `${token()} refused`;
    const foreign = `/v1/business/${random.pick(other.locations)}`;
    const [what, at, body] = random.pick([
      ["another's location", foreign, bodyOf(alias)],
      ['a body without what it needs', path, { alias }],
      ['a body of another type', path, { ...bodyOf(alias), payment: [{}] }],
    ] as const);
    due(what, 'refused', await ask(partnerId, 'PUT', at, body));
    noteAlias(alias, 0);
  };
  const tried = async () => {
    const alias = `${token()} tried`;
    due('a dry run', 200, await ask(partnerId, 'PUT', `${path}?validateOnly=true`, bodyOf(alias)));
    noteAlias(alias, 0);
  };

  const acts: readonly (() => Promise<unknown>)[] = [
    ...Array.from({ length: 9 }, () => update),
    ...[sameAgain, underKey, switched, switched, create, create, remove, link, link, refused, tried],
  ];
  return {
    async step() {
      await random.pick(acts)();
    },
  };
};
