/** What can be asked of each command so that it is right but for one thing. A command without a row here does not pass the test. */

export interface MistakeRow {
  /** What the command needs next to where it works: `@` is a folder for files, `@good` and `@keys` files that can be read. */
  readonly right: readonly string[];
  /** Where it works: on a table, by the stack of a stage, or neither. */
  readonly works: 'on a table' | 'on a stage' | 'elsewhere';
  /** It prints findings, which say what is wrong. */
  readonly finds?: true;
  /** Mistakes of its own: arguments in place of `right`, and the words of its message. */
  readonly wrong?: Readonly<Record<string, readonly [args: readonly string[], words: RegExp]>>;
}

const unknown = ['--partner', 'unknown-at-all'];
const noPartner = /Partner unknown-at-all does not exist\./;
const noAccount = /Account 999999 does not exist/;
const key = ['--key', '0123456789ab'];
const notConfirmed = /this would .*Pass --yes to do it, or --dry-run\.$/;
const noKey = /There is no key 0123456789ab/;

/** Of a file that is written. */
const unwritable = (before: readonly string[]) =>
  ({
    'a folder that is not there': [[...before, '--out', '@none/x'], /file or folder does not exist/],
    'a part of the path is a file': [[...before, '--out', '@good/x'], /not a folder/],
    'a folder in place of a file': [[...before, '--out', '@'], /is a folder/],
  }) as const;

/** Of an erasure: what names a person is not ignored. */
const ofOneAndAgain = {
  'one and again': [['--again', '--account', '100', '--email', 'zq@unknown.example'], /cannot be used with option/],
  'one of another list': [
    ['--from', 'none', '--account', '100', '--email', 'zq@unknown.example'],
    /cannot be used with/,
  ],
} as const;

export const mistakeRows: Readonly<Record<string, MistakeRow>> = {
  'keys issue': {
    right: ['--partner', 'ours', '--plan', 'trial'],
    works: 'on a table',
    wrong: {
      'no such partner': [[...unknown, '--plan', 'trial'], noPartner],
      'no such plan': [['--partner', 'ours', '--plan', 'gold'], /Usage plan gold does not exist/],
    },
  },
  'keys list': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [unknown, noPartner] },
  },
  'keys rotate': {
    right: [...key, '--overlap', '1h'],
    works: 'on a table',
    wrong: {
      'no such key': [[...key, '--overlap', '1h'], noKey],
      'no such partner': [[...key, '--overlap', '1h', ...unknown], noPartner],
    },
  },
  'keys revoke': {
    right: key,
    works: 'on a table',
    wrong: { 'no such key': [key, noKey], 'no such partner': [[...key, ...unknown], noPartner] },
  },
  'keys repair': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [unknown, noPartner] },
  },
  'keys explain': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: {
      'no such partner': [unknown, noPartner],
      'no such key': [['--partner', 'ours', ...key], /has no key 0123456789ab/],
    },
  },
  'keys export': {
    right: ['--out', '@out'],
    works: 'on a table',
    wrong: {
      ...unwritable([]),
      'no such partner': [['--out', '@out', ...unknown], noPartner],
    },
  },
  'keys import': {
    right: ['@keys'],
    works: 'on a table',
    wrong: {
      'a file that is not there': [['@none'], /file or folder does not exist/],
      'a folder': [['@'], /is a folder/],
      'an empty file': [['@empty'], /contains no keys/],
      'a file of something else': [['@good'], /is not a line of keys export/],
      'a file that is too large': [['@large'], /large is too large/],
    },
  },
  'plan set': {
    right: ['--partner', 'ours', '--plan', 'trial'],
    works: 'on a table',
    wrong: {
      'no such partner': [[...unknown, '--plan', 'trial'], noPartner],
      'no such plan': [['--partner', 'ours', '--plan', 'gold'], /Usage plan gold does not exist/],
    },
  },
  'partner list': { right: [], works: 'on a table' },
  'partner suspend': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [unknown, noPartner] },
  },
  'partner resume': {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: { 'no such partner': [unknown, noPartner] },
  },
  'partner offboard': {
    right: ['--partner', 'ours', '--yes', '--out', '@out', '--wait', '1'],
    works: 'on a table',
    wrong: {
      ...unwritable(['--partner', 'ours', '--yes', '--wait', '1']),
      'no such partner': [[...unknown, '--out', '@out', '--yes'], noPartner],
      'not confirmed': [['--partner', 'ours', '--out', '@out'], notConfirmed],
    },
  },
  usage: {
    right: ['--partner', 'ours', '--gateway', 'http://127.0.0.1:9'],
    works: 'on a table',
    wrong: {
      'no such partner': [[...unknown, '--gateway', 'http://127.0.0.1:9'], noPartner],
      'no gateway there': [['--partner', 'ours', '--gateway', 'http://127.0.0.1:9'], /Nothing answers there/],
    },
  },
  audit: {
    right: ['--partner', 'ours'],
    works: 'on a table',
    wrong: {
      'nothing named': [[], /Pass --business, --account, --partner or --key/],
      'no such partner': [unknown, noPartner],
      'no such location': [['--business', '999999'], /The business 999999 does not exist/],
      'no such key': [key, noKey],
    },
  },
  'data import': {
    right: ['@good'],
    works: 'on a table',
    wrong: {
      'a file that is not there': [['@none'], /none does not exist/],
      'a folder': [['@'], /is not a file/],
      'an empty file': [['@empty'], /contains no records/],
    },
  },
  'data export': {
    right: ['--account', '100', '--out', '@out'],
    works: 'on a table',
    wrong: {
      ...unwritable(['--all']),
      'no such account': [['--account', '999999'], /Account 999999 does not exist/],
      'neither an account nor all': [[], /either --account or --all/],
      both: [['--account', '100', '--all'], /either --account or --all/],
      'one file twice': [['--all', '--out', '@out', '--resume', '@out'], /--out and --resume name the same file/],
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
      'no one named': [['--account', '100'], /Pass --account.* and one of/],
      'no such account': [['--account', '999999', '--id', '1'], /Account 999999 does not exist/],
      'no such contact': [['--account', '100', '--email', 'zq@unknown.example'], /has no such contact/],
      'no such table with the list': [['--again', '--from', 'none-at-all'], /cannot find this/],
      ...ofOneAndAgain,
    },
  },
  'user erase': {
    right: ['--account', '100', '--id', '1'],
    works: 'on a table',
    wrong: {
      'no one named': [['--account', '100'], /Pass --account.* and one of/],
      'no such account': [['--account', '999999', '--id', '1'], /Account 999999 does not exist/],
      'no such user': [['--account', '100', '--email', 'zq@unknown.example'], /has no such user/],
      'no such table with the list': [['--again', '--from', 'none-at-all'], /cannot find this/],
      ...ofOneAndAgain,
    },
  },
  'employee erase': {
    right: ['--account', '100', '--email', 'zq@unknown.example'],
    works: 'on a table',
    wrong: {
      'no one named': [['--account', '100'], /Pass --account and --email/],
      'no such account': [['--account', '999999', '--email', 'zq@unknown.example'], /Account 999999 does not exist/],
      'no such table with the list': [['--again', '--from', 'none-at-all'], /cannot find this/],
      ...ofOneAndAgain,
    },
  },
  'account delete': {
    right: ['--account', '999999', '--yes'],
    works: 'on a table',
    wrong: { 'no such account': [['--account', '999999', '--yes'], noAccount] },
  },
  'connectors set': {
    right: ['--account', '100', '--connector', 'ALPHA=https://connect.example.com/'],
    works: 'on a table',
    wrong: {
      'no such account': [['--account', '999999', '--connector', 'SMS=https://connect.example.com/'], noAccount],
      'a location': [['--account', '101', '--connector', 'SMS=https://connect.example.com/'], /Account 101 does not/],
      'no such channel': [['--account', '100', '--connector', 'FAX=https://connect.example.com/'], /channel/],
      'no such file': [
        ['--account', '100', '--connector', 'SMS=https://connect.example.com/', '--auth', '@none'],
        /file or folder does not exist/,
      ],
      'a file of something else': [
        ['--account', '100', '--connector', 'SMS=https://connect.example.com/', '--auth', '@good'],
        /is not JSON/,
      ],
      'a file of no authorization': [
        ['--account', '100', '--connector', 'SMS=https://connect.example.com/', '--auth', '@null'],
        /null has no authorization\. Pass --no-auth/,
      ],
    },
  },
  'connectors list': {
    right: ['--account', '100'],
    works: 'on a table',
    wrong: { 'no such account': [['--account', '999999'], noAccount] },
  },
  'connectors remove': {
    right: ['--account', '100', '--yes'],
    works: 'on a table',
    wrong: { 'no such account': [['--account', '999999', '--yes'], noAccount] },
  },
  'counts rebuild': { right: ['--wait', '1'], works: 'on a table' },
  'reviews analyze': { right: [], works: 'on a table' },
  'table migrate': {
    right: [],
    works: 'on a table',
    wrong: {
      'a position that is none': [['--resume', '@good'], /is not a position/],
      'a folder in place of a file': [['--resume', '@'], /is a folder/],
    },
  },
  'restore-drill': { right: [], works: 'on a table' },
  'restore-apply': {
    right: ['--from', 'none-at-all'],
    works: 'on a table',
    wrong: { 'no such restored table': [['--from', 'none-at-all'], /The table none-at-all does not exist/] },
  },
  doctor: { right: [], works: 'on a table', finds: true },
  explain: {
    right: ['c6af9ac6-7b61-11e6-9a41-93e8deadbeef'],
    works: 'on a stage',
    wrong: {
      'no id of a request': [['what?'], /This is not a request id/],
      'no logs there': [
        ['c6af9ac6-7b61-11e6-9a41-93e8deadbeef', '--logs', 'http://127.0.0.1:9'],
        /Nothing answers there/,
      ],
    },
  },
  preflight: { right: [], works: 'on a stage', finds: true },
  // It needs no stack, and a run would write cdk.json.
  bind: { right: [], works: 'elsewhere' },
  protect: { right: [], works: 'on a stage' },
  smoke: {
    right: ['--url', 'http://127.0.0.1:9', '--key', 'some-key-of-no-one-0001'],
    works: 'elsewhere',
    wrong: {
      'no API there': [['--url', 'http://127.0.0.1:9', '--key', 'some-key-of-no-one-0001'], /Nothing answers at/],
      'no key': [['--url', 'http://127.0.0.1:9', '--key', ''], /No key given/],
    },
  },
};

/** Options that take any text: what is wrong of them the rows above try. */
export const anyText: readonly string[] = [
  ...['--plan', '--out', '--table', '--from', '--email', '--phone', '--resume'],
  ...['smoke --key', 'connectors set --auth'],
];

/** Options that take any text but a blank one. */
export const notBlank: readonly string[] = ['--partner-name', '--name'];
