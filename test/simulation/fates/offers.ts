/** Services with their mapping, and products: creations and deletions change the number of their account. */
import { deleteCounted } from '../../../lib/dynamodb/writes/delete-counted.ts';
import {
  isProductId,
  type Product,
  productCounter,
  productIdOf,
  productItem,
  productKey,
} from '../../../lib/products/repository/product.ts';
import { products } from '../../../lib/products/repository/products.ts';
import { mappingItem, mappings } from '../../../lib/services/repository/mapping.ts';
import {
  isServiceId,
  type Service,
  serviceCounter,
  serviceIdOf,
  serviceItem,
  serviceKey,
} from '../../../lib/services/repository/service.ts';
import { services } from '../../../lib/services/repository/services.ts';
import { location } from './records.ts';
import { ACCOUNT, account, becameOf, type Case, EFFECT, hasEffect, NUMBER, owner, PARTNER } from './shape.ts';

const UPDATED = '2026-01-01T00:00:00.000Z';
const isDeletion = (input: string): boolean => input.includes('"Delete"');
/** The number of an account with one record. */
const countsOf = ({ pk, type }: { readonly pk: string; readonly type: string }) => ({
  ...{ pk, sk: 'COUNTS', type, v: 1, n: 1, ...owner },
});

const serviceOf = (name: string, description = name): Service => ({
  serviceId: serviceIdOf(ACCOUNT, name),
  ...{ name, description, updatedOn: UPDATED },
});
const ID = serviceIdOf(ACCOUNT, 'Cut');
const withService = () => [account(), serviceItem(owner, serviceOf('Cut', 'before')), countsOf(serviceCounter(owner))];

const newService: Case = {
  name: 'a service that is created',
  shape: 'creation',
  isFound: true,
  unknown: 'lost',
  items: () => [account()],
  prepare: async (clean) => {
    const { counts } = await services(clean).context(owner, ID);
    return async (store) => becameOf(await services(store).create(owner, serviceOf('Cut', EFFECT), counts));
  },
  isEffect: hasEffect,
  other: async (store, count) => {
    const service = serviceOf(`other ${count}`);
    const { counts } = await services(store).context(owner, service.serviceId);
    return 'done' in (await services(store).create(owner, service, counts));
  },
};

/** Another one of the same name, which is deleted again: the number has the mark of that. */
const newServiceOfTwo: Case = {
  name: 'a service that others create and delete',
  shape: 'creation',
  unknown: 'either',
  items: newService.items,
  prepare: newService.prepare,
  isEffect: hasEffect,
  other: async (store) => {
    const { counts } = await services(store).context(owner, ID);
    await services(store).create(owner, serviceOf('Cut', 'other'), counts);
    await deleteCounted(store, { ...deletionOfService, validateOnly: false });
    return true;
  },
};

const deletionOfService = {
  ids: [ID],
  keyOf: (id: string) => (isServiceId(id) ? serviceKey(owner, id) : undefined),
  counter: serviceCounter(owner),
};
const serviceChanged = async (store: Parameters<typeof services>[0], description: string) => {
  const found = await services(store).find(owner, ID);
  return found ? services(store).change(found, { description }) : 'changed';
};

const service: Case = {
  name: 'a service that is changed',
  shape: 'record',
  items: withService,
  prepare: async (clean) => {
    const found = (await services(clean).find(owner, ID))!;
    return async (store) => becameOf(await services(store).change(found, { description: EFFECT }));
  },
  isEffect: hasEffect,
  other: async (store, count) => (await serviceChanged(store, `other ${count}`)) === 'done',
};

/** Others change it so often that it can't be known whether it was deleted. */
export const noService: Case = {
  ...service,
  name: 'a service that is deleted',
  shape: 'deletion',
  unknown: 'landed',
  prepare: async () => async (store) => {
    const outcome = await deleteCounted(store, { ...deletionOfService, validateOnly: false });
    return outcome === 'done' ? 'done' : 'refused';
  },
  isEffect: isDeletion,
};

const mapped = [{ category: 'Barber', serviceIds: [ID] }];
const mappedTo = (category: string) => [{ category, serviceIds: [ID] }];
const mappingChanged = async (store: Parameters<typeof mappings>[0], category: string) => {
  const { find, write } = mappings(store);
  return (await write((await find(NUMBER))!, mappedTo(category))) === 'done';
};
const mapping: Case = {
  name: 'the services of a location',
  shape: 'record',
  items: () => [location(), mappingItem(PARTNER, { businessNumber: NUMBER, accountNumber: ACCOUNT }, mapped)],
  prepare: async (clean) => {
    const record = (await mappings(clean).find(NUMBER))!;
    return async (store) => becameOf(await mappings(store).write(record, mappedTo(EFFECT)));
  },
  isEffect: hasEffect,
  other: (store, count) => mappingChanged(store, `other ${count}`),
};
const firstMapping: Case = {
  ...mapping,
  name: 'the first services of a location',
  shape: 'creation',
  items: () => [location()],
};

const SKU = 'MUG-1';
const productOf = (productSku: string, title = productSku): Product => ({
  productId: productIdOf(ACCOUNT, productSku),
  ...{ productSku, title, imageLink: 'https://kettle.example/mug.png', alphaProductCategoryId: '1' },
  ...{ price: { amount: '8.00', currencyCode: 'USD' }, status: 'DRAFT', businessNumbers: [] },
  ...{ updatedOn: UPDATED, updatedBy: 'Sim' },
});
const PRODUCT = productIdOf(ACCOUNT, SKU);

const newProduct: Case = {
  ...newService,
  name: 'a product that is created',
  prepare: async (clean) => {
    const { counts } = await products(clean).context(owner, PRODUCT);
    return async (store) => becameOf(await products(store).create(owner, productOf(SKU, EFFECT), counts));
  },
  other: async (store, count) => {
    const product = productOf(`other ${count}`);
    const { counts } = await products(store).context(owner, product.productId);
    return 'done' in (await products(store).create(owner, product, counts));
  },
};

const product: Case = {
  name: 'a product that is changed',
  shape: 'record',
  items: () => [account(), productItem(owner, productOf(SKU, 'before')), countsOf(productCounter(owner))],
  prepare: async (clean) => {
    const found = (await products(clean).find(owner, PRODUCT))!;
    const changes = { title: EFFECT, updatedOn: UPDATED };
    return async (store) => becameOf(await products(store).change(found, changes));
  },
  isEffect: hasEffect,
  other: async (store, count) => {
    const found = await products(store).find(owner, PRODUCT);
    return found !== undefined && 'saved' in (await products(store).change(found, { title: `other ${count}` }));
  },
};

const noProduct: Case = {
  ...product,
  name: 'a product that is deleted',
  shape: 'deletion',
  unknown: 'landed',
  prepare: async () => async (store) => {
    const keyOf = (id: string) => (isProductId(id) ? productKey(owner, id) : undefined);
    const deletion = { ids: [PRODUCT], keyOf, counter: productCounter(owner), validateOnly: false };
    return (await deleteCounted(store, deletion)) === 'done' ? 'done' : 'refused';
  },
  isEffect: isDeletion,
};

export const offers: readonly Case[] = [
  ...[newService, newServiceOfTwo, service],
  ...[mapping, firstMapping],
  ...[newProduct, product, noProduct],
];
