import { buildProductPath } from '#contract/products/product-path.ts'
import { toProductSlug } from '#contract/products/product-slug.ts'
import { DAY_SECONDS } from '#contract/core/time.ts'
import type { Locale } from '#messages/runtime'
import { runTransaction } from '#server/db/transaction.ts'
import { ApiError } from '#server/http/api-error.ts'
import { byMailbox } from '#server/mail/mailbox.ts'
import type { Context } from '#server/context.ts'
import { enqueueAvailabilityEmails } from './job.ts'
import { findShownSellerId, insertAvailabilityRequest, takeAnswerableRequests } from './queries.ts'

const REQUESTS_PER_EMAIL = { name: 'availability_address', max: 10, seconds: DAY_SECONDS }

/**
 * Stores that an address wants an email when a product can be bought. An address that asks too often gets the same
 * reply, but is not stored, so that nobody can fill another person's inbox.
 * @throws ApiError ERROR_PRODUCT_NOT_FOUND if no product with this id has a public page
 */
export async function requestAvailabilityEmail(
  { db, limiter }: Context,
  request: { productId: number; email: string; locale: Locale },
): Promise<void> {
  const sellerId = await findShownSellerId(db, request.productId)
  if (sellerId === undefined)
    throw new ApiError('ERROR_PRODUCT_NOT_FOUND', `product ${request.productId}`)
  if (!(await limiter.tryConsume(REQUESTS_PER_EMAIL, request.email))) return
  await runTransaction(db, async tx => {
    await insertAvailabilityRequest(tx, request)
    // The seller may have linked a payment account since the page was loaded; the job then answers at once.
    await enqueueAvailabilityEmails(tx, sellerId)
  })
}

/**
 * Emails everyone who waits for a product of this seller that can be bought now, and deletes their addresses in the
 * same transaction, so that everyone gets one email.
 */
export async function emailAvailability(
  { db, mailQueue, config: { publicOrigin } }: Context,
  sellerId: number,
): Promise<void> {
  await runTransaction(db, async tx => {
    const requests = await takeAnswerableRequests(tx, sellerId)
    for (const { productId, productName, username, to, locale } of requests.toSorted(byMailbox))
      await mailQueue.enqueue(tx, {
        to,
        locale,
        content: {
          kind: 'product_available',
          productName,
          sellerUsername: username,
          link:
            publicOrigin + buildProductPath({ id: productId, slug: toProductSlug(productName) }),
        },
      })
  })
}
