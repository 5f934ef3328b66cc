/** JSON values as literals of languages: what fits on a line stands on one. Pure. */

/** How a language writes what JSON has. */
export interface Spelling {
  readonly text: (value: string) => string;
  /** The name of a member. */
  readonly key: (name: string) => string;
  /** `true`, `false` and `null`. */
  readonly word: (value: string) => string;
  /** Characters by which what is inside stands further right. */
  readonly step: number;
  /** What stands between a brace and a member on its line. */
  readonly pad: string;
}

const asJson: Spelling = { text: JSON.stringify, key: JSON.stringify, word: (value) => value, step: 2, pad: ' ' };

const quoted = (value: string): string =>
  `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;

/** As TypeScript and JavaScript write it. */
export const asTypescript: Spelling = {
  text: quoted,
  key: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : quoted(name)),
  word: (value) => value,
  step: 2,
  pad: ' ',
};

const CONSTANTS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** As Python writes it. */
export const asPython: Spelling = {
  text: JSON.stringify,
  key: JSON.stringify,
  word: (value) => CONSTANTS[value] ?? value,
  step: 4,
  pad: '',
};

/** Characters of a line. */
const WIDTH = 66;

const lineOf = (value: unknown, spelling: Spelling): string => {
  if (typeof value === 'string') return spelling.text(value);
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return spelling.word(String(value));
  if (Array.isArray(value)) return `[${value.map((each) => lineOf(each, spelling)).join(', ')}]`;
  const members = Object.entries(value).map(([name, each]) => `${spelling.key(name)}: ${lineOf(each, spelling)}`);
  return members.length === 0 ? '{}' : `{${spelling.pad}${members.join(', ')}${spelling.pad}}`;
};

/**
 * @param margin - characters before each line but the first
 * @param taken - characters before the first line, next to the margin
 */
export const literal = (value: unknown, spelling: Spelling = asJson, margin = 0, taken = 0): string => {
  const line = lineOf(value, spelling);
  if (typeof value !== 'object' || value === null || margin + taken + line.length <= WIDTH) return line;
  const inner = `\n${' '.repeat(margin + spelling.step)}`;
  const end = `\n${' '.repeat(margin)}`;
  if (Array.isArray(value)) {
    return `[${inner}${value.map((each) => literal(each, spelling, margin + spelling.step)).join(`,${inner}`)}${end}]`;
  }
  const members = Object.entries(value).map(([name, each]) => {
    const key = `${spelling.key(name)}: `;
    return `${key}${literal(each, spelling, margin + spelling.step, key.length)}`;
  });
  return `{${inner}${members.join(`,${inner}`)}${end}}`;
};
