/** This module exports the functions of the sales feature that other features may import. */
export {
  serializeMailRefusal,
  serializeOrderEvent,
  serializePayments,
  serializeRefund,
} from './serialize-order.ts'
