import { signInWithGoogle } from '#contract/accounts/google.ts'
import * as m from '#messages'
import { paths } from '#web/paths.ts'
import { useSiteSettings } from '#web/shared/site.ts'
import { LinkButton } from '#web/ui/actions/button.tsx'
import { cx } from '#web/ui/cx.ts'

/**
 * A link that starts the sign-in with Google; nothing if the installation has not configured it. The link makes a full
 * navigation, because the server redirects to Google.
 */
export function GoogleSignInButton({ returnTo = paths.dashboard() }: { returnTo?: string }) {
  const { features } = useSiteSettings()
  if (!features.googleSignIn) return null
  const query = new URLSearchParams({ returnTo }).toString()
  return (
    <>
      <LinkButton
        kind="ghost"
        wide
        href={`/api${signInWithGoogle.path}?${query}`}
        icon={<GoogleLogo />}
      >
        {m.google_continue()}
      </LinkButton>
      <p className="flex items-center gap-4 text-tiny text-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.or_with_email()}
      </p>
    </>
  )
}

/** Google's logo, which needs a light background: `hasWhiteBackground` adds one on a colored button. */
export function GoogleLogo({ hasWhiteBackground = false }: { hasWhiteBackground?: boolean }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 48 48"
      className={cx('size-5', hasWhiteBackground && 'rounded-full bg-[#fff] p-0.5')}
    >
      <path
        fill="#ea4335"
        d="M24 9.500c3.500 0 6.600 1.200 9.100 3.600l6.800-6.800C35.800 2.400 30.300 0 24 0 14.600 0 6.500 5.400 2.600 13.200l7.900 6.200C12.400 13.700 17.700 9.500 24 9.500z"
      />
      <path
        fill="#4285f4"
        d="M47 24.600c0-1.600-.2-3.100-.4-4.600H24v9h12.900c-.6 3-2.300 5.500-4.800 7.200l7.700 6C44.400 38 47 31.900 47 24.600z"
      />
      <path
        fill="#fbbc05"
        d="M10.500 28.600c-.5-1.500-.8-3-.8-4.600s.3-3.100.8-4.600l-7.900-6.200C.9 16.500 0 20.100 0 24s.9 7.500 2.600 10.800z"
      />
      <path
        fill="#34a853"
        d="M24 48c6.500 0 11.900-2.100 15.900-5.800l-7.700-6c-2.200 1.400-4.900 2.300-8.200 2.300-6.300 0-11.600-4.200-13.500-9.900l-7.900 6.200C6.500 42.600 14.600 48 24 48z"
      />
    </svg>
  )
}
