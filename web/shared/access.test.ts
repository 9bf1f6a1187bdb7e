import { expect, test } from 'vitest'
import { type AccessRule, type Role, getRedirectPath, getRole } from './access.ts'

const STAY = undefined

test.each<[AccessRule, Record<Role, string | undefined>]>([
  ['dashboard', { anonymous: '/login', unverified: '/notverified', seller: STAY, admin: STAY }],
  ['dashboardLogout', { anonymous: '/', unverified: STAY, seller: STAY, admin: '/' }],
  ['admin', { anonymous: '/login', unverified: '/notverified', seller: '/', admin: STAY }],
  [
    'guests',
    { anonymous: STAY, unverified: '/dashboard', seller: '/dashboard', admin: '/dashboard' },
  ],
  ['emailSent', { anonymous: STAY, unverified: '/', seller: '/', admin: '/' }],
  ['notVerified', { anonymous: STAY, unverified: STAY, seller: '/dashboard', admin: '/dashboard' }],
])('the access rule %s redirects the roles that may not see its pages', (rule, redirects) => {
  for (const [role, to] of Object.entries(redirects))
    expect(getRedirectPath(rule, role as Role), role).toBe(to)
})

test.each([
  [undefined, 'anonymous'],
  [{ isVerified: false, roles: ['user', 'admin'] }, 'unverified'],
  [{ isVerified: true, roles: ['user'] }, 'seller'],
  [{ isVerified: true, roles: ['user', 'admin'] }, 'admin'],
] as const)('a visitor with the session %o has the role %s', (viewer, role) => {
  expect(getRole(viewer)).toBe(role)
})
