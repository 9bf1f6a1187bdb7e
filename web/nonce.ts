import { createContext } from 'react'

/** The nonce of the response's content security policy, which inline scripts need. Only the server knows it. */
export const NonceContext = createContext<string | undefined>(undefined)
