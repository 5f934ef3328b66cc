/** Menus of a large account, over HTTP: whole, as gzip or in pages, or a clear refusal; never cut, never a 5xx. */

import { menuItem } from '../../lib/menus/repository/menu.ts';
import { accountItem } from '../../lib/partners/repository/account.ts';
import type { Service } from '../../tools/local/service.ts';
import { KEYS } from '../support/world.ts';
import type { Trial } from './part.ts';

/** A request names no more. */
const MOST_NAMED = 500;

/** An account of `locations` with menus of about `kilobytes` each. */
interface Account {
  readonly accountNumber: number;
  readonly locations: number;
  readonly kilobytes: number;
}

/** From one that any client can have at once to one that none can. */
const ACCOUNTS: Readonly<Record<Trial['size'], readonly Account[]>> = {
  short: [{ accountNumber: 50_000, locations: 55, kilobytes: 120 }],
  full: [
    { accountNumber: 100_000, locations: 1500, kilobytes: 1 },
    { accountNumber: 150_000, locations: 5000, kilobytes: 1 },
    { accountNumber: 200_000, locations: 5000, kilobytes: 8 },
    { accountNumber: 300_000, locations: 5000, kilobytes: 20 },
    { accountNumber: 400_000, locations: 700, kilobytes: 120 },
  ],
};

const WORDS = 'grilled roasted tomato basil salad chicken sauce lemon garlic butter oven sweet chili pork rice'.split(
  ' ',
);

/** Text that compresses as menus do. */
const menuText = (seed: number, characters: number) => {
  const words: string[] = [];
  for (let index = 0, length = 0; length < characters; index++) {
    const word = WORDS[(Math.imul(seed + index, 2_654_435_761) >>> 9) % WORDS.length]!;
    words.push(word);
    length += word.length + 1;
  }
  return words.join(' ');
};

const numbersOf = ({ accountNumber, locations }: Account) =>
  Array.from({ length: locations }, (_, index) => accountNumber + 1 + index);

/** Puts the records where an import would, without checking each of their fields. */
const fill = async ({ table }: Service, account: Account): Promise<void> => {
  const { accountNumber, kilobytes } = account;
  await table.put({ Item: accountItem({ accountNumber, partnerId: 'ours', name: `Account ${accountNumber}` }) });
  const put = (businessNumber: number) => {
    const menuDetails = { menus: [], name: menuText(businessNumber, kilobytes * 1000) };
    return table.put({
      Item: menuItem('ours', { accountNumber, businessNumber, record: { id: `m-${businessNumber}`, menuDetails } }),
    });
  };
  const numbers = numbersOf(account);
  for (let start = 0; start < numbers.length; start += 50) await Promise.all(numbers.slice(start, start + 50).map(put));
};

interface MenuQuery {
  readonly gzip: boolean;
  readonly query?: string;
  readonly businessNumbers?: readonly number[];
}

interface Answer {
  readonly status: number;
  readonly encoding: string | null;
  /** The numbers of the records; none where it is a refusal. */
  readonly numbers: readonly number[];
  readonly body: unknown;
}

const ask = async (url: string, accountNumber: number, { gzip, query = '', ...body }: MenuQuery): Promise<Answer> => {
  const response = await fetch(`${url}/v1/listing/menu-details${query}`, {
    method: 'POST',
    headers: {
      'x-api-key': KEYS.ours,
      'x-business-number': String(accountNumber),
      'content-type': 'application/json',
      'accept-encoding': gzip ? 'gzip' : 'identity',
    },
    body: JSON.stringify(body),
  });
  const value = await response.json();
  const numbers = Array.isArray(value) ? value.map(({ businessNumber }) => businessNumber as number) : [];
  return {
    status: response.status,
    encoding: response.headers.get('content-encoding'),
    numbers,
    body: Array.isArray(value) ? undefined : value,
  };
};

const isRefusal = ({ status, body }: Answer): boolean =>
  status === 400 && /too large.*sindex and count/.test((body as { message?: string } | undefined)?.message ?? '');

/** The account page by page, as docs/partners.md asks clients to: smaller pages where one is refused. */
const inPages = async (url: string, { accountNumber }: Account, gzip: boolean): Promise<number[] | Answer> => {
  const numbers: number[] = [];
  let count = 1000;
  for (;;) {
    const answer = await ask(url, accountNumber, { gzip, query: `?sindex=${numbers.length}&count=${count}` });
    if (isRefusal(answer) && count > 1) {
      count = Math.ceil(count / 2);
      continue;
    }
    if (answer.status !== 200) return answer;
    numbers.push(...answer.numbers);
    if (answer.numbers.length < count) return numbers;
  }
};

const isSame = (numbers: readonly number[], others: readonly number[]) => String(numbers) === String(others);

/** Asks for everything in every way. */
export const tryLargeMenus = async ({ size, say }: Trial, service: Service) => {
  const failures: string[] = [];
  const outcomes: string[] = [];
  for (const account of ACCOUNTS[size]) {
    await fill(service, account);
    const { accountNumber, locations, kilobytes } = account;
    const all = numbersOf(account);
    const name = `${locations} menus of ${kilobytes} kB`;
    for (const gzip of [true, false]) {
      for (const businessNumbers of [[], all.slice(0, MOST_NAMED)]) {
        const expected = businessNumbers.length === 0 ? all : businessNumbers;
        const way = `${name}${gzip ? ' as gzip' : ''}${businessNumbers.length > 0 ? ', named' : ''}`;
        const answer = await ask(service.url, accountNumber, { gzip, businessNumbers });
        const isWhole = answer.status === 200 && isSame(answer.numbers, expected);
        if (!isWhole && !isRefusal(answer)) {
          failures.push(
            `${way}: ${answer.status} with ${answer.numbers.length} records, ${JSON.stringify(answer.body)}`,
          );
        }
        if (answer.encoding === 'gzip' && !gzip) failures.push(`${way}: gzip that was not asked for`);
        if (businessNumbers.length === 0) outcomes.push(`${way} ${isWhole ? 'whole' : 'refused'}`);
        say(`${way}: ${isWhole ? 'whole' : 'refused'}`);
      }
      const paged = await inPages(service.url, account, gzip);
      if (!Array.isArray(paged)) failures.push(`${name} in pages: ${paged.status}, ${JSON.stringify(paged.body)}`);
      else if (!isSame(paged, all)) failures.push(`${name} in pages: ${paged.length} of ${all.length} records`);
    }
  }
  // The least that must come whole.
  if (!outcomes.some((outcome) => /as gzip whole/.test(outcome))) failures.push('no account came whole as gzip');
  const tried = `${ACCOUNTS[size].length} accounts of up to ${Math.max(...ACCOUNTS[size].map(({ locations }) => locations))} locations`;
  return { tried, found: outcomes.join(', '), failures };
};
