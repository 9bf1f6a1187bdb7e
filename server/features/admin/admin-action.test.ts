import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { listAuditLog, retryAllJobs as retryAllJobsEndpoint } from '#contract/admin/operations.ts'
import { restoreProduct, takeDownProduct } from '#contract/admin/products.ts'
import { expectOk } from '#tools/api-client/creator.ts'
import { createAdmin } from '#tools/test-app/admin.ts'
import { useTestApp } from '#tools/test-app/use-test-app.ts'
import { mountAdminAction } from './admin-action.ts'
import { retryAllJobs } from './operations.ts'

const shop = useTestApp()

test('an admin action is logged with its reason, unless it fails or changes nothing', async () => {
  const admin = await createAdmin(shop, 'admin@kiosko.test')
  const { id } = await shop.publish(await shop.seller())
  const reason = 'Es de otra autora'

  expectOk(await admin.call(restoreProduct, { params: { id }, body: { reason } }))
  await admin.call(takeDownProduct, { params: { id: id + 1 }, body: { reason } })
  expectOk(await admin.call(takeDownProduct, { params: { id }, body: { reason } }))

  const { entries } = expectOk(await admin.call(listAuditLog, { query: {} }))
  expect(entries).toMatchObject([
    { action: 'take_down_product', target: 'product', targetId: String(id), reason },
    { action: 'grant_admin', target: 'user', reason: null },
  ])
})

test('an endpoint without a path parameter cannot be mounted as an admin action without a target id', () => {
  const mount = () =>
    mountAdminAction(Fastify(), shop, retryAllJobsEndpoint, { apply: retryAllJobs })

  expect(mount).toThrow('retry_all_jobs needs a target id')
})
