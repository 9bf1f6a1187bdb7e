/** What the sales feature offers to other features: how the parts of an order are shown. */
export { serializeOrderEvent, serializePayments } from './serialize-order.ts'
