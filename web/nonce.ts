import { createContext } from 'react'

/** The nonce of the response's content security policy, for inline scripts. It is known on the server only. */
export const NonceContext = createContext<string | undefined>(undefined)
