/** This module exports the functions of the sales feature that other features may import. */
export { serializeOrderEvent, serializePayments } from './serialize-order.ts'
