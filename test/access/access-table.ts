/**
 * The expected answers of every endpoint. The columns are the endpoint, the resource of the call (the owner's, a
 * deleted one or a missing one; an endpoint without a resource has one row), and the answers to an anonymous visitor,
 * an unverified account, the owner, another seller and an admin. If all answers are equal, there is one column for
 * them. `401` stands for 401 ERROR_USER_NOT_AUTHORIZED, `unverified` for 403 ERROR_AUTH_USER_NOT_VERIFIED, `role` for
 * 403 ERROR_USER_NOT_AUTHORIZED. The test fails for an endpoint without a row.
 */
export const ACCESS_TABLE = `
GET /user                                     | own     | 401 | 200 | 200 | 200 | 200
POST /user/update                             | own     | 401 | 200 | 200 | 200 | 200
POST /public/auth/register                    | own     | all: 201
POST /public/auth/login                       | own     | all: 200
GET /public/auth/second-step                  | own     | all: 400 ERROR_SECOND_STEP_EXPIRED
POST /public/auth/second-step/code            | own     | all: 400 ERROR_SECOND_STEP_EXPIRED
POST /public/auth/second-step/recovery-code   | own     | all: 400 ERROR_SECOND_STEP_EXPIRED
POST /public/auth/second-step/email-code      | own     | all: 400 ERROR_SECOND_STEP_EXPIRED
POST /public/auth/second-step/passkey/options | own     | all: 400 ERROR_SECOND_STEP_EXPIRED
POST /public/auth/second-step/passkey         | own     | all: 400 ERROR_SECOND_STEP_EXPIRED
POST /public/auth/passkey/options             | own     | all: 200
POST /public/auth/passkey                     | own     | all: 400 ERROR_PASSKEY_REFUSED
POST /auth/confirm/passkey/options            | own     | 401 | 200 | 200 | 200 | 200
POST /auth/confirm/passkey                    | own     | 401 | 400 ERROR_PASSKEY_REFUSED | 400 ERROR_PASSKEY_REFUSED | 400 ERROR_PASSKEY_REFUSED | 400 ERROR_PASSKEY_REFUSED
GET /user/second-factors                      | own     | 401 | unverified | 200 | 200 | 200
POST /user/second-factors/totp/setup          | own     | 401 | unverified | 200 | 200 | 200
POST /user/second-factors/totp                | own     | 401 | unverified | 400 ERROR_SECOND_STEP_EXPIRED | 400 ERROR_SECOND_STEP_EXPIRED | 400 ERROR_SECOND_STEP_EXPIRED
DELETE /user/second-factors/totp              | own     | 401 | unverified | 204 | 204 | 204
POST /user/second-factors/passkeys/options    | own     | 401 | unverified | 200 | 200 | 200
POST /user/second-factors/passkeys            | own     | 401 | unverified | 400 ERROR_PASSKEY_REFUSED | 400 ERROR_PASSKEY_REFUSED | 400 ERROR_PASSKEY_REFUSED
PUT /user/second-factors/passkeys/:id         | own     | 401 | unverified | 204 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
PUT /user/second-factors/passkeys/:id         | deleted | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
PUT /user/second-factors/passkeys/:id         | missing | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
DELETE /user/second-factors/passkeys/:id      | own     | 401 | unverified | 204 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
DELETE /user/second-factors/passkeys/:id      | deleted | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
DELETE /user/second-factors/passkeys/:id      | missing | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /user/second-factors/recovery-codes      | own     | 401 | unverified | 200 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /user/second-factors/dismiss-offer       | own     | 401 | unverified | 204 | 204 | 204
DELETE /user/second-factors/reset             | own     | 401 | unverified | 204 | 204 | 204
POST /auth/logout                             | own     | all: 204
POST /public/auth/verify/:token               | own     | all: 204
POST /public/auth/verify/:token/password      | own     | all: 400 ERROR_MISSING_OR_EXPIRED_TOKEN
GET /public/auth/email-link/:token            | own     | all: 200
POST /public/auth/resend                      | own     | all: 202
POST /password/recover                        | own     | 202 | 403 ERROR_PASSWORD_RECOVER_AUTHENTICATED | 403 ERROR_PASSWORD_RECOVER_AUTHENTICATED | 403 ERROR_PASSWORD_RECOVER_AUTHENTICATED | 403 ERROR_PASSWORD_RECOVER_AUTHENTICATED
POST /password/reset                          | own     | all: 204
POST /password/set                            | own     | all: 400 ERROR_INVALID_OR_EXPIRED_TOKEN
PUT /auth/password/change                     | own     | 401 | unverified | 204 | 204 | 204
POST /auth/password/set                       | own     | 401 | unverified | 409 ERROR_USER_NOT_AUTHORIZED | 409 ERROR_USER_NOT_AUTHORIZED | 409 ERROR_USER_NOT_AUTHORIZED
POST /user/email/change                       | own     | 401 | unverified | 202 | 202 | 202
POST /public/auth/confirm-email-change/:token | own     | all: 400 ERROR_MISSING_OR_EXPIRED_TOKEN
DELETE /user/delete                           | own     | 401 | 204 | 204 | 204 | 204
GET /auth/providers                           | own     | 401 | 200 | 200 | 200 | 200
GET /public/auth/google                       | own     | all: 302
GET /public/auth/google/callback              | own     | all: 302
GET /auth/link/google                         | own     | 401 | unverified | 302 | 302 | 302
POST /auth/link/google                        | own     | 401 | unverified | 200 | 200 | 200
DELETE /auth/link/google                      | own     | 401 | unverified | 204 | 204 | 204
GET /uploads                                  | own     | 401 | unverified | 200 | 200 | 200
POST /uploads                                 | own     | 401 | unverified | 201 | 201 | 201
HEAD /uploads/:id                             | own     | 401 | unverified | 200 | 404 | 404
HEAD /uploads/:id                             | deleted | 401 | unverified | 404 | 404 | 404
HEAD /uploads/:id                             | missing | 401 | unverified | 404 | 404 | 404
PATCH /uploads/:id                            | own     | 401 | unverified | 204 | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND
PATCH /uploads/:id                            | deleted | 401 | unverified | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND
PATCH /uploads/:id                            | missing | 401 | unverified | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND
DELETE /uploads/:id                           | own     | 401 | unverified | 204 | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND
DELETE /uploads/:id                           | deleted | 401 | unverified | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND
DELETE /uploads/:id                           | missing | 401 | unverified | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND | 404 ERROR_UPLOAD_NOT_FOUND
GET /user/data.json                           | own     | 401 | 200 | 200 | 200 | 200
GET /user/sessions                            | own     | 401 | 200 | 200 | 200 | 200
POST /auth/confirm                            | own     | 401 | 204 | 403 ERROR_SECOND_FACTOR_PROOF | 204 | 204
DELETE /user/sessions/others                  | own     | 401 | 204 | 204 | 204 | 204
GET /user/activity                            | own     | 401 | 200 | 200 | 200 | 200
GET /public/captcha/challenge                 | own     | all: 200
GET /mercadopago/auth-url                     | own     | 401 | unverified | 200 | 200 | 200
GET /mercadopago                              | own     | 401 | unverified | 200 | 200 | 200
DELETE /mercadopago                           | own     | 401 | unverified | 204 | 204 | 204
POST /mercadopago/confirm                     | own     | 401 | unverified | 204 | 204 | 204
DELETE /mercadopago/replacement               | own     | 401 | unverified | 204 | 204 | 204
POST /public/mercadopago/undo/:token          | own     | all: 400 ERROR_INVALID_OR_EXPIRED_TOKEN
POST /public/auth/undo-email-change/:token    | own     | all: 400 ERROR_INVALID_OR_EXPIRED_TOKEN
POST /public/second-factors/undo/:token       | own     | all: 400 ERROR_INVALID_OR_EXPIRED_TOKEN
GET /mercadopago/callback                     | own     | 401 | unverified | 302 | 302 | 302
GET /profile                                  | own     | 401 | unverified | 200 | 200 | 200
PUT /profile                                  | own     | 401 | unverified | 200 | 200 | 200
PUT /profile/fields                           | own     | 401 | unverified | 200 | 200 | 200
POST /profile/picture                         | own     | 401 | unverified | 200 | 200 | 200
DELETE /profile/picture                       | own     | 401 | unverified | 200 | 200 | 200
GET /profile/username-exists/:username        | own     | 401 | unverified | 200 | 200 | 200
GET /public/profile/:username                 | own     | all: 200
GET /public/profile/:username                 | deleted | all: 404 USER_NOT_FOUND
GET /public/profile/:username                 | missing | all: 404 USER_NOT_FOUND
GET /product/list                             | own     | 401 | unverified | 200 | 200 | 200
GET /product/:id                              | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id                              | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id                              | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/qr-sheet.pdf                 | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/qr-sheet.pdf                 | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/qr-sheet.pdf                 | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/create                          | own     | 401 | unverified | 201 | 201 | 201
PUT /product/update/:id                       | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/update/:id                       | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/update/:id                       | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/state                        | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/state                        | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/state                        | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/prices                          | own     | 401 | unverified | 200 | 200 | 200
GET /product/prices                           | own     | 401 | unverified | 200 | 200 | 200
DELETE /product/prices/:batch                 | own     | 401 | unverified | 200 | 404 ERROR_PRICE_BATCH_NOT_FOUND | 404 ERROR_PRICE_BATCH_NOT_FOUND
DELETE /product/prices/:batch                 | deleted | 401 | unverified | 404 ERROR_PRICE_BATCH_NOT_FOUND | 404 ERROR_PRICE_BATCH_NOT_FOUND | 404 ERROR_PRICE_BATCH_NOT_FOUND
DELETE /product/prices/:batch                 | missing | 401 | unverified | 404 ERROR_PRICE_BATCH_NOT_FOUND | 404 ERROR_PRICE_BATCH_NOT_FOUND | 404 ERROR_PRICE_BATCH_NOT_FOUND
GET /product/drafts                           | own     | 401 | unverified | 200 | 200 | 200
POST /product/drafts                          | own     | 401 | unverified | 201 | 201 | 201
GET /product/:id/working-copy                 | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/working-copy                 | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/working-copy                 | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/preview                      | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/preview                      | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/preview                      | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/working-copy                 | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/working-copy                 | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/working-copy                 | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/working-copy              | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/working-copy              | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/working-copy              | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/working-copy/cover           | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/working-copy/cover           | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/working-copy/cover           | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/schedule                     | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/schedule                     | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/schedule                     | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/schedule                  | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/schedule                  | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/schedule                  | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/bump                         | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/bump                         | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/bump                         | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/parts                        | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/parts                        | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/parts                        | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/publish                     | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/publish                     | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/publish                     | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/duplicate                   | own     | 401 | unverified | 201 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/duplicate                   | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/duplicate                   | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/delete/:id                    | own     | 401 | unverified | 204 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/delete/:id                    | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/delete/:id                    | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id                       | own     | all: 200
GET /public/product/:id                       | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id                       | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/username/:username        | own     | all: 200
GET /public/product/username/:username        | deleted | all: 404 USER_NOT_FOUND
GET /public/product/username/:username        | missing | all: 404 USER_NOT_FOUND
GET /category/list                            | own     | all: 200
GET /subcategory/list                         | own     | all: 200
GET /category/with-subcategories              | own     | all: 200
GET /subcategory/category/:categoryId         | own     | all: 200
GET /category/proposal                        | own     | 401 | unverified | 200 | 200 | 200
GET /user/space                               | own     | 401 | unverified | 200 | 200 | 200
GET /public/password/common-words             | own     | all: 200
GET /public/tyc                               | own     | all: 200
GET /product/:id/sample/:version              | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_FILE_NOT_FOUND
GET /product/:id/sample/:version              | deleted | 401 | unverified | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_FILE_NOT_FOUND
GET /product/:id/sample/:version              | missing | 401 | unverified | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_FILE_NOT_FOUND
GET /public/sample/:version                   | own     | all: 200
GET /public/sample/:version                   | deleted | all: 404 ERROR_PRODUCT_FILE_NOT_FOUND
GET /public/sample/:version                   | missing | all: 404 ERROR_PRODUCT_FILE_NOT_FOUND
POST /public/product/:id/view                 | own     | all: 204
POST /public/product/:id/view                 | deleted | all: 204
POST /public/product/:id/view                 | missing | all: 204
GET /product/:id/files                        | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/files                        | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/files                        | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/files                       | own     | 401 | unverified | 201 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/files                       | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/files                       | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/files                        | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/files                        | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/files                        | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/files/:slot                  | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/files/:slot                  | deleted | 401 | unverified | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/files/:slot                  | missing | 401 | unverified | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/files/:slot/versions        | own     | 401 | unverified | 201 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/files/:slot/versions        | deleted | 401 | unverified | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/files/:slot/versions        | missing | 401 | unverified | 404 ERROR_PRODUCT_FILE_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/updates                      | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/updates                      | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /product/:id/updates                      | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/updates                     | own     | 401 | unverified | 201 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/updates                     | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/updates                     | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/previews                    | own     | 401 | unverified | 201 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/previews                    | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
POST /product/:id/previews                    | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/previews                     | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/previews                     | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
PUT /product/:id/previews                     | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/previews/:previewId       | own     | 401 | unverified | 200 | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/previews/:previewId       | deleted | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
DELETE /product/:id/previews/:previewId       | missing | 401 | unverified | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND | 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/page/:page                | own     | all: 200
GET /product/category/:category/page/:page    | own     | all: 200
GET /public/product/suggest                   | own     | all: 200
GET /public/product/:id/archived              | own     | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/archived              | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/archived              | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/related               | own     | all: 200
GET /public/product/:id/related               | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/related               | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
POST /public/mercadopago/createPreference     | own     | all: 400 DIFFERENT_SELLERS_PRODUCT
POST /public/mercadopago/createPreference     | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
POST /public/mercadopago/createPreference     | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
POST /public/mercadopago/webhook              | own     | all: 401 ERROR_USER_NOT_AUTHORIZED
GET /public/order/:token                      | own     | all: 200
GET /public/order/:token                      | deleted | all: 200
GET /public/order/:token                      | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/order/:token/receipt              | own     | all: 200
GET /public/order/:token/receipt              | deleted | all: 200
GET /public/order/:token/receipt              | missing | all: 404 PAYMENT_NOT_FOUND
PUT /public/order/:token/receipt              | own     | all: 200
PUT /public/order/:token/receipt              | deleted | all: 200
PUT /public/order/:token/receipt              | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/order/:token/receipt.pdf          | own     | all: 200
GET /public/order/:token/receipt.pdf          | deleted | all: 200
GET /public/order/:token/receipt.pdf          | missing | all: 404 PAYMENT_NOT_FOUND
GET /sales/:orderId/receipt.pdf               | own     | 401 | unverified | 200 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId/receipt.pdf               | deleted | 401 | unverified | 200 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId/receipt.pdf               | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /profile/tax                              | own     | 401 | unverified | 200 | 200 | 200
PUT /profile/tax                              | own     | 401 | unverified | 200 | 200 | 200
DELETE /profile/tax                           | own     | 401 | unverified | 204 | 204 | 204
POST /public/withdrawal                       | own     | all: 202
GET /public/order/:token/withdrawal           | own     | all: 200
GET /public/order/:token/withdrawal           | deleted | all: 200
GET /public/order/:token/withdrawal           | missing | all: 404 PAYMENT_NOT_FOUND
POST /public/order/:token/withdrawal          | own     | all: 202
POST /public/order/:token/withdrawal          | deleted | all: 202
POST /public/order/:token/withdrawal          | missing | all: 404 PAYMENT_NOT_FOUND
POST /public/pack-completions                 | own     | all: 200
POST /public/order/resend                     | own     | all: 202
POST /public/order/:token/renew               | own     | all: 202
POST /public/order/:token/renew               | deleted | all: 202
POST /public/order/:token/renew               | missing | all: 404 PAYMENT_NOT_FOUND
POST /public/order/:token/email               | own     | all: 202
POST /public/order/:token/email               | deleted | all: 202
POST /public/order/:token/email               | missing | all: 404 PAYMENT_NOT_FOUND
POST /public/order-email/:token               | own     | all: 400 ERROR_INVALID_OR_EXPIRED_TOKEN
POST /public/contact-email/:token             | own     | all: 400 ERROR_INVALID_OR_EXPIRED_TOKEN
POST /public/order/:token/message             | own     | all: 202
POST /public/order/:token/message             | deleted | all: 202
POST /public/order/:token/message             | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/order/:token/reviews              | own     | all: 200
GET /public/order/:token/reviews              | deleted | all: 200
GET /public/order/:token/reviews              | missing | all: 404 PAYMENT_NOT_FOUND
PUT /public/order/:token/items/:item/review   | own     | all: 409 ERROR_REVIEW_NOT_ALLOWED
PUT /public/order/:token/items/:item/review   | deleted | all: 409 ERROR_REVIEW_NOT_ALLOWED
PUT /public/order/:token/items/:item/review   | missing | all: 404 PAYMENT_NOT_FOUND
DELETE /public/order/:token/items/:item/review | own     | all: 200
DELETE /public/order/:token/items/:item/review | deleted | all: 200
DELETE /public/order/:token/items/:item/review | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/emails/:token                     | own     | all: 200
GET /public/emails/:token                     | deleted | all: 200
GET /public/emails/:token                     | missing | all: 404 PAYMENT_NOT_FOUND
POST /public/emails/:token/:topic             | own     | all: 204
POST /public/emails/:token/:topic             | deleted | all: 204
POST /public/emails/:token/:topic             | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/download/:token/:item             | own     | all: 200
GET /public/download/:token/:item             | deleted | all: 200
GET /public/download/:token/:item             | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/download/:token/:item/:file       | own     | all: 200
GET /public/download/:token/:item/:file       | deleted | all: 200
GET /public/download/:token/:item/:file       | missing | all: 404 PAYMENT_NOT_FOUND
GET /public/download/:token/all/:archive      | own     | all: 409 ERROR_ORDER_FILES_CHANGED
GET /public/download/:token/all/:archive      | deleted | all: 409 ERROR_ORDER_FILES_CHANGED
GET /public/download/:token/all/:archive      | missing | all: 404 PAYMENT_NOT_FOUND
GET /sales                                    | own     | 401 | unverified | 200 | 200 | 200
GET /sales/vouchers                           | own     | 401 | unverified | 200 | 200 | 200
GET /profile/conversions                      | own     | 401 | unverified | 200 | 200 | 200
PUT /profile/conversions                      | own     | 401 | unverified | 204 | 204 | 204
DELETE /profile/conversions/:kind             | own     | 401 | unverified | 204 | 204 | 204
POST /profile/conversions/:kind/test          | own     | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
GET /coupons                                  | own     | 401 | unverified | 200 | 200 | 200
POST /coupons                                 | own     | 401 | unverified | 201 | 201 | 201
PUT /coupons/:id                              | own     | 401 | unverified | 200 | 404 ERROR_COUPON_UNKNOWN | 404 ERROR_COUPON_UNKNOWN
PUT /coupons/:id                              | deleted | 401 | unverified | 404 ERROR_COUPON_UNKNOWN | 404 ERROR_COUPON_UNKNOWN | 404 ERROR_COUPON_UNKNOWN
PUT /coupons/:id                              | missing | 401 | unverified | 404 ERROR_COUPON_UNKNOWN | 404 ERROR_COUPON_UNKNOWN | 404 ERROR_COUPON_UNKNOWN
POST /public/quote                            | own     | all: 200
GET /sales/sources                            | own     | 401 | unverified | 200 | 200 | 200
GET /sales/sources/sources.csv                | own     | 401 | unverified | 200 | 200 | 200
GET /sales/statements                         | own     | 401 | unverified | 200 | 200 | 200
GET /sales/statements/:month                  | own     | 401 | unverified | 200 | 200 | 200
GET /sales/statements/:month/statement.csv    | own     | 401 | unverified | 200 | 200 | 200
GET /sales/statements/:month/statement.pdf    | own     | 401 | unverified | 200 | 200 | 200
GET /sales/withdrawals                        | own     | 401 | unverified | 200 | 200 | 200
POST /sales/:orderId/withdrawal/grant         | own     | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/withdrawal/grant         | deleted | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/withdrawal/grant         | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/withdrawal/decline       | own     | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/withdrawal/decline       | deleted | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/withdrawal/decline       | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId/dispute.pdf               | own     | 401 | unverified | 200 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId/dispute.pdf               | deleted | 401 | unverified | 200 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId/dispute.pdf               | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/export.csv                         | own     | 401 | unverified | 200 | 200 | 200
GET /sales/summary                            | own     | 401 | unverified | 200 | 200 | 200
GET /sales/products                           | own     | 401 | unverified | 200 | 200 | 200
GET /sales/:orderId                           | own     | 401 | unverified | 200 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId                           | deleted | 401 | unverified | 200 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /sales/:orderId                           | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/resend                   | own     | 401 | unverified | 202 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/resend                   | deleted | 401 | unverified | 202 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/resend                   | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
PUT /sales/:orderId/email                     | own     | 401 | unverified | 202 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
PUT /sales/:orderId/email                     | deleted | 401 | unverified | 202 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
PUT /sales/:orderId/email                     | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/refund                   | own     | 401 | unverified | 202 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/refund                   | deleted | 401 | unverified | 202 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/refund                   | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/close             | own     | 401 | unverified | 204 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/close             | deleted | 401 | unverified | 204 | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/close             | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/open              | own     | 401 | unverified | 409 PAYMENT_STATUS_ALREADY_SET | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/open              | deleted | 401 | unverified | 409 PAYMENT_STATUS_ALREADY_SET | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
POST /sales/:orderId/access/open              | missing | 401 | unverified | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND | 404 PAYMENT_NOT_FOUND
GET /notifications                            | own     | 401 | unverified | 200 | 200 | 200
GET /notifications/unread                     | own     | 401 | unverified | 200 | 200 | 200
POST /notifications/:id/read                  | own     | 401 | unverified | 200 | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /notifications/:id/read                  | deleted | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /notifications/:id/read                  | missing | 401 | unverified | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR | 404 UNKNOWN_ERROR
POST /notifications/read                      | own     | 401 | unverified | 200 | 200 | 200
GET /notifications/settings                   | own     | 401 | unverified | 200 | 200 | 200
PUT /notifications/settings                   | own     | 401 | unverified | 200 | 200 | 200
POST /public/product/:id/report               | own     | all: 202
POST /public/product/:id/report               | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
POST /public/product/:id/report               | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
POST /public/product/:id/availability         | own     | all: 202
POST /public/product/:id/availability         | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
POST /public/product/:id/availability         | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/reviews               | own     | all: 200
GET /public/product/:id/reviews               | deleted | all: 404 ERROR_PRODUCT_NOT_FOUND
GET /public/product/:id/reviews               | missing | all: 404 ERROR_PRODUCT_NOT_FOUND
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
GET /admin/status                             | own     | 401 | unverified | role | role | 200
GET /admin/users                              | own     | 401 | unverified | role | role | 200
GET /admin/users/:id                          | own     | 401 | unverified | role | role | 200
GET /admin/users/:id                          | deleted | 401 | unverified | role | role | 200
GET /admin/users/:id                          | missing | 401 | unverified | role | role | 404 USER_NOT_FOUND
POST /admin/users/:id/verify                  | own     | 401 | unverified | role | role | 200
POST /admin/users/:id/verify                  | deleted | 401 | unverified | role | role | 404 USER_NOT_FOUND
POST /admin/users/:id/verify                  | missing | 401 | unverified | role | role | 404 USER_NOT_FOUND
POST /admin/users/:id/suspend                 | own     | 401 | unverified | role | role | 200
POST /admin/users/:id/suspend                 | deleted | 401 | unverified | role | role | 404 USER_NOT_FOUND
POST /admin/users/:id/suspend                 | missing | 401 | unverified | role | role | 404 USER_NOT_FOUND
POST /admin/users/:id/unsuspend               | own     | 401 | unverified | role | role | 200
POST /admin/users/:id/unsuspend               | deleted | 401 | unverified | role | role | 404 USER_NOT_FOUND
POST /admin/users/:id/unsuspend               | missing | 401 | unverified | role | role | 404 USER_NOT_FOUND
PUT /admin/users/:id/quota                    | own     | 401 | unverified | role | role | 200
PUT /admin/users/:id/quota                    | deleted | 401 | unverified | role | role | 404 USER_NOT_FOUND
PUT /admin/users/:id/quota                    | missing | 401 | unverified | role | role | 404 USER_NOT_FOUND
GET /admin/products                           | own     | 401 | unverified | role | role | 200
POST /admin/products/:id/take-down            | own     | 401 | unverified | role | role | 200
POST /admin/products/:id/take-down            | deleted | 401 | unverified | role | role | 404 ERROR_PRODUCT_NOT_FOUND
POST /admin/products/:id/take-down            | missing | 401 | unverified | role | role | 404 ERROR_PRODUCT_NOT_FOUND
POST /admin/products/:id/restore              | own     | 401 | unverified | role | role | 200
POST /admin/products/:id/restore              | deleted | 401 | unverified | role | role | 404 ERROR_PRODUCT_NOT_FOUND
POST /admin/products/:id/restore              | missing | 401 | unverified | role | role | 404 ERROR_PRODUCT_NOT_FOUND
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
GET /admin/reports                            | own     | 401 | unverified | role | role | 200
POST /admin/reports/:id/close                 | own     | 401 | unverified | role | role | 204
POST /admin/reports/:id/close                 | deleted | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/reports/:id/close                 | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
GET /admin/orders                             | own     | 401 | unverified | role | role | 200
GET /admin/orders/:orderId                    | own     | 401 | unverified | role | role | 200
GET /admin/orders/:orderId                    | deleted | 401 | unverified | role | role | 200
GET /admin/orders/:orderId                    | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/check             | own     | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/check             | deleted | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/check             | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/release           | own     | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/release           | deleted | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/release           | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/refund            | own     | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/refund            | deleted | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/refund            | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/deliver           | own     | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_SET
POST /admin/orders/:orderId/deliver           | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_SET
POST /admin/orders/:orderId/deliver           | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/dismiss           | own     | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
POST /admin/orders/:orderId/dismiss           | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
POST /admin/orders/:orderId/dismiss           | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/resend            | own     | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/resend            | deleted | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/resend            | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/email             | own     | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/email             | deleted | 401 | unverified | role | role | 202
POST /admin/orders/:orderId/email             | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/orders/:orderId/access/open       | own     | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_SET
POST /admin/orders/:orderId/access/open       | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_SET
POST /admin/orders/:orderId/access/open       | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
GET /admin/overview                           | own     | 401 | unverified | role | role | 200
GET /admin/jobs                               | own     | 401 | unverified | role | role | 200
POST /admin/jobs/:id/retry                    | own     | 401 | unverified | role | role | 204
POST /admin/jobs/:id/retry                    | deleted | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/jobs/:id/retry                    | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
POST /admin/jobs/retry                        | own     | 401 | unverified | role | role | 200
GET /admin/commission                         | own     | 401 | unverified | role | role | 200
GET /admin/commission/differences             | own     | 401 | unverified | role | role | 200
GET /admin/reconciliations                    | own     | 401 | unverified | role | role | 200
GET /admin/file-scans                         | own     | 401 | unverified | role | role | 200
GET /admin/unmatched-payments                 | own     | 401 | unverified | role | role | 200
GET /admin/unmatched-payments/:paymentId      | own     | 401 | unverified | role | role | 200
GET /admin/unmatched-payments/:paymentId      | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
GET /admin/unmatched-payments/:paymentId      | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/unmatched-payments/:paymentId/rebuild | own     | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
POST /admin/unmatched-payments/:paymentId/rebuild | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
POST /admin/unmatched-payments/:paymentId/rebuild | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/unmatched-payments/:paymentId/refund | own     | 401 | unverified | role | role | 202
POST /admin/unmatched-payments/:paymentId/refund | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
POST /admin/unmatched-payments/:paymentId/refund | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
POST /admin/unmatched-payments/:paymentId/dismiss | own     | 401 | unverified | role | role | 202
POST /admin/unmatched-payments/:paymentId/dismiss | deleted | 401 | unverified | role | role | 409 PAYMENT_STATUS_ALREADY_CHANGED
POST /admin/unmatched-payments/:paymentId/dismiss | missing | 401 | unverified | role | role | 404 PAYMENT_NOT_FOUND
GET /admin/invariants                         | own     | 401 | unverified | role | role | 200
POST /admin/invariants/check                  | own     | 401 | unverified | role | role | 202
GET /admin/audit                              | own     | 401 | unverified | role | role | 200
POST /public/support                          | own     | all: 202
GET /public/testimonials                      | own     | all: 200
GET /admin/testimonials                       | own     | 401 | unverified | role | role | 200
POST /admin/testimonials                      | own     | 401 | unverified | role | role | 201
PUT /admin/testimonials                       | own     | 401 | unverified | role | role | 200
PUT /admin/testimonials/:id                   | own     | 401 | unverified | role | role | 200
PUT /admin/testimonials/:id                   | deleted | 401 | unverified | role | role | 404 UNKNOWN_ERROR
PUT /admin/testimonials/:id                   | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
DELETE /admin/testimonials/:id                | own     | 401 | unverified | role | role | 204
DELETE /admin/testimonials/:id                | deleted | 401 | unverified | role | role | 404 UNKNOWN_ERROR
DELETE /admin/testimonials/:id                | missing | 401 | unverified | role | role | 404 UNKNOWN_ERROR
`
