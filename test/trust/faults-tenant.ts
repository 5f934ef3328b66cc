/** One client under faults: it sends one request after the other, and knows which answers are right. */
import type { Table } from '../../lib/dynamodb/table/table.ts';
import { REQUIRED } from '../support/world.ts';
import { compareBusiness, compareLinks, distinct, FIELDS, type Links, type State } from './faults-states.ts';
import { EMAIL, numbersOf, PHONE, secretOf, unknownSecretOf } from './faults-world.ts';
import type { Random } from './random.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly secret: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes are looked into
  readonly body: any;
}

export type Ask = (asked: Asked) => Promise<Answer>;

export interface Tenant {
  /** Sends one request, or a pair that belong together; answers with what was wrong. */
  step(): Promise<readonly string[]>;
  /** Sends an update. */
  update(): Promise<readonly string[]>;
  /** Compares the table with all that was answered. */
  compare(table: Table): Promise<readonly string[]>;
  readonly seen: { right: number; unavailable: number };
}

export const createTenant = async (tenant: number, random: Random, ask: Ask): Promise<Tenant> => {
  const own = numbersOf(tenant);
  const seen = { right: 0, unavailable: 0 };
  let states: readonly State[] = [{ fields: {}, marks: [] }];
  let etag: string | undefined;
  let oldEtag: string | undefined;
  const links: Links = new Map();
  let sequence = 0;

  const request = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Asked => ({
    method,
    path,
    secret: secretOf(tenant, sequence),
    headers,
    ...(body !== undefined && { body }),
  });
  const put = (number: number, body: object, headers?: Record<string, string>) =>
    request('PUT', `/v1/business/${number}`, { ...REQUIRED, ...body }, headers);
  const contact = (businessId: number, body: object) =>
    request('POST', `/v1/customer-v2/external/getCustomer?businessId=${businessId}`, body);
  const menus = (number: number, body: object) =>
    request('POST', '/v1/listing/menu-details', body, { 'x-business-number': String(number) });
  const link = (competitor: number, url: string) =>
    request('POST', `/v1/aggregation/competitor/${competitor}/${own.location}`, { sourceAlias: 'alpha', url });
  const actionLinks = (number: number) => request('GET', `/v1/listing/${number}/maps-action-links`);

  /** Either 503 as it is documented, or what `isRight` says. */
  const check = (asked: Asked, answer: Answer, isRight: (answer: Answer) => boolean): string[] => {
    const { status, body, headers } = answer;
    const isUnavailable = status === 503 && body.code === 503 && headers.get('retry-after') === '1';
    if (isUnavailable) seen.unavailable++;
    else if (isRight(answer)) seen.right++;
    else
      return [`tenant ${tenant}, request ${sequence}: ${asked.method} ${asked.path} ${status} ${JSON.stringify(body)}`];
    return [];
  };
  const isError = (status: number, code: number) => (answer: Answer) =>
    answer.status === status && answer.body.code === code;
  const isSame = (expected: unknown) => (answer: Answer) =>
    answer.status === 200 && JSON.stringify(answer.body) === JSON.stringify(expected);
  const expectAnswer = async (asked: Asked, isRight: (answer: Answer) => boolean) =>
    check(asked, await ask(asked), isRight);

  /** Fields to change, two at least: half of an update would show. */
  const newFields = (): Record<string, string> => {
    const [first, ...rest] = FIELDS.toSorted(() => random.below(3) - 1);
    const names = [first, rest[0], ...rest.slice(1).filter(() => random.chance(0.4))] as string[];
    return Object.fromEntries(names.map((name) => [name, `https://${name.toLowerCase()}-${sequence}.example`]));
  };

  /** What an answer of 200 says of the record; none where it fits no state that may be. */
  const fitting = (candidates: readonly State[], { body }: Answer): readonly State[] =>
    candidates.filter(({ fields }) => FIELDS.every((name) => body[name] === (fields[name] ?? '')));

  const sendUpdate = async (headers: Record<string, string> = {}, mark?: string): Promise<readonly string[]> => {
    const fields = newFields();
    const asked = put(
      own.location,
      { ...fields, ...(mark && { alphaListing: { attributes: { [mark]: 1 } } }) },
      headers,
    );
    const after = states.map((state) => ({
      fields: { ...state.fields, ...fields },
      marks: mark ? [...state.marks, mark] : state.marks,
    }));
    const conclude = (answer: Answer, mayBeDone: readonly State[]): boolean => {
      const fits = fitting(mayBeDone, answer);
      if (answer.status !== 200 || fits.length === 0) return false;
      states = fits;
      if (etag) oldEtag = etag;
      etag = answer.headers.get('etag') ?? undefined;
      return true;
    };
    const unsettled = () => {
      states = distinct([...states, ...after]);
      etag = undefined;
    };
    const first = await ask(asked);
    const broken = check(asked, first, (answer) => conclude(answer, after));
    if (first.status !== 200) unsettled();
    if (!headers['Idempotency-Key'] || broken.length > 0) return broken;

    const again = await ask(asked);
    const isReplay = ({ status, headers: sent, body }: Answer) =>
      status === 200 &&
      sent.get('idempotent-replayed') === 'true' &&
      JSON.stringify(body) === JSON.stringify(first.body);
    const mayBeDone = after.map(({ fields: all, marks }) => ({ fields: { ...all, ...fields }, marks }));
    return check(asked, again, (answer) => (first.status === 200 ? isReplay(answer) : conclude(answer, mayBeDone)));
  };

  const addLink = async (): Promise<readonly string[]> => {
    const known = [...links.keys()];
    const url = known.length > 0 && random.chance(0.4) ? random.pick(known) : `https://alpha.example/${sequence}`;
    const before = links.get(url);
    const asked = link(own.competitor, url);
    const answer = await ask(asked);
    const { id } = answer.body;
    const broken = check(asked, answer, ({ status, body }) => {
      const isOurs = body.sourceUrl === url && body.compAccountId === own.competitor && Number.isSafeInteger(id);
      return status === 200 && isOurs && (before?.id === undefined || before.id === id);
    });
    const answered = answer.status === 200;
    links.set(url, { id: answered ? id : before?.id, answered: answered || before?.answered === true });
    return broken;
  };

  // What is right where nothing fails; asked by another number than later, so that nothing is remembered.
  const expected = {
    contact: (await ask(contact(own.account, { id: 1 }))).body,
    byCid: (await ask(contact(own.account, { cid: 11 }))).body,
    menus: (await ask(menus(own.account, { businessNumbers: [own.other, own.location] }))).body,
    actionLinks: (await ask(actionLinks(own.location))).body,
  };

  const moves: readonly (() => Promise<readonly string[]>)[] = [
    () => sendUpdate(),
    () => sendUpdate(),
    () => sendUpdate({}, `m${sequence}`),
    () => sendUpdate({ 'Idempotency-Key': `retry-${sequence}` }),
    () => sendUpdate(etag ? { 'If-Match': etag } : {}, random.chance(0.5) ? `m${sequence}` : undefined),
    () => expectAnswer(put(own.location, {}, { 'If-Match': oldEtag ?? '"99999999"' }), isError(412, 412)),
    () => expectAnswer(put(own.unknown, newFields()), isError(404, 1175)),
    () => expectAnswer(put(own.foreign, newFields()), isError(404, 1175)),
    () => expectAnswer(put(own.location, { ...newFields(), name: 'ab' }), isError(401, 1047)),
    addLink,
    addLink,
    () => expectAnswer(link(own.unknown, 'https://alpha.example/none'), isError(404, 1011)),
    () => expectAnswer(contact(own.other, { email: EMAIL }), isSame(expected.contact)),
    () => expectAnswer(contact(own.location, { phone: PHONE }), isSame(expected.contact)),
    () => expectAnswer(contact(own.other, { cid: 11 }), isSame(expected.byCid)),
    () => expectAnswer(contact(own.location, { id: 2 }), isError(404, 5043)),
    () => expectAnswer(contact(own.foreign, { id: 1 }), isError(404, 1532)),
    () => expectAnswer(menus(own.location, {}), isSame(expected.menus)),
    () => expectAnswer(menus(own.other, { businessNumbers: [own.location, own.other] }), isSame(expected.menus)),
    () => expectAnswer(menus(own.location, { businessNumbers: [own.foreign] }), isError(404, 1011)),
    () => expectAnswer(actionLinks(own.location), isSame(expected.actionLinks)),
    () => expectAnswer(actionLinks(own.foreign), isError(400, 400)),
    () => expectAnswer({ ...actionLinks(own.location), secret: unknownSecretOf(tenant, sequence) }, isError(401, 1161)),
  ];

  return {
    seen,
    async step() {
      sequence++;
      return random.pick(moves)();
    },
    async update() {
      sequence++;
      return sendUpdate();
    },
    compare: async (table) => [
      ...(await compareBusiness(table, tenant, states)),
      ...(await compareLinks(table, tenant, links)),
    ],
  };
};
