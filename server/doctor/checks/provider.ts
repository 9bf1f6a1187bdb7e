import type { Config } from '#server/config.ts'
import { createMercadoPago } from '#server/integrations/mercadopago/mercadopago.ts'
import { ProviderError } from '#server/integrations/mercadopago/provider.ts'
import { type Finding, describeError, fault, ok } from '../finding.ts'

/**
 * Redeems an authorization code that nobody has: the provider names another error if it does not know the application.
 * Source: the provider's facts, OAuth, errors.
 */
export async function checkProvider({
  mercadoPago,
  publicOrigin,
}: Pick<Config, 'mercadoPago' | 'publicOrigin'>): Promise<Finding[]> {
  const { apiOrigin } = mercadoPago
  try {
    await createMercadoPago(mercadoPago).exchangeCode({
      code: 'TG-doctor',
      codeVerifier: 'doctor'.repeat(8),
      redirectUri: `${publicOrigin}/api/mercadopago/callback`,
    })
    return [fault(`${apiOrigin} accepted a code that nobody has`, 'Check MERCADOPAGO_API_ORIGIN.')]
  } catch (error) {
    const reason = error instanceof ProviderError ? error.reason : undefined
    if (reason === 'invalid_grant') return [ok(`${apiOrigin} knows the application`)]
    if (reason === 'invalid_client' || reason === 'unauthorized_client')
      return [
        fault(
          `${apiOrigin} refuses the application: ${reason}`,
          'Copy MERCADOPAGO_CLIENT_ID and MERCADOPAGO_CLIENT_SECRET again from the credentials of the application.',
        ),
      ]
    return [
      fault(
        `${apiOrigin} did not answer as expected: ${describeError(error)}`,
        'Check that this machine may open https connections to it, and the status page of the provider.',
      ),
    ]
  }
}
