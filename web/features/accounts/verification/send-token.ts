import { useEffect, useState } from 'react'
import { verifyAccount } from '#contract/accounts.ts'
import type { Answer } from '#contract/endpoint.ts'
import { call } from '../../../api/client.ts'

type Verification = Answer<typeof verifyAccount>

/** Tokens sent since the page was opened: a link works once, so a second mount takes the first one's answer. */
const sent = new Map<string, Promise<Verification>>()

function sendOnce(token: string): Promise<Verification> {
  const known = sent.get(token)
  if (known) return known
  const answer = call(verifyAccount, { params: { token } })
  sent.set(token, answer)
  return answer
}

/** Sends the token of the address, exactly once a visit. Undefined until the answer is there. */
export function useVerification(token: string): Verification | undefined {
  const [answer, setAnswer] = useState<Verification>()
  useEffect(() => {
    let watching = true
    void sendOnce(token).then(given => watching && setAnswer(given))
    return () => {
      watching = false
    }
  }, [token])
  return answer
}
