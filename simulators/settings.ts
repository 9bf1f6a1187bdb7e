/** The settings of the simulators. An environment variable that is not set has a default value. */
export interface SimulatorSettings {
  host: string
  ports: { mercadoPago: number; google: number; inbox: number; conversions: number; smtp: number }
  /** The origin of the marketplace, such as `http://localhost:3000`. */
  publicOrigin: string
  dataDir: string | undefined
  mercadoPago: { clientId: string; clientSecret: string; webhookSecret: string }
  google: { clientId: string; clientSecret: string }
}

/**
 * Reads the environment variables of the simulators: PORT, SIMULATOR_PORTS (three or four numbers separated by commas),
 * SMTP_PORT, SIMULATOR_HOST, PUBLIC_ORIGIN, DATA_DIR, MERCADOPAGO_CLIENT_ID, MERCADOPAGO_CLIENT_SECRET,
 * MERCADOPAGO_WEBHOOK_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET.
 * @throws Error if SIMULATOR_PORTS is not a list of three or four numbers
 */
export function readSimulatorSettings(environment: NodeJS.ProcessEnv): SimulatorSettings {
  const port = Number(environment.PORT ?? 3000)
  const given = environment.SIMULATOR_PORTS?.split(',').map(Number)
  const [mercadoPago, google, inbox, conversions = port + 5] = given ?? [
    port + 1,
    port + 2,
    port + 3,
  ]
  const hasWrongLength = given !== undefined && given.length !== 3 && given.length !== 4
  if (![mercadoPago, google, inbox, conversions].every(Number.isInteger) || hasWrongLength)
    throw new Error(
      'SIMULATOR_PORTS must be three or four port numbers with commas, such as 3001,3002,3003',
    )
  return {
    host: environment.SIMULATOR_HOST ?? 'localhost',
    ports: {
      mercadoPago: mercadoPago!,
      google: google!,
      inbox: inbox!,
      conversions,
      smtp: Number(environment.SMTP_PORT ?? port + 4),
    },
    publicOrigin: environment.PUBLIC_ORIGIN ?? `http://localhost:${port}`,
    dataDir: environment.DATA_DIR,
    mercadoPago: {
      clientId: environment.MERCADOPAGO_CLIENT_ID ?? '1234567890123456',
      clientSecret: environment.MERCADOPAGO_CLIENT_SECRET ?? 'simulated-client-secret',
      webhookSecret: environment.MERCADOPAGO_WEBHOOK_SECRET ?? 'simulated-webhook-secret',
    },
    google: {
      clientId: environment.GOOGLE_CLIENT_ID ?? 'simulated-google-client',
      clientSecret: environment.GOOGLE_CLIENT_SECRET ?? 'simulated-google-secret',
    },
  }
}
