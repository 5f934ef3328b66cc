/** The rules of the templates of requests: placeholders, lengths, and those that must be there. Pure. */
import { LONGEST_EMAIL, LONGEST_SMS, longestOf, namesIn, PLACEHOLDERS } from '../../lib/campaigns/rules/message.ts';
import { doubled, each, type Found } from './catalogue-problems.ts';
import type { TemplateRow } from './catalogue-rows.ts';

const KNOWN = Object.keys(PLACEHOLDERS);

/** The kinds of the templates that the service itself needs (docs/campaigns.md: templates). */
const NEEDED = [
  [1, 'review'],
  [2, 'survey'],
] as const;

interface Text {
  readonly path: string;
  readonly text: string;
  /** Whether it must have the link. */
  readonly needsUrl: boolean;
  /** The most characters that it may become. */
  readonly most: number;
}

const textProblems = ({ path, text, needsUrl, most }: Text): Found[] => {
  const names = namesIn(text);
  const unknown = names.find((name) => !KNOWN.includes(name));
  if (unknown !== undefined)
    return [{ path, what: `names {{${unknown}}}; known are ${KNOWN.map((name) => `{{${name}}}`).join(', ')}` }];
  // What is left of braces would be sent to customers.
  if (/\{\{|\}\}/.test(text.replaceAll(/\{\{\w+\}\}/g, '')))
    return [{ path, what: 'has two braces that are no placeholder' }];
  if (needsUrl && !names.includes('url')) return [{ path, what: 'has no {{url}}' }];
  const longest = longestOf(text);
  return longest > most ? [{ path, what: `can become ${longest} characters long, over the ${most} of a message` }] : [];
};

const rowProblems = ({ sms, email }: TemplateRow, index: number): Found[] => {
  const at = `[${index}]`;
  return [
    { path: `${at}.sms`, text: sms, needsUrl: true, most: LONGEST_SMS },
    // A subject that becomes too long is cut.
    { path: `${at}.email.subject`, text: email.subject, needsUrl: false, most: Number.POSITIVE_INFINITY },
    { path: `${at}.email.text`, text: email.text, needsUrl: true, most: LONGEST_EMAIL },
  ].flatMap(textProblems);
};

export const templateProblems = (rows: readonly TemplateRow[]): readonly Found[] => [
  ...doubled(each(rows, 'templateId')),
  ...rows.flatMap(rowProblems),
  ...NEEDED.flatMap(([templateId, kind]) =>
    rows.some((row) => row.templateId === templateId && row.kind === kind)
      ? []
      : [{ path: '', what: `has no template ${templateId} of kind ${kind}` }],
  ),
];
