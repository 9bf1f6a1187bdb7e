import { useNavigate } from 'react-router'
import { getLocale } from '#messages/runtime'
import { notifyOtherTabs, refreshSession } from '#web/api/session.ts'

/** Returns a function that opens the path `returnTo` after the server has started a session. */
export function useFinishSignIn(returnTo: string): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await refreshSession()
    notifyOtherTabs()
    // If the account's language differs from the page's, only a full load shows the next page in the account's
    // language.
    if (localeOfAccount() === getLocale()) await navigate(returnTo, { replace: true })
    else location.assign(returnTo)
  }
}

/** Returns the language that the login response set as a cookie, or the page's language if it set none. */
function localeOfAccount(): string {
  return /(?:^|; )lang=(es|en)(?:;|$)/.exec(document.cookie)?.[1] ?? getLocale()
}
