/** What can be asked of each command so that it is right but for one thing. A command without a row here does not pass the test. */

export interface MistakeRow {
  /** What the command needs beside where it works: `@` is a folder for files, `@good` and `@keys` files that can be read. */
  readonly right: readonly string[];
  /** Where it works: on a table, by the stack of a stage, or neither. */
  readonly works: 'on a table' | 'on a stage' | 'elsewhere';
  /** It prints findings, in which it tells what is wrong. */
  readonly finds?: true;
  /** Mistakes of its own: arguments in place of `right`, and the words that tell of it. */
  readonly wrong?: Readonly<Record<string, readonly [args: readonly string[], words: RegExp]>>;
}

const nobody = ['--partner', 'nobody-at-all'];
const noPartner = /There is no partner nobody-at-all\./;
const key = ['--key', '0123456789ab'];
const noKey = /There is no key 0123456789ab/;

/** Of a file that is written. */
const unwritable = (before: readonly string[]) =>
  ({
    'a folder that is not there': [[...before, '--out', '@none/x'], /no such file or folder/],
    'a part of the path is a file': [[...before, '--out', '@good/x'], /no folder/],
    'a folder in place of a file': [[...before, '--out', '@'], /is a folder/],
  }) as const;

export const mistakeRows: Readonly<Record<string, MistakeRow>> = {
  'keys issue': {
    right: ['--partner', 'ours', '--plan', 'trial'],
    works: 'on a table',
    wrong: {
      'no such partner': [[...nobody, '--plan', 'trial'], noPartner],
      'no such plan': [['--partner', 'ours', '--plan', 'gold'], /There is no usage plan gold/],
    },
  },
  'keys list': { right: ['--partner', 'ours'], works: 'on a table', wrong: { 'no such partner': [nobody, noPartner] } },
  'keys rotate': {
    right: [...key, '--overlap', '1h'],
    works: 'on a table',
    wrong: {
      'no such key': [[...key, '--overlap', '1h'], noKey],
      'no such partner': [[...key, '--overlap', '1h', ...nobody], noPartner],
    },
  },
  'keys revoke': {
    right: key,
    works: 'on a table',
    wrong: { 'no such key': [key, noKey], 'no such partner': [[...key, ...nobody], noPartner] },
  },
  'keys repair': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [nobody, noPartner] },
  },
  'keys explain': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: {
      'no such partner': [nobody, noPartner],
      'no such key': [['--partner', 'ours', ...key], /has no key 0123456789ab/],
    },
  },
  'keys export': {
    right: ['--out', '@out'],
    works: 'on a table',
    wrong: {
      ...unwritable([]),
      'no such partner': [['--out', '@out', ...nobody], noPartner],
    },
  },
  'keys import': {
    right: ['@keys'],
    works: 'on a table',
    wrong: {
      'a file that is not there': [['@none'], /no such file/],
      'a folder': [['@'], /is a folder/],
      'an empty file': [['@empty'], /holds no keys/],
      'a file of something else': [['@good'], /none that keys export writes/],
    },
  },
  'plan set': {
    right: ['--partner', 'ours', '--plan', 'trial'],
    works: 'on a table',
    wrong: {
      'no such partner': [[...nobody, '--plan', 'trial'], noPartner],
      'no such plan': [['--partner', 'ours', '--plan', 'gold'], /There is no usage plan gold/],
    },
  },
  'partner list': { right: [], works: 'on a table' },
  'partner suspend': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [nobody, noPartner] },
  },
  'partner resume': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [nobody, noPartner] },
  },
  'partner offboard': {
    right: ['--partner', 'ours', '--confirm', 'ours', '--out', '@out', '--settle', '1'],
    works: 'on a table',
    wrong: {
      ...unwritable(['--partner', 'ours', '--confirm', 'ours', '--settle', '1']),
      'another partner confirmed': [['--partner', 'ours', '--confirm', 'theirs', '--out', '@out'], /--confirm ours/],
      'no such partner': [[...nobody, '--confirm', 'nobody-at-all', '--out', '@out'], noPartner],
    },
  },
  usage: {
    right: ['--partner', 'ours', '--gateway', 'http://127.0.0.1:9'],
    works: 'on a table',
    wrong: {
      'no such partner': [[...nobody, '--gateway', 'http://127.0.0.1:9'], noPartner],
      'no gateway there': [['--partner', 'ours', '--gateway', 'http://127.0.0.1:9'], /Nothing answers there/],
    },
  },
  audit: {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: {
      'nothing named': [[], /Give --business, --account, --partner or --key/],
      'no such partner': [nobody, noPartner],
      'no such location': [['--business', '999999'], /There is no business 999999/],
      'no such key': [key, noKey],
    },
  },
  'data import': {
    right: ['@good'],
    works: 'on a table',
    wrong: {
      'a file that is not there': [['@none'], /There is no file/],
      'a folder': [['@'], /is no file/],
      'an empty file': [['@empty'], /holds no records/],
    },
  },
  'data export': {
    right: ['--account', '100', '--out', '@out'],
    works: 'on a table',
    wrong: {
      ...unwritable(['--all']),
      'no such account': [['--account', '999999'], /There is no account 999999/],
      'neither an account nor all': [[], /either --account or --all/],
      both: [['--account', '100', '--all'], /either --account or --all/],
    },
  },
  'data bench': {
    right: ['--records', '1', '--endpoint', 'http://127.0.0.1:9'],
    works: 'elsewhere',
    wrong: { 'no engine there': [['--records', '1', '--endpoint', 'http://127.0.0.1:9'], /Nothing answers there/] },
  },
  'contact erase': {
    right: ['--account', '100', '--id', '1'],
    works: 'on a table',
    wrong: {
      'nobody named': [['--account', '100'], /Give --account, .*and one of/],
      'no such account': [['--account', '999999', '--id', '1'], /There is no account 999999/],
      'no such contact': [['--account', '100', '--email', 'zq@nobody.example'], /has no such contact/],
      'no such table with the list': [['--again', '--from', 'none-at-all'], /does not know this/],
    },
  },
  'user erase': {
    right: ['--account', '100', '--id', '1'],
    works: 'on a table',
    wrong: {
      'nobody named': [['--account', '100'], /Give --account, .*and one of/],
      'no such account': [['--account', '999999', '--id', '1'], /There is no account 999999/],
      'no such user': [['--account', '100', '--email', 'zq@nobody.example'], /has no such user/],
      'no such table with the list': [['--again', '--from', 'none-at-all'], /does not know this/],
    },
  },
  'counts rebuild': { right: ['--settle', '1'], works: 'on a table' },
  'table migrate': {
    right: [],
    works: 'on a table',
    wrong: {
      'a position that is none': [['--resume', '@good'], /is no position/],
      'a folder in place of a file': [['--resume', '@'], /is a folder/],
    },
  },
  'restore-drill': { right: [], works: 'on a table' },
  'restore-apply': {
    right: ['--from', 'none-at-all'],
    works: 'on a table',
    wrong: { 'no such restored table': [['--from', 'none-at-all'], /There is no table none-at-all/] },
  },
  doctor: { right: [], works: 'on a table', finds: true },
  explain: {
    right: ['c6af9ac6-7b61-11e6-9a41-93e8deadbeef'],
    works: 'on a stage',
    wrong: {
      'no id of a request': [['what?'], /That is no id of a request/],
      'no logs there': [
        ['c6af9ac6-7b61-11e6-9a41-93e8deadbeef', '--logs', 'http://127.0.0.1:9'],
        /Nothing answers there/,
      ],
    },
  },
  preflight: { right: [], works: 'on a stage', finds: true },
  protect: { right: [], works: 'on a stage' },
  smoke: {
    right: ['--url', 'http://127.0.0.1:9', '--key', 'some-key-of-nobody-0001'],
    works: 'elsewhere',
    wrong: {
      'no API there': [['--url', 'http://127.0.0.1:9', '--key', 'some-key-of-nobody-0001'], /Nothing answers at/],
      'no key': [['--url', 'http://127.0.0.1:9', '--key', ''], /There is no key/],
    },
  },
};

/** Options that take any text: what is wrong of them the rows above try. */
export const anyText: readonly string[] = [
  ...['--partner-name', '--name', '--plan', '--out', '--table', '--from', '--email', '--phone', '--resume'],
  'smoke --key',
];
