import type { Config } from '#server/config.ts'
import { type Finding, ok, warning } from '../finding.ts'

/** Lists settings that are valid, but that a shop with real payments should not have. */
export function checkSettings(config: Config): Finding[] {
  const findings = [ok(`valid, for ${config.publicOrigin} (APP_ENV is ${config.appEnv})`)]
  if (!config.production)
    findings.push(
      warning(
        'APP_ENV is not production',
        'Set APP_ENV=production before you sell for real money.',
      ),
    )
  findings.push(
    config.weakSecrets.length === 0
      ? ok('no secret is easy to guess')
      : warning(
          `easy to guess: ${config.weakSecrets.join(', ')}`,
          'Set random values (openssl rand -hex 32): production refuses to start with these.',
        ),
  )
  if (!config.mercadoPago.liveMode)
    findings.push(
      warning('only test payments are accepted', 'Set MERCADOPAGO_LIVE_MODE=1 to sell for real.'),
    )
  if (config.mercadoPago.acceptsUnsignedWebhooks)
    findings.push(
      warning(
        'webhook requests without a signature are accepted',
        'Remove MERCADOPAGO_UNSIGNED_WEBHOOKS once the provider signs its requests.',
      ),
    )
  if (!config.acceptsOrders)
    findings.push(warning('new orders are refused', 'Set ACCEPT_ORDERS=1 to sell again.'))
  return findings
}
