/** Whether a value answers a question, and as what it is stored (docs/surveys.md: responses). Pure. */
import { isObject } from '../../contract/coercion.ts';
import { NumberText } from '../../contract/number-text.ts';
import { codePoints, isBlank, ONE_LINE } from '../../contract/text.ts';
import { timeOf } from '../../contract/times.ts';
import type { AnswerValue, NamedContact, Question, QuestionType } from '../repository/question.ts';

/** `undefined`: nothing is answered. */
export type Read = { readonly value: AnswerValue | undefined } | { readonly problem: string };

const NOTHING: Read = { value: undefined };

const longest: Readonly<Partial<Record<QuestionType, number>>> = {
  text: 1000,
  review: 1000,
  location: 1000,
  textarea: 10_000,
};

/** Text as any body has it; `undefined` for what is none. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value.trim();
  const isPlain = typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
  return isPlain ? String(value) : undefined;
};

const readText = ({ type }: Question, value: unknown): Read => {
  const most = longest[type]!;
  const text = textOf(value);
  if (text === undefined) return { problem: 'must be text' };
  return codePoints(text) > most ? { problem: `must have at most ${most} characters` } : { value: text };
};

const integerOf = (value: unknown): number => {
  if (value instanceof NumberText) return Number(value.source);
  if (typeof value === 'string' && /^\s*[+-]?[0-9]{1,3}\s*$/.test(value)) return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
};

const readNumber = ({ minValue, maxValue }: Question, value: unknown): Read => {
  // -0 is stored as 0, and equals that only.
  const integer = integerOf(value) + 0;
  const [least, most] = [Number(minValue), Number(maxValue)];
  const fits = Number.isInteger(integer) && integer >= least && integer <= most;
  return fits ? { value: integer } : { problem: `must be a whole number from ${least} to ${most}` };
};

const NO_CHOICE: Read = { problem: 'must be one of its choices' };

/** A list of one stands for the one. */
const readChoice = ({ choices = [] }: Question, value: unknown): Read => {
  const text = textOf(Array.isArray(value) && value.length === 1 ? value[0] : value);
  return text !== undefined && choices.includes(text) ? { value: text } : NO_CHOICE;
};

const readChoices = ({ choices = [] }: Question, value: unknown): Read => {
  const sent = (Array.isArray(value) ? value : [value]).map(textOf);
  if (!sent.every((each): each is string => each !== undefined && choices.includes(each)))
    return { problem: 'must be among its choices' };
  if (new Set(sent).size < sent.length) return { problem: 'must name each choice once' };
  // In the order in which they are asked.
  return { value: choices.filter((each) => sent.includes(each)) };
};

const ISO = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[Tt ][0-9:.]+(?:[Zz]|[+-][0-9]{2}:?[0-9]{2})?)?$/;

const readMoment = (value: unknown): Read => {
  const text = textOf(value) ?? '';
  return ISO.test(text) && !Number.isNaN(timeOf(text))
    ? { value: text }
    : { problem: 'must be an ISO 8601 date or time' };
};

const PARTS = [
  ['name', 100],
  ['email', 254],
  ['phone', 40],
] as const;
const LINE = new RegExp(ONE_LINE);

const readContact = (value: unknown): Read => {
  if (!isObject(value)) return { problem: 'must be an object of name, email and phone' };
  const contact: Record<string, string> = {};
  for (const [part, most] of PARTS) {
    const sent = value[part];
    if (sent === undefined || isBlank(sent)) continue;
    const text = textOf(sent);
    if (text === undefined || codePoints(text) > most || !LINE.test(text))
      return { problem: `must have a ${part} of one line and at most ${most} characters` };
    if (part === 'email' && !/^[^\s@]+@[^\s@]+$/.test(text)) return { problem: 'must have one email address' };
    contact[part] = text;
  }
  return Object.keys(contact).length > 0 ? { value: contact as NamedContact } : NOTHING;
};

/** What a sent value comes to. Whatever is blank is no answer. */
export const readValue = (question: Question, value: unknown): Read => {
  if (value === undefined || isBlank(value) || (Array.isArray(value) && value.length === 0)) return NOTHING;
  switch (question.type) {
    case 'nps':
    case 'rating':
      return readNumber(question, value);
    case 'radio':
    case 'dropdown':
      return readChoice(question, value);
    case 'checkbox':
      return readChoices(question, value);
    case 'datetime':
      return readMoment(value);
    case 'contact':
      return readContact(value);
    case 'label':
      return { problem: 'takes no answer' };
    default:
      return readText(question, value);
  }
};

/** An answer as it is shown: several joined, a contact as its parts joined. */
export const shownValue = (value: AnswerValue): string => {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object') return String(value);
  const contact = value as NamedContact;
  return PARTS.flatMap(([part]) => contact[part] ?? []).join(', ');
};
