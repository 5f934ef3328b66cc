/** Fields that operations of contacts share. */
import { identifier, maxLine } from '../../contract/atoms.ts';
import * as errors from '../../contract/error-rows.ts';
import { field } from '../../contract/field.ts';
import { addressed } from '../../contract/parameters.ts';

export const businessId = addressed(errors.accountNotFound, 'The number of the account or of one of its locations');

export const contactId = field(identifier, 'Enterprise customer id', 41001);

export const externalId = field(maxLine(128), 'Id in another system such as a CRM; unique in the account', 'crm-41001');
