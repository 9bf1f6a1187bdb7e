/**
 * Every call by which a signed-in person changes a way in, an address or where money goes, or takes much at once, and
 * what it answers by the proof of identity of the session. The columns are the call; for an account without a second
 * factor a session whose proof is old, and one whose proof is recent; for an account with one a session whose proof is
 * old, one that was confirmed by the password alone, as on a device that skips the second step, and one that was
 * confirmed by the second factor. `asks` stands for 403 ERROR_REAUTHENTICATION_REQUIRED, `goes on` for any other
 * answer. Calls that go on without a recent proof have the password in the body.
 */
export const PROOF_TABLE = `
DELETE /auth/link/google | asks | goes on | asks | asks | goes on
GET /auth/link/google | asks | goes on | asks | asks | goes on
POST /auth/link/google | asks | goes on | asks | asks | goes on
PUT /auth/password/change                         | goes on | goes on | asks | asks | goes on
POST /auth/password/set | asks | goes on | asks | asks | goes on
POST /user/email/change                           | goes on | goes on | asks | asks | goes on
DELETE /user/delete                               | goes on | goes on | asks | asks | goes on
POST /user/second-factors/totp/setup | asks | goes on | asks | asks | goes on
POST /user/second-factors/totp | asks | goes on | asks | asks | goes on
DELETE /user/second-factors/totp | asks | goes on | asks | asks | goes on
POST /user/second-factors/passkeys/options | asks | goes on | asks | asks | goes on
POST /user/second-factors/passkeys | asks | goes on | asks | asks | goes on
DELETE /user/second-factors/passkeys/:id | asks | goes on | asks | asks | goes on
POST /user/second-factors/recovery-codes | asks | goes on | asks | asks | goes on
DELETE /user/sessions/others | asks | goes on | asks | asks | goes on
GET /user/data.json | asks | goes on | asks | asks | goes on
GET /mercadopago/auth-url | asks | goes on | asks | asks | goes on
DELETE /mercadopago | asks | goes on | asks | asks | goes on
POST /mercadopago/confirm | asks | goes on | asks | asks | goes on
POST /sales/:orderId/access/close | asks | goes on | asks | asks | goes on
POST /admin/orders/:orderId/release | asks | goes on | asks | asks | goes on
POST /admin/orders/:orderId/deliver | asks | goes on | asks | asks | goes on
POST /admin/orders/:orderId/access/open | asks | goes on | asks | asks | goes on
POST /admin/orders/:orderId/email | asks | goes on | asks | asks | goes on
POST /admin/users/:id/verify | asks | goes on | asks | asks | goes on
POST /admin/users/:id/suspend | asks | goes on | asks | asks | goes on
POST /admin/unmatched-payments/:paymentId/rebuild | asks | goes on | asks | asks | goes on
`
