import { join } from 'node:path'
import { startConversionsSimulator } from './conversions/start.ts'
import { startGoogleSimulator } from './google/start.ts'
import { startInboxSimulator } from './inbox/start.ts'
import { startMercadoPagoSimulator } from './mercadopago/start.ts'
import { readSimulatorSettings } from './settings.ts'

const settings = readSimulatorSettings(process.env)
const { host, ports, publicOrigin, dataDir, mercadoPago, google } = settings
const originOf = (port: number) => `http://${new URL(publicOrigin).hostname}:${port}`

const running = await Promise.all([
  startMercadoPagoSimulator({
    ...mercadoPago,
    host,
    port: ports.mercadoPago,
    publicOrigin: originOf(ports.mercadoPago),
    stateFile: dataDir && join(dataDir, 'mercadopago.jsonl'),
    redirectUris: [`${publicOrigin}/api/mercadopago/callback`],
    webhookUrl: `${publicOrigin}/api/public/mercadopago/webhook`,
  }),
  startGoogleSimulator({
    host,
    port: ports.google,
    publicOrigin: originOf(ports.google),
    clients: [{ ...google, redirectUris: [`${publicOrigin}/api/public/auth/google/callback`] }],
  }),
  startInboxSimulator({
    host,
    httpPort: ports.inbox,
    publicOrigin: originOf(ports.inbox),
    smtpPort: ports.smtp,
    dataDir,
  }),
  startConversionsSimulator({ host, port: ports.conversions }),
])

const [mercadoPagoServer, googleServer, inboxServer, conversionsServer] = running
console.log(`MercadoPago (simulator)  ${mercadoPagoServer.origin}`)
console.log(`Google (simulator)       ${googleServer.origin}`)
console.log(`Mail inbox (simulator)   ${inboxServer.origin}  ${inboxServer.smtpUrl}`)
console.log(`Conversions (simulator)  ${conversionsServer.origin}/events`)

const close = () => void Promise.all(running.map(server => server.close()))
process.once('SIGTERM', close)
process.once('SIGINT', close)
