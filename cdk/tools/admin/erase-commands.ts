/** The commands that erase a person. */
import type { Command } from 'commander';
import { type Context, onTarget, withTarget } from './command.ts';
import type { EraseOptions } from './contact-erase.ts';
import type { EraseUserOptions } from './user-erase.ts';
import { wholeNumber } from './values.ts';

export const addContact = (program: Command, { io }: Context): void => {
  const contact = program.command('contact').description('contacts: erase a person');
  withTarget(contact.command('erase'))
    .description('remove a contact for good, with all that the table has of it; reads the whole table')
    .option('--account <number>', 'the account', wholeNumber)
    .option('--id <number>', 'the contact, by its id; also one that was deleted before', wholeNumber)
    .option('--email <address>', 'the contact, by its email')
    .option('--phone <number>', 'the contact, by its phone')
    .option('--again', 'remove all that were erased before: from a table that was restored, or where a run was cut off')
    .option('--from <table>', 'with --again: the table that has the list; the one that is cleaned without it')
    .action(
      onTarget(async (target, options: EraseOptions) =>
        (await import('./contact-erase.ts')).eraseContact(target, io, options),
      ),
    );
};

export const addUser = (program: Command, { io }: Context): void => {
  const user = program.command('user').description('users: erase a person');
  withTarget(user.command('erase'))
    .description('remove a user for good, from all accounts of the partner; reads the whole table')
    .option('--account <number>', "an account of the partner's, any", wholeNumber)
    .option('--id <number>', 'the user, by the user id; also one who was removed before', wholeNumber)
    .option('--email <address>', 'the user, by the email')
    .option('--last-owner', 'also where an account then has no owner')
    .option('--again', 'remove all contacts and users that were erased before, as contact erase --again does')
    .option('--from <table>', 'with --again: the table that has the list; the one that is cleaned without it')
    .action(
      onTarget(async (target, options: EraseUserOptions) =>
        (await import('./user-erase.ts')).eraseUser(target, io, options),
      ),
    );
};
