import { defineJob } from '#server/jobs/queue.ts'

/** The job that emails the code of a request, with links to its orders, to the address of the orders. */
export const mailWithdrawalRequestJob = defineJob<{ code: string }>('mail_withdrawal_request', {
  lane: 'mail',
})

/**
 * The job that takes a withdrawal one step further. The withdrawal itself says when the next job is due, so this one is
 * not repeated for long.
 */
export const followWithdrawalJob = defineJob<{ orderId: string }>('follow_withdrawal', {
  lane: 'providerWrite',
  maxAttempts: 3,
})
