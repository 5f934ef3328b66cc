/** What update conversation is asked for, of a checked body, and what is wrong by the request alone. Pure. */
import type { Normalized } from '../../contract/coercion.ts';
import { invalid } from '../../contract/errors.ts';
import type { Violation } from '../../contract/violations.ts';
import { lacksAll } from '../../contract/well-typed.ts';
import type { ConversationStatus } from '../repository/conversation.ts';

export const TO_UPDATE = [['status'], ['assignedTo']] as const;

export interface UpdateCommand {
  readonly status: ConversationStatus | undefined;
  /** An email; `null` for no one; absent where it stays. */
  readonly assignedTo: string | null | undefined;
}

export const updateCommand = ({
  body,
}: Normalized): { readonly prepared: UpdateCommand; readonly violations: readonly Violation[] } => ({
  prepared: {
    status: body.status as ConversationStatus | undefined,
    assignedTo: body.assignedTo as string | null | undefined,
  },
  violations: lacksAll(body, TO_UPDATE)
    ? [{ path: 'status', error: invalid('status', 'or assignedTo is required') }]
    : [],
});
