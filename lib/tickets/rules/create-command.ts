/** What create ticket is asked for, of a checked body, and what is wrong by the request alone. Pure. */
import { isObject, listOf, type Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { invalid } from '../../contract/errors.ts';
import { caseKey, codePoints } from '../../contract/text.ts';
import type { Violation } from '../../contract/violations.ts';
import { isSent } from '../../contract/well-typed.ts';
import { type QuestionParam, SOURCE_TYPES, type TicketType } from '../repository/ticket.ts';

export const MOST_TAGS = 10;
export const LONGEST_EXTERNAL_ID = 200;

/** The customer of a ticket without a review or a response: by id, or by name, email and phone. */
export interface SentCustomer {
  readonly customerId?: number | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly emailId?: string | undefined;
  readonly phone?: string | undefined;
}

export interface CreateCommand {
  readonly assignedTo: string;
  readonly ticketType: TicketType;
  readonly externalId: string | undefined;
  readonly customer: SentCustomer | undefined;
  readonly description: string;
  readonly sourceType: string;
  readonly surveyId: number | undefined;
  readonly surveyResponseId: number | undefined;
  readonly additionalParams: readonly QuestionParam[] | undefined;
  readonly tags: readonly string[];
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** Each tag once, without case: the first spelling stays. */
export const distinctTags = (tags: readonly unknown[]): readonly string[] => {
  const distinct = new Map<string, string>();
  for (const tag of tags) if (typeof tag === 'string' && !distinct.has(caseKey(tag))) distinct.set(caseKey(tag), tag);
  return [...distinct.values()];
};

const PERSON = ['firstName', 'lastName', 'emailId', 'phone'] as const;

const customerViolations = (customer: unknown): readonly Violation[] => {
  const path = 'customer';
  if (customer === undefined) return [{ path, error: invalid(path, 'is required'), missing: true }];
  if (!isObject(customer)) return [];
  const isTwice = isSent(customer, 'customerId') && PERSON.some((name) => isSent(customer, name));
  return isTwice ? [{ path, error: invalid(path, 'must have either customerId or the fields of a person') }] : [];
};

const requiredOf = (body: Normalized['body'], name: string): readonly Violation[] =>
  isSent(body, name) ? [] : [{ path: name, error: invalid(name, 'is required'), missing: true }];

/** Whether an id may be that of a review. */
export const namesReview = (externalId: string | undefined): externalId is string =>
  externalId !== undefined && codePoints(externalId) <= LONGEST_EXTERNAL_ID;

/** What a ticket of a review or a response lacks to name it: reported where that is looked for. */
const lateViolations = ({
  ticketType,
  externalId,
  surveyId,
  surveyResponseId,
}: CreateCommand): readonly Violation[] => {
  const lacking = (path: string, error: ErrorEntry) => [{ path, error }];
  if (ticketType === 'review') return namesReview(externalId) ? [] : lacking('externalId', errors.reviewIdInvalid);
  if (ticketType !== 'survey') return [];
  return [
    ...(surveyId === undefined ? lacking('surveyId', errors.surveyInvalid) : []),
    ...(surveyResponseId === undefined ? lacking('surveyResponseId', errors.surveyInvalid) : []),
  ];
};

export const createCommand = ({
  body,
}: Normalized): {
  readonly prepared: CreateCommand;
  readonly violations: readonly Violation[];
  /** Reported after the location and whom it is assigned to. */
  readonly late: readonly Violation[];
} => {
  const { ticketType, customer } = body;
  const externalId = textOf(body.externalId);
  const tags = distinctTags(listOf(body.tags));
  const isUntagged = ticketType === 'untagged';
  const isTooLong = ticketType !== 'review' && externalId !== undefined && codePoints(externalId) > LONGEST_EXTERNAL_ID;
  const prepared: CreateCommand = {
    assignedTo: textOf(body.assignedTo) ?? '',
    ticketType: ticketType as TicketType,
    externalId,
    customer: isUntagged && isObject(customer) ? (customer as SentCustomer) : undefined,
    description: textOf(body.description) ?? '',
    sourceType: textOf(body.sourceType) ?? SOURCE_TYPES[3],
    surveyId: numberOf(body.surveyId),
    surveyResponseId: numberOf(body.surveyResponseId),
    additionalParams: Array.isArray(body.additionalParams) ? body.additionalParams : undefined,
    tags,
  };
  return {
    prepared,
    late: lateViolations(prepared),
    violations: [
      ...(isTooLong
        ? [
            {
              path: 'externalId',
              error: invalid('externalId', `must have at most ${LONGEST_EXTERNAL_ID} characters`),
              limit: LONGEST_EXTERNAL_ID,
              actual: codePoints(externalId),
            },
          ]
        : []),
      ...(isUntagged ? customerViolations(isSent(body, 'customer') ? (customer ?? null) : undefined) : []),
      ...(isUntagged ? requiredOf(body, 'description') : []),
      ...(tags.length > MOST_TAGS
        ? [
            {
              path: 'tags',
              error: invalid('tags', `must have at most ${MOST_TAGS} items`),
              limit: MOST_TAGS,
              actual: tags.length,
            },
          ]
        : []),
    ],
  };
};
