/** The line of a service of an account. Its id follows from account and name. */
import { name, sentDetails } from '../../../lib/services/contracts/shared-schemas.ts';
import {
  MOST_SERVICES,
  SERVICE_DETAILS,
  type Service,
  serviceCounter,
  serviceFrom,
  serviceIdOf,
  serviceItem,
  servicesPartition,
} from '../../../lib/services/repository/service.ts';
import { serviceEntity } from '../../../lib/services/repository/service-entities.ts';
import { creationViolations } from '../../../lib/services/rules/prices.ts';
import { upsertCounted } from '../upsert-counted.ts';
import { type LineKind, lineOf, positive, refused } from './line.ts';
import { inUtc, pointInTime } from './times.ts';

export const serviceLine: LineKind = {
  entity: serviceEntity,
  pass: 2,
  schema: lineOf({
    accountNumber: positive,
    service: {
      type: 'object',
      required: ['name', 'updatedOn'],
      properties: { name, ...sentDetails, updatedOn: pointInTime },
    },
  }),
  read(fields) {
    const { accountNumber, service: sent } = fields as unknown as {
      accountNumber: number;
      service: Omit<Service, 'serviceId'>;
    };
    const service = inUtc(sent, ['updatedOn'], 'service.');
    if ('refused' in service) return service;
    const [wrong] = creationViolations({ ...service });
    if (wrong) return refused(`service.${wrong.path}: ${wrong.error.message}`);
    const serviceId = serviceIdOf(accountNumber, service.name);
    return {
      about: `service ${serviceId} of account ${accountNumber}`,
      // Services of one account are written one after another, as they change its count.
      locks: [`services of account ${accountNumber}`],
      async write(context) {
        const partnerId = await context.owners.ofAccount(accountNumber);
        if (partnerId === undefined) return refused(`account ${accountNumber} does not exist`);
        const owner = { partnerId, accountNumber };
        return upsertCounted(context, serviceItem(owner, { ...service, serviceId }), serviceCounter(owner), {
          limit: MOST_SERVICES,
          message: `the account has ${MOST_SERVICES} services`,
        });
      },
    };
  },
  lineOf(item) {
    const service = serviceFrom(item);
    const details = SERVICE_DETAILS.flatMap((each) => (service[each] === undefined ? [] : [[each, service[each]]]));
    return {
      type: 'service',
      accountNumber: Number(item.accountNumber),
      service: { name: service.name, ...Object.fromEntries(details), updatedOn: service.updatedOn },
    };
  },
  lyingAt: (partnerId, accountNumber) => servicesPartition({ partnerId, accountNumber }),
};
