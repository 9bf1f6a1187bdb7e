import { setAdminRole } from '#server/features/admin/command-line/roles.ts'
import type { ApiClient } from '../api-client/api-client.ts'
import type { TestApp } from './test-app.ts'

/** Registers a user, gives the user the role of an admin, and signs in. */
export async function createAdmin(
  shop: TestApp,
  email?: string,
): Promise<ApiClient & { email: string }> {
  const admin = await shop.creator(email)
  await setAdminRole(shop.db, admin.email, true)
  return admin
}
