import { setAdminRole } from '#server/features/admin/command-line/roles.ts'
import type { SignedInUser, TestApp } from './test-app.ts'

/** Inserts a signed-in user with the role of an admin. */
export async function createAdmin(shop: TestApp, email?: string): Promise<SignedInUser> {
  const admin = await shop.creator(email)
  await setAdminRole(shop.db, admin.email, true)
  return admin
}
