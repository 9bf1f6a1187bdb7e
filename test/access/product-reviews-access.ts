/** The part of the access table about reviews of products. */
export const PRODUCT_REVIEWS_ACCESS = `
GET /public/product/:id/reviews               | own     | all: 200
GET /public/product/:id/reviews               | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/reviews               | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/order/:token/reviews              | own     | all: 200
GET /public/order/:token/reviews              | deleted | all: 200
GET /public/order/:token/reviews              | missing | all: 404 PAYMENT_NOT_FOUND
PUT /public/order/:token/items/:item/review   | own     | all: 409 ERROR_REVIEW_NOT_ALLOWED
PUT /public/order/:token/items/:item/review   | deleted | all: 409 ERROR_REVIEW_NOT_ALLOWED
PUT /public/order/:token/items/:item/review   | missing | all: 404 PAYMENT_NOT_FOUND
DELETE /public/order/:token/items/:item/review | own     | all: 200
DELETE /public/order/:token/items/:item/review | deleted | all: 200
DELETE /public/order/:token/items/:item/review | missing | all: 404 PAYMENT_NOT_FOUND`
