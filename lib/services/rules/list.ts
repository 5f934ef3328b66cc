/** Which services a list has, and in which order. Pure. */
import { folded, foldedPart, inOrder } from '../../contract/folded-text.ts';
import type { PageWindow } from '../../contract/page-window.ts';
import type { Service } from '../repository/service.ts';

export interface ServiceSearch {
  readonly window: PageWindow;
  readonly search?: string | undefined;
  readonly sortBy?: 'updated' | 'name' | 'price' | undefined;
  readonly sortOrder?: 'asc' | 'desc' | undefined;
}

type Compare = (a: Service, b: Service) => number;

const compareBy = (sortBy: NonNullable<ServiceSearch['sortBy']>, sign: 1 | -1): Compare => {
  if (sortBy === 'updated') return (a, b) => sign * inOrder(a.updatedOn, b.updatedOn);
  if (sortBy === 'price')
    return (a, b) => {
      // Services without a price come last in either order.
      if (a.price === undefined || b.price === undefined)
        return Number(a.price === undefined) - Number(b.price === undefined);
      return sign * (a.price - b.price);
    };
  return (a, b) => sign * inOrder(folded(a.name), folded(b.name));
};

/** A page of services, and how many there are. Ties ascend by id. */
export const pageOfServices = <S extends Service>(
  all: readonly S[],
  { window, search = '', sortBy = 'updated', sortOrder = 'desc' }: ServiceSearch,
): { readonly totalCount: number; readonly services: readonly S[] } => {
  const part = foldedPart(search);
  const found = all.filter(({ serviceId, name }) => [serviceId, name].some((each) => folded(each).includes(part)));
  const compare = compareBy(sortBy, sortOrder === 'asc' ? 1 : -1);
  return {
    totalCount: found.length,
    services: found
      .toSorted((a, b) => compare(a, b) || inOrder(a.serviceId, b.serviceId))
      .slice(window.start, window.end),
  };
};
