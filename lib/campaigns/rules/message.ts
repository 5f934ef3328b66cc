/** The messages that ask customers for reviews and answers, made of templates (docs/campaigns.md: templates). Pure. */
import type { RequestTemplate } from '../../catalog/request-templates.ts';
import { asOneLine, isBlank } from '../../contract/text.ts';

/** What a template may name, and how many characters of each a message has at most. */
export const PLACEHOLDERS = { firstName: 100, businessName: 250, url: 250 } as const;
type Placeholder = keyof typeof PLACEHOLDERS;

/** The most characters of a message. A subject that becomes longer is cut. */
export const LONGEST_SMS = 1600;
export const LONGEST_EMAIL = 10_000;
const LONGEST_SUBJECT = 250;

/** Anything between two pairs of braces. */
const NAMED = /\{\{([^{}]*)\}\}/g;

/** What a text names, in its order; blanks around a name count. */
export const namesIn = (text: string): readonly string[] => [...text.matchAll(NAMED)].map(([, name]) => name ?? '');

const cut = (text: string, most: number): string => [...text].slice(0, most).join('');

/** The most characters that a text of a template can become. */
export const longestOf = (text: string): number =>
  namesIn(text).reduce(
    (sum, name) => sum + (PLACEHOLDERS[name as Placeholder] ?? 0) - name.length - '{{}}'.length,
    [...text].length,
  );

/** What fills the placeholders. */
export type Filling = Readonly<Record<Placeholder, string>>;

// In one pass: a name that looks like a placeholder stays as it is.
const filled = (text: string, filling: Filling): string =>
  text.replace(NAMED, (_, name: Placeholder) => cut(filling[name], PLACEHOLDERS[name]));

export type MessageChannel = 'SMS' | 'EMAIL';

export interface RequestMessage {
  readonly channel: MessageChannel;
  readonly subject: string | undefined;
  readonly text: string;
}

/** @param firstName - of the contact; "there" takes its place if it is blank */
export const messageOf = (
  { sms, email }: RequestTemplate,
  channel: MessageChannel,
  { firstName, ...others }: Filling,
): RequestMessage => {
  const filling = { firstName: isBlank(firstName) ? 'there' : firstName.trim(), ...others };
  if (channel === 'SMS') return { channel, subject: undefined, text: filled(sms, filling) };
  // A line break would begin another header of the email; a name of a data file may have one.
  const subject = cut(asOneLine(filled(email.subject, filling)), LONGEST_SUBJECT).trim();
  return { channel, subject, text: filled(email.text, filling) };
};
