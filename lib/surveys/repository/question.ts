/** Questions of surveys as they are stored, and what an answer to each may be. */

/** In the order in which the document names them. */
export const QUESTION_TYPES = [
  'text',
  'textarea',
  'checkbox',
  'radio',
  'dropdown',
  'rating',
  'nps',
  'datetime',
  'contact',
  'label',
  'review',
  'location',
] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** Those that have choices, and those that have bounds. */
export const TYPES_WITH_CHOICES: readonly QuestionType[] = ['checkbox', 'radio', 'dropdown'];
export const TYPES_WITH_BOUNDS: readonly QuestionType[] = ['rating', 'nps'];

/** Answers to these may identify a person, or be in their own words: an erasure clears them (docs/erasing.md). */
export const PERSONAL_TYPES: ReadonlySet<string> = new Set<QuestionType>(['text', 'textarea', 'contact', 'review']);

export interface Question {
  /** Unique in the survey. */
  readonly id: number;
  readonly title: string;
  readonly type: QuestionType;
  readonly required?: boolean;
  /** Of checkbox, radio and dropdown. */
  readonly choices?: readonly string[];
  /** Bounds of a rating or an nps question, both included. */
  readonly minValue?: number;
  readonly maxValue?: number;
}

/** Who is named in an answer to a contact question. */
export interface NamedContact {
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string;
}

/** Numbers of nps and rating, choices of checkbox, the parts of a contact, and text of all others. */
export type AnswerValue = number | string | readonly string[] | NamedContact;

export interface Answer {
  readonly questionId: number;
  /** Of its question, so that an answer can be read without the survey. */
  readonly type: QuestionType;
  readonly value: AnswerValue;
}
