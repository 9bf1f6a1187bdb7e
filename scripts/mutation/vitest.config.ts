import { defineConfig } from 'vitest/config'

/** The tests that Stryker runs against changed copies of the pure payment rules. None of them needs a database. */
export default defineConfig({
  test: {
    include: [
      'server/features/orders/rules/*.test.ts',
      // Without its thousands of histories, which would take an hour for all changed copies.
      'server/features/payments/decide/{decide,returned-money,step-values}.test.ts',
      'server/features/payments/net-amount.test.ts',
    ],
  },
})
