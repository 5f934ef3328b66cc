/** The event of a question that was saved or deleted (docs/decisions.md: events). It holds numbers alone. Pure. */
import type { EventsOf } from '../dynamodb/stream/change.ts';
import type { Item } from '../dynamodb/table/attributes.ts';
import { isSameQuestion, QUESTION, type Question, questionFrom } from './repository/question.ts';

/** The maximum number of a question's locations in the payload; the subscriptions of all of them are notified. */
const MOST_LOCATIONS = 100;

const questionIn = (item: Item | undefined): Question | undefined => (item ? questionFrom(item) : undefined);

export const questionEvents: EventsOf = ({ oldImage, newImage }) => {
  const item = newImage ?? oldImage;
  if (item?.type !== QUESTION) return [];
  const [before, after] = [questionIn(oldImage), questionIn(newImage)];
  if (before && after && isSameQuestion(before, after)) return [];
  const versions = [before, after].filter((each) => each !== undefined);
  const { id, businessNumbers } = (after ?? before)!;
  const accountNumber = Number(item.accountNumber);
  return [
    {
      type: 'QNA_UPDATED',
      partnerId: String(item.partnerId),
      accountNumber,
      businessIds: [...new Set(versions.flatMap((each) => each.businessNumbers))],
      // A question without locations is one of all of them.
      ...(versions.some((each) => each.businessNumbers.length === 0) && { ofEveryLocation: true as const }),
      data: {
        id,
        accountNumber,
        businessIds: businessNumbers.slice(0, MOST_LOCATIONS),
        change: before ? (after ? 'updated' : 'deleted') : 'created',
      },
    },
  ];
};
