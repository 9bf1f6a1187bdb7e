import { once } from 'node:events'
import { type AddressInfo, type Socket, connect, createServer } from 'node:net'

/**
 * A TCP proxy in front of a server on this machine, with which a test takes the server away: `refuse` closes all
 * connections and accepts no more, `freeze` keeps them open and forwards nothing, as if the network were gone.
 */
export async function startTcpProxy(targetPort: number) {
  const sockets = new Set<Socket>()
  let state: 'forwarding' | 'refusing' | 'frozen' = 'forwarding'

  const server = createServer(client => {
    if (state === 'refusing') {
      client.destroy()
      return
    }
    const target = connect(targetPort, '127.0.0.1')
    for (const socket of [client, target]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroySoon()
        target.destroySoon()
      })
    }
    client.on('data', (chunk: Buffer) => {
      if (state === 'forwarding') target.write(chunk)
    })
    target.on('data', chunk => state === 'forwarding' && client.write(chunk))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const closeAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    refuse(): void {
      state = 'refusing'
      closeAll()
    },
    freeze(): void {
      state = 'frozen'
    },
    /** Forwards new connections again. The connections that were frozen are closed. */
    resume(): void {
      closeAll()
      state = 'forwarding'
    },
    async close(): Promise<void> {
      closeAll()
      server.close()
      await once(server, 'close')
    },
  }
}

export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>
