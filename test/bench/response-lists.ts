/**
 * What a page of responses takes, by how many there are: `node test/bench/response-lists.ts`, with sizes as arguments
 * (10, 10,000 and 100,000 responses where there are none). Each is at one of a hundred locations, and of one of a
 * thousand contacts. Prints the table for docs/speed.md. Loading 100,000 responses takes minutes.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleFunctions } from '../../cdk/build/bundle.ts';
import { businessItem } from '../../lib/business/repository/business.ts';
import { contactItem } from '../../lib/contacts/repository/contact.ts';
import type { Item } from '../../lib/dynamodb/table/attributes.ts';
import { enterAction, PACKED_INDEX } from '../../lib/surveys/repository/packed-index.ts';
import { responseItem, type SurveyResponse } from '../../lib/surveys/repository/response.ts';
import { surveyItem } from '../../lib/surveys/repository/survey.ts';
import { startCounter, startTable } from './engine.ts';
import { inProcess } from './lists-process.ts';
import { measured } from './statistics.ts';
import { accountItems, items, SECRET } from './world/items.ts';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10, 10_000, 100_000];
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const LOCATIONS = 100;
const CONTACTS = 1000;
const MINUTE = 60_000;
const BEGUN = Date.UTC(2025, 0, 1);
const SURVEY = 1;

const questions = [
  { id: 1, title: 'How likely are you to recommend us?', type: 'nps', minValue: 0, maxValue: 10 },
  { id: 2, title: 'How was the food?', type: 'rating', minValue: 1, maxValue: 5 },
  { id: 3, title: 'What could be better?', type: 'textarea' },
] as const;

/** Responses of a year: random ids, five minutes apart. */
function* responses(accountNumber: number, size: number): Generator<SurveyResponse> {
  for (let at = 0; at < size; at++) {
    yield {
      accountNumber,
      businessNumber: accountNumber * 1000 + (at % LOCATIONS),
      surveyId: SURVEY,
      responseId: 100_000_000_000_000 + ((at * 7_919_000_003) % 899_999_999_999_989),
      created: BEGUN + at * 5 * MINUTE,
      completed: at % 10 > 0,
      customerId: 1 + (at % CONTACTS),
      source: 'kiosk',
      locale: 'en',
      answers: [
        { questionId: 1, type: 'nps', value: at % 11 },
        { questionId: 2, type: 'rating', value: 1 + (at % 5) },
        { questionId: 3, type: 'textarea', value: 'The queue at noon was long, all else was lovely as it always is.' },
      ],
      overallScore: 50,
      nps: [at % 11],
      ratings: [1 + (at % 5)],
    };
  }
}

/** The items of a survey with its responses, of contacts and of locations, and those of the packed index. */
function* itemsOf(accountNumber: number, size: number): Generator<Item> {
  const owner = { partnerId: 'ours', accountNumber };
  const pages = [{ id: 1, title: '', questions }];
  const times = { created: BEGUN, lastModified: BEGUN };
  yield surveyItem(owner, { surveyId: SURVEY, name: 'How was it?', surveyType: 'traditional', pages, ...times });
  for (let at = 0; at < LOCATIONS; at++) {
    const profile = { name: `Location ${at}` };
    yield businessItem('ours', {
      ...{ businessNumber: accountNumber * 1000 + at, accountNumber },
      ...{ listingFixed: false, profile },
    });
  }
  for (let id = 1; id <= CONTACTS; id++) yield contactItem(owner, { id, firstName: `First ${id}`, lastName: 'Last' });
  const packedIndex = new Map<string, Record<string, unknown>>();
  for (const response of responses(accountNumber, size)) {
    const item = responseItem(owner, response);
    yield item;
    const action = enterAction(owner, response, Number(item.bytes));
    if (!('Update' in action)) throw new Error('a response is entered by an update');
    const { Key, ExpressionAttributeNames: names, ExpressionAttributeValues: values } = action.Update;
    const entries = packedIndex.get(Key.sk) ?? { ...Key, ...owner, surveyId: SURVEY, type: PACKED_INDEX, v: 1 };
    entries[names!['#entry']!] = values![':entry'];
    packedIndex.set(Key.sk, entries);
  }
  yield* packedIndex.values() as Iterable<Item>;
}

const table = await startTable();
const counter = await startCounter(table.endpoint);
const directory = await mkdtemp(join(tmpdir(), 'bench-responses-'));
try {
  await bundleFunctions(directory, ['functions/surveys/list-responses.ts']);
  await table.write(items);
  console.log('| responses | page | ms | units | calls | peak MB |');
  console.log('|---:|---|---:|---:|---:|---:|');
  for (const [index, size] of sizes.entries()) {
    const accountNumber = 700 + index;
    await table.write(accountItems(accountNumber, 0));
    await table.write(itemsOf(accountNumber, size));
    const last = (amount: number) => String(Math.max(0, Math.ceil(size / amount) - 1));
    const account = { businessNumber: String(accountNumber) };
    const ofLocation = { businessNumber: String(accountNumber * 1000) };
    for (const [what, query, body] of [
      ['the first 25', account, {}],
      ['the last 25', { ...account, page: last(25) }, {}],
      ['the last 1,000', { ...account, page: last(1000), size: '1000' }, {}],
      ['of a day', account, { startDate: '01/01/2025 00:00:00', endDate: '01/01/2025 23:59:59' }],
      ['of a location, the first 25', ofLocation, {}],
      ['of a location, the first 1,000', { ...ofLocation, size: '1000' }, {}],
    ] as const) {
      const file = join(directory, 'list-responses', 'index.mjs');
      const job = { file, path: { surveyId: String(SURVEY) }, query, body, key: SECRET };
      counter.take();
      await inProcess(counter.endpoint, { ...job, rounds: 1 });
      const { units, calls } = counter.take();
      const { times, rss } = await inProcess(table.endpoint, { ...job, rounds: ROUNDS });
      const figures = [measured(times).median.toFixed(0), units, calls.length, rss.toFixed(0)];
      console.log(`| ${[size.toLocaleString('en-US'), what, ...figures].join(' | ')} |`);
    }
  }
} finally {
  counter.stop();
  await table.stop();
  await rm(directory, { recursive: true });
}
