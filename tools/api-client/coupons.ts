/** The terms of a coupon for all products, without limits and at any time. */
export const UNLIMITED = {
  productIds: null,
  startsAt: null,
  endsAt: null,
  cap: null,
  perBuyer: null,
  minimum: null,
}
