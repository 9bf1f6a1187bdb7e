/** The settings of the three simulators. An environment variable that is not set has a default value. */
export interface SimulatorSettings {
  host: string
  ports: { mercadoPago: number; google: number; inbox: number; smtp: number }
  /** The origin of the marketplace, such as `http://localhost:3000`. */
  publicOrigin: string
  dataDir: string | undefined
  mercadoPago: { clientId: string; clientSecret: string; webhookSecret: string }
  google: { clientId: string; clientSecret: string }
}

/**
 * Reads the environment variables of the simulators: PORT, SIMULATOR_PORTS (three numbers separated by commas),
 * SMTP_PORT, SIMULATOR_HOST, PUBLIC_ORIGIN, DATA_DIR, MERCADOPAGO_CLIENT_ID, MERCADOPAGO_CLIENT_SECRET,
 * MERCADOPAGO_WEBHOOK_SECRET, GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET.
 * @throws Error if SIMULATOR_PORTS is not a list of three numbers
 */
export function readSimulatorSettings(environment: NodeJS.ProcessEnv): SimulatorSettings {
  const port = Number(environment.PORT ?? 3000)
  const three = environment.SIMULATOR_PORTS?.split(',').map(Number)
  const [mercadoPago, google, inbox] = three ?? [port + 1, port + 2, port + 3]
  if (![mercadoPago, google, inbox].every(Number.isInteger) || (three && three.length !== 3))
    throw new Error(
      'SIMULATOR_PORTS must be three port numbers with commas, such as 3001,3002,3003',
    )
  return {
    host: environment.SIMULATOR_HOST ?? 'localhost',
    ports: {
      mercadoPago: mercadoPago!,
      google: google!,
      inbox: inbox!,
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
