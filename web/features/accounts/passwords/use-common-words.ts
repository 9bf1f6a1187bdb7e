import { useEffect, useState } from 'react'
import { listCommonWords } from '#contract/accounts/passwords.ts'
import { callEndpoint } from '#web/api/client.ts'

const NO_WORDS: ReadonlySet<string> = new Set()
let loadedWords: ReadonlySet<string> | undefined

/**
 * Returns the words that are too common for a password. They are loaded once `isNeeded` is true; until then, and if
 * they cannot be loaded, there are none, and the server alone rejects such passwords.
 */
export function useCommonWords(isNeeded: boolean): ReadonlySet<string> {
  const [words, setWords] = useState(loadedWords ?? NO_WORDS)
  const isMissing = isNeeded && words === NO_WORDS
  useEffect(() => {
    if (!isMissing) return
    let isMounted = true
    const load = async () => {
      const result = await callEndpoint(listCommonWords, {})
      if (!result.ok) return
      loadedWords = new Set(result.body.words)
      if (isMounted) setWords(loadedWords)
    }
    void load()
    return () => {
      isMounted = false
    }
  }, [isMissing])
  return words
}
