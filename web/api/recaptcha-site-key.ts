import { useRouteLoaderData } from 'react-router'

/** The part of the root's loader data that says whether Google's reCAPTCHA is used. */
interface RootData {
  features: { recaptchaSiteKey?: string }
}

/** Returns the site key of Google's reCAPTCHA, or undefined if the installation uses proofs of work. */
export function useRecaptchaSiteKey(): string | undefined {
  const root = useRouteLoaderData<RootData>('root')
  return root?.features.recaptchaSiteKey
}
