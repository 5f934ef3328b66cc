/** The forms in which a client may write an identifier, so that it might slip past a check and still reach a record. */

/** A form of an identifier, by what is done to it. */
export interface Form {
  readonly name: string;
  /** What is the caller's own counts, as it comes last. */
  readonly isOwn?: boolean;
  readonly of: (identifier: string) => string;
}

const forms = (table: Readonly<Record<string, (identifier: string) => string>>): readonly Form[] =>
  Object.entries(table).map(([name, of]) => ({ name, of, isOwn: name === 'own last' }));

const digitsFrom = (zero: number) => (digits: string) =>
  digits.replace(/[0-9]/g, (digit) => String.fromCodePoint(zero + Number(digit)));

export const plain: Form = { name: 'plain', of: (identifier) => identifier };

/** A number as text, before any encoding. `700101` and `700100` are a location and an account of the caller's own. */
export const numberTexts = forms({
  'leading zero': (n) => `0${n}`,
  'plus sign': (n) => `+${n}`,
  negative: (n) => `-${n}`,
  fraction: (n) => `${n}.0`,
  'fraction that is lost': (n) => `${n}.00000000000000000001`,
  exponent: (n) => `${n}e0`,
  'moved point': (n) => `${n[0]}.${n.slice(1)}e${n.length - 1}`,
  hexadecimal: (n) => `0x${Number(n).toString(16)}`,
  octal: (n) => `0o${Number(n).toString(8)}`,
  bigint: (n) => `${n}n`,
  'digit separator': (n) => `${n[0]}_${n.slice(1)}`,
  'thousands separator': (n) => `${n[0]},${n.slice(1)}`,
  'safe and huge': (n) => n.padEnd(16, '0').replace(/^9/, '8'),
  'beyond safe': (n) => `90071992547${n.padStart(9, '0')}`,
  'wraps at 2^32': (n) => String(Number(n) + 2 ** 32),
  'wraps at 2^53': (n) => String(BigInt(n) + 2n ** 53n),
  'wraps at 2^64': (n) => String(BigInt(n) + 2n ** 64n),
  'very long': (n) => n.repeat(100),
  'space before': (n) => ` ${n}`,
  'space behind': (n) => `${n} `,
  'tab behind': (n) => `${n}\t`,
  'newline behind': (n) => `${n}\n`,
  'carriage return and newline': (n) => `${n}\r\n700101`,
  'NUL before': (n) => `\0${n}`,
  'NUL behind': (n) => `${n}\0`,
  'NUL and an own number': (n) => `700101\0${n}`,
  escape: (n) => `\x1b${n}`,
  delete: (n) => `${n}\x7f`,
  'no-break space': (n) => `\u00a0${n}`,
  'zero-width space': (n) => `\u200b${n}`,
  'byte order mark': (n) => `\ufeff${n}`,
  'right-to-left mark': (n) => `\u202e${n}`,
  'combining mark': (n) => `${n}\u0301`,
  'Arabic digits': digitsFrom(0x660),
  'Devanagari digits': digitsFrom(0x966),
  'full-width digits': digitsFrom(0xff10),
  'mathematical digits': digitsFrom(0x1d7ce),
  'part of a key': (n) => `${n}#PROFILE`,
  'part of a menu key': (n) => `${n}#MENU`,
  'a whole key': (n) => `BUSINESS#${n}`,
  'an account key': (n) => `ACCOUNT#${n}#CONTACT`,
  'escaped mark': (n) => `${n}%23`,
  'behind an own number': (n) => `700101#${n}`,
  'list, own first': (n) => `700101,${n}`,
  'list, own last': (n) => `${n},700101`,
  'path upwards': (n) => `700101/../${n}`,
  'path down': (n) => `${n}/../700101`,
  'JSON array': (n) => `[${n}]`,
  'JSON text': (n) => `"${n}"`,
  'store value': (n) => `{"N":"${n}"}`,
  operator: (n) => `{"$ne":${n}}`,
  expression: (n) => `${n} OR 1=1`,
  wildcard: (n) => `${n}*`,
  prototype: (n) => `__proto__${n}`,
});

const everyByte = (text: string) =>
  [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const encoded = (texts: readonly Form[]): readonly Form[] =>
  texts.flatMap(({ name, of }) => [
    { name: `${name}, encoded`, of: (text: string) => encodeURIComponent(of(text)) },
    { name: `${name}, every byte encoded`, of: (text: string) => everyByte(of(text)) },
  ]);

/** What no encoder would make, in a path or a query. */
const rawInUrl = forms({
  'encoded twice': (n) => encodeURIComponent(everyByte(n)),
  'broken UTF-8': (n) => `${n}%FF`,
  'overlong NUL': (n) => `${n}%C0%80`,
  'half a surrogate pair': (n) => `${n}%ED%A0%80`,
  'broken encoding': (n) => `${n}%zz`,
  'encoding cut off': (n) => `${n}%`,
  'old script encoding': (n) => [...n].map((digit) => `%u003${digit}`).join(''),
  'raw UTF-8': (n) => Buffer.from(digitsFrom(0x660)(n)).toString('latin1'),
  'semicolon parameter': (n) => `${n};x=700101`,
  'plus for a space': (n) => `+${n}+`,
  'raw path upwards': (n) => `700101/../${n}`,
});

/** Those that calculate with the number. */
const ARITHMETIC = new Set(['hexadecimal', 'octal', 'wraps at 2^32', 'wraps at 2^53', 'wraps at 2^64']);

export const pathForms = [plain, ...encoded([plain, ...numberTexts]), ...rawInUrl];

/** Those forms of a place that an identifier can take that is a text, and no number to calculate with. */
export const ofTexts = <F extends { readonly name: string }>(all: readonly F[]): readonly F[] =>
  all.filter(({ name }) => !ARITHMETIC.has(name.replace(/,.*encoded$/, '')));

/** Each gives the whole `name=value`, as a parameter may come more than once. */
export const queryForms = (name: string): readonly Form[] => [
  ...pathForms.map((form) => ({ name: form.name, of: (n: string) => `${name}=${form.of(n)}` })),
  ...forms({
    'own first': (n) => `${name}=700100&${name}=${n}`,
    'own last': (n) => `${name}=${n}&${name}=700100`,
    'own first, by semicolon': (n) => `${name}=700100;${name}=${n}`,
    'name encoded': (n) => `${everyByte(name)}=${n}`,
    'name in capitals': (n) => `${name.toUpperCase()}=${n}`,
    'name as an array': (n) => `${name}[]=${n}`,
    'name of a prototype': (n) => `__proto__[${name}]=${n}`,
    'name without a value before it': (n) => `${name}&${name}=${n}`,
  }),
];

const asBytes = (text: string) => Buffer.from(text).toString('latin1');

/** Each gives the header lines as pairs. */
export const headerForms = (name: string) => [
  ...[plain, ...numberTexts].map((form) => ({
    name: form.name,
    of: (n: string) => [[name, asBytes(form.of(n))]] as [string, string][],
  })),
  ...Object.entries<(n: string) => [string, string][]>({
    'own first': (n) => [
      [name, '700100'],
      [name, n],
    ],
    'own last': (n) => [
      [name, n],
      [name, '700100'],
    ],
    'two spellings': (n) => [
      [name, '700100'],
      [name.toUpperCase(), n],
    ],
    'percent-encoded': (n) => [[name, everyByte(n)]],
  }).map(([form, of]) => ({ name: form, of })),
];

/** A number as JSON, as it stands in the body. */
export const jsonNumbers: readonly Form[] = [
  plain,
  ...forms({
    'number with a fraction': (n) => `${n}.0`,
    'number with an exponent': (n) => `${n}e0`,
    'number that is rounded': (n) => `${n}.00000000000000000001`,
    'number beyond safe': (n) => `90071992547${n.padStart(9, '0')}`,
    'number beyond all': (n) => `${n}e400`,
    'negative number': (n) => `-${n}`,
    'as text': (n) => `"${n}"`,
    'as escaped text': (n) => `"${[...n].map((digit) => `\\u003${digit}`).join('')}"`,
    'half a surrogate pair': (n) => `"\\ud800${n}"`,
    'in an array': (n) => `[${n}]`,
    'in an object': (n) => `{"N":"${n}"}`,
    'as an operator': (n) => `{"$eq":${n}}`,
    'as a prototype': (n) => `{"__proto__":{"valueOf":${n}}}`,
  }),
  // Problem details repeat the caller's own number where it is too large: two such numbers differ.
  ...numberTexts
    .filter(({ name }) => name !== 'wraps at 2^53')
    .map(({ name, of }) => ({ name: `text: ${name}`, of: (n: string) => JSON.stringify(of(n)) })),
];

/** An email or a phone as JSON. */
export const jsonTexts: readonly Form[] = forms({
  plain: (text) => JSON.stringify(text),
  capitals: (text) => JSON.stringify(text.toUpperCase()),
  'spaces around': (text) => JSON.stringify(` ${text}\t`),
  'NUL behind': (text) => JSON.stringify(`${text}\0`),
  'part of a key': (text) => JSON.stringify(`${text}#CONTACT`),
  'a key of another account': (text) => JSON.stringify(`#200#EMAIL#${text}`),
  'escaped mark': (text) => JSON.stringify(`${text}%23`),
  'no-break space': (text) => JSON.stringify(`\u00a0${text}`),
  'zero-width space': (text) => JSON.stringify(`\u200b${text}`),
  'full-width': (text) =>
    JSON.stringify(text.replace(/[!-~]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) + 0xfee0))),
  'digits alone': (text) => JSON.stringify(text.replace(/[^0-9]/g, '')),
  'calling code': (text) => JSON.stringify(`+1 ${text}`),
  'half a surrogate pair': (text) => `"${text}\\ud800"`,
  'every character escaped': (text) =>
    `"${[...text].map((mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
  'in an array': (text) => JSON.stringify([text]),
  'in an object': (text) => JSON.stringify({ S: text }),
  'very long': (text) => JSON.stringify(text.repeat(12)),
});
