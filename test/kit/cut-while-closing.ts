import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tcpProxy } from './tcp-proxy.ts'

// A program of its own: cuts a wire at the very moment at which its client closes it, and has nothing left to do.

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

// Both ends arrive in one turn of the event loop: first the wire's own, then the one that cuts it.
wired.end()
plain.end()
await Promise.all([cut, once(plain, 'close')])
await wire.close()
far.close()
near.close()
