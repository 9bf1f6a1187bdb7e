/** The part of the access table about closing the downloads of an order. */
export const ORDER_ACCESS = `
POST /sales/:orderId/access/close             | own     | 401 | unverified | 204 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/close             | deleted | 401 | unverified | 204 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/close             | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/open              | own     | 401 | unverified | 409 PAYMENT_STATUS_ALREADY_SET | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/open              | deleted | 401 | unverified | 409 PAYMENT_STATUS_ALREADY_SET | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/open              | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/access/open       | own     | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_SET
POST /admin/orders/:orderId/access/open       | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_SET
POST /admin/orders/:orderId/access/open       | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND`
