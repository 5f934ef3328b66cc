/** The commands that erase a person. */
import { type Command, Option } from 'commander';
import { type Context, onWholeTable, withConfirm, withResume, withTarget } from './command.ts';
import { type ConfirmOptions, confirmAt } from './confirm.ts';
import type { EraseOptions } from './contact-erase.ts';
import type { EraseEmployeeOptions } from './employee-erase.ts';
import type { EraseUserOptions } from './user-erase.ts';
import { contactId, integer } from './values.ts';

/**
 * Adds the options of a repetition.
 *
 * @param naming - the options of an erasure of one person, by attribute
 */
const withAgain = (command: Command, what: string, naming: string[]): Command =>
  command
    .addOption(new Option('--again', what).conflicts(naming))
    .addOption(
      new Option(
        '--from <table>',
        'with --again: the table with the erasure list (default the table itself)',
      ).conflicts(naming),
    )
    .option('--wait <seconds>', 'seconds to wait for requests in flight (default 30)', integer);

export const addContact = (program: Command, { io }: Context): void => {
  const contact = program.command('contact').description('contacts: erase a person');
  const erase = withResume(withConfirm(withTarget(contact.command('erase'))))
    .description('remove a contact for good, with all its data in the table; reads the entire table')
    .option('--account <number>', 'the account', integer)
    .option('--id <number>', "the contact's id; also of a deleted one", contactId)
    .option('--email <address>', "the contact's email")
    .option('--phone <number>', "the contact's phone");
  withAgain(erase, 'repeat all earlier erasures, in a restored table or after an interrupted run', [
    'account',
    'id',
    'email',
    'phone',
  ]).action(
    onWholeTable(io, async (target, inner, options: EraseOptions & ConfirmOptions) =>
      (await import('./contact-erase.ts')).eraseContact(target, inner, {
        ...options,
        confirm: confirmAt(target, inner, options),
      }),
    ),
  );
};

export const addUser = (program: Command, { io }: Context): void => {
  const user = program.command('user').description('users: erase a person');
  const erase = withResume(withConfirm(withTarget(user.command('erase'))))
    .description('remove a user for good, from all accounts of the partner; reads the entire table')
    .option('--account <number>', 'any account of the partner', integer)
    .option('--id <number>', 'the user id; also of a removed user', integer)
    .option('--email <address>', "the user's email")
    .option('--last-owner', 'even if an account then has no owner');
  withAgain(erase, 'repeat all earlier erasures of contacts and users, like contact erase --again', [
    'account',
    'id',
    'email',
    'lastOwner',
  ]).action(
    onWholeTable(io, async (target, inner, options: EraseUserOptions & ConfirmOptions) =>
      (await import('./user-erase.ts')).eraseUser(target, inner, {
        ...options,
        confirm: confirmAt(target, inner, options),
      }),
    ),
  );
};

export const addEmployee = (program: Command, { io }: Context): void => {
  const employee = program.command('employee').description('employees: erase a person');
  const erase = withResume(withConfirm(withTarget(employee.command('erase'))))
    .description('remove an employee of an account for good; reads the entire table')
    .option('--account <number>', 'the account', integer)
    .option('--email <address>', "the employee's email");
  withAgain(erase, 'repeat all earlier erasures of people, like contact erase --again', ['account', 'email']).action(
    onWholeTable(io, async (target, inner, options: EraseEmployeeOptions & ConfirmOptions) =>
      (await import('./employee-erase.ts')).eraseEmployee(target, inner, {
        ...options,
        confirm: confirmAt(target, inner, options),
      }),
    ),
  );
};
