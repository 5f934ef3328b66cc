/** What create request URL is asked for, of a checked body, and why it is refused. Pure. */
import { requestTemplate, SURVEY_TEMPLATE } from '../../catalog/request-templates.ts';
import type { Contact } from '../../contacts/repository/contact.ts';
import { mappedTo } from '../../contacts/repository/contact.ts';
import type { Normalized } from '../../contract/coercion.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import * as errors from '../../contract/error-rows.ts';
import { locationNotActive } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import type { RequestContext } from '../repository/requests.ts';
import type { MessageChannel } from './message.ts';

export interface RequestCommand {
  readonly businessNumber: number;
  readonly contactId: number;
  readonly surveyId: number | undefined;
  readonly templateId: number | undefined;
  readonly checkinId: number | undefined;
  /** How the customer is written to, if at all. */
  readonly channel: MessageChannel | undefined;
}

export const SEND_VIA = ['none', 'sms', 'email'] as const;
const CHANNELS: Readonly<Record<string, MessageChannel>> = { sms: 'SMS', email: 'EMAIL' };

export const noPage: ErrorEntry = { ...errors.invalidRequest, message: 'No page for requests is configured' };

const NUMBER = /^[1-9][0-9]{0,15}$/;

/**
 * A number that names a record, as a number or as text. What is malformed reads as 0, which names none: it is refused
 * where the record is looked for, and not before.
 */
const numberIn = (value: unknown): number | undefined => {
  if (value === undefined) return undefined;
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) > 0 ? Number(number) : 0;
};

/** The template of a request, if it names one that there is and that is of its kind. */
export const templateOf = ({ surveyId, templateId }: RequestCommand) => {
  const kind = surveyId === undefined ? 'review' : 'survey';
  const template = requestTemplate(templateId ?? (kind === 'survey' ? SURVEY_TEMPLATE : 0));
  return template?.kind === kind ? template : undefined;
};

/** What names no record whatever the account has: it is refused once the location was found, in the order of `refusalOf`. */
const lateViolations = (command: RequestCommand): readonly Violation[] => [
  ...(command.contactId === 0 ? [{ path: 'customerId', error: errors.customerIdInvalid }] : []),
  ...(command.surveyId === 0 ? [{ path: 'surveyId', error: errors.surveyInvalid }] : []),
  ...(templateOf(command) ? [] : [{ path: 'templateId', error: errors.templateInvalid }]),
];

export const requestCommand = ({ body }: Normalized) => {
  const command: RequestCommand = {
    businessNumber: numberIn(body.businessId) ?? 0,
    contactId: numberIn(body.customerId) ?? 0,
    surveyId: numberIn(body.surveyId),
    templateId: numberIn(body.templateId),
    checkinId: numberIn(body.checkinId),
    channel: CHANNELS[String(body.sendVia)],
  };
  return { prepared: command, violations: [], late: lateViolations(command) };
};

/** The first reason for which a request is refused, but for the location itself. */
export const refusalOf = (
  command: RequestCommand,
  { business, contact: item, hasSurvey }: RequestContext,
  page: string | undefined,
): ErrorEntry | undefined => {
  const contact = item?.contact as Contact | undefined;
  if (!contact || !mappedTo(contact)?.includes(command.businessNumber)) return errors.customerIdInvalid;
  if (command.surveyId !== undefined && !hasSurvey) return errors.surveyInvalid;
  if (!templateOf(command)) return errors.templateInvalid;
  if (business.status === 'inactive' || business.status === 'suspended') return locationNotActive;
  if (contact.blocked === true) return errors.contactBlocked;
  return page === undefined ? noPage : undefined;
};
