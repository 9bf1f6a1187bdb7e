import { createContext } from 'react'

/** The answer's CSP nonce, for inline scripts. Only the server has one. */
export const Nonce = createContext<string | undefined>(undefined)
