/** Services as they are answered. Pure. */
import type { Service } from './repository/service.ts';

export const serviceReply = ({
  serviceId,
  name,
  price = null as never,
  currencyCode = '',
  description = '',
  group = '',
  duration = null as never,
  updatedOn,
}: Service) => ({ serviceId, name, price, currencyCode, description, group, duration, updatedOn });
