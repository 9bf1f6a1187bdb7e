import type { User } from '#contract/accounts/user.ts'
import { SignInMethods } from './sign-in-methods.tsx'

export const Methods = ({ user }: { user: User }) => <SignInMethods user={user} />
