import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tcpProxy } from './tcp-proxy.ts'

// Run as a process of its own: cuts a wire at the moment its client closes it. Afterwards the process must end by itself.

const portOf = (server: Server) => (server.address() as AddressInfo).port
const listening = async (served: (socket: Socket) => void) => {
  const server = createServer((socket) => served(socket.resume())).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const far = await listening(() => undefined)
const wire = await tcpProxy(portOf(far))
const near = await listening((socket) => socket.on('end', () => wire.cut()))

const wired = connect(wire.port, '127.0.0.1').on('error', () => undefined)
const cut = new Promise((resolve) => wired.on('close', resolve))
await once(far, 'connection')
const plain = connect(portOf(near), '127.0.0.1')
await once(plain, 'connect')

// Both ends arrive in the same turn of the event loop: the client's own first, then the one that cuts the wire.
wired.end()
plain.end()
await Promise.all([cut, once(plain, 'close')])
await wire.close()
far.close()
near.close()
