/** The part of the access table about the emails of unpaid orders. */
export const PAYMENT_EMAILS_ACCESS = `
POST /public/order/:token/mute                | own     | all: 204
POST /public/order/:token/mute                | deleted | all: 204
POST /public/order/:token/mute                | missing | all: 404 PAYMENT_NOT_FOUND
DELETE /public/order/:token/mute              | own     | all: 204
DELETE /public/order/:token/mute              | deleted | all: 204
DELETE /public/order/:token/mute              | missing | all: 404 PAYMENT_NOT_FOUND`
