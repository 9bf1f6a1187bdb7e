import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs against changed copies of the pure payment rules. None of them needs a database. */
export default defineConfig({
  test: {
    include: [
      'server/features/orders/payment-rules/*.test.ts',
      // Its table alone: thousands of histories for each changed copy would take an hour.
      'server/features/payments/decide/decide.test.ts',
      'server/features/payments/net-amount.test.ts',
    ],
  },
})
