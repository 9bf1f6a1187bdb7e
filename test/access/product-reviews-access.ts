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
DELETE /public/order/:token/items/:item/review | missing | all: 404 PAYMENT_NOT_FOUND
GET /reviews                                  | own     | 401 | unverified | 200 | 200 | 200
PUT /reviews/:id/reply                        | own     | 401 | unverified | 204 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
PUT /reviews/:id/reply                        | deleted | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
PUT /reviews/:id/reply                        | missing | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
DELETE /reviews/:id/reply                     | own     | 401 | unverified | 204 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
DELETE /reviews/:id/reply                     | deleted | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
DELETE /reviews/:id/reply                     | missing | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /reviews/:id/report                      | own     | 401 | unverified | 202 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /reviews/:id/report                      | deleted | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /reviews/:id/report                      | missing | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
GET /admin/product-reviews                    | own     | 401 | unverified | role | role | 200
POST /admin/product-reviews/:id/hide          | own     | 401 | unverified | role | role | 204
POST /admin/product-reviews/:id/hide          | deleted | 401 | unverified | role | role | 204
POST /admin/product-reviews/:id/hide          | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/product-reviews/:id/show          | own     | 401 | unverified | role | role | 204
POST /admin/product-reviews/:id/show          | deleted | 401 | unverified | role | role | 204
POST /admin/product-reviews/:id/show          | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/product-reviews/:id/dismiss-report | own     | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/product-reviews/:id/dismiss-report | deleted | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/product-reviews/:id/dismiss-report | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /public/review-reminders/:token/mute     | own     | all: 400 ERROR_MISSING_OR_EXPIRED_TOKEN
DELETE /public/review-reminders/:token/mute   | own     | all: 400 ERROR_MISSING_OR_EXPIRED_TOKEN`
