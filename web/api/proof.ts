/** Asks the user to prove their identity again. Resolves to false if the user cancels. */
type AskForProof = () => Promise<boolean>

let handler: AskForProof | undefined

/**
 * Sets what happens when a call answers ERROR_REAUTHENTICATION_REQUIRED; without a handler the call fails.
 * @returns a function that removes the handler
 */
export function setProofHandler(ask: AskForProof): () => void {
  handler = ask
  return () => {
    if (handler === ask) handler = undefined
  }
}

export const askForProof: AskForProof = async () => (await handler?.()) ?? false
