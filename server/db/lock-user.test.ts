import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/db/schema/index.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { lockOpenUser } from './lock-user.ts'
import { runTransaction } from './transaction.ts'

const shop = useTestApp()

test.each(['share', 'no key update'] as const)(
  'a purchase does not wait for a transaction that has locked its seller by %s',
  async lock => {
    const seller = await shop.seller()
    const { id } = await shop.publish(seller)

    await runTransaction(shop.db, async tx => {
      expect(await lockOpenUser(tx, seller.id, lock)).toBe(true)
      expect(await shop.order(shop.visitor(), [{ id }])).toMatchObject({
        orderId: expect.any(String),
      })
    })
  },
)

test.each(['closedAt', 'suspendedAt'] as const)(
  'a user whose account has a %s is not locked as an open one',
  async column => {
    const seller = await shop.seller()
    await shop.db
      .update(users)
      .set({ [column]: new Date() })
      .where(eq(users.id, seller.id))

    await runTransaction(shop.db, async tx => {
      expect(await lockOpenUser(tx, seller.id, 'share')).toBe(false)
    })
  },
)
