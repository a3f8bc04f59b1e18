import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A port that nobody else can take until it is released, for a server whose address is needed long before it listens. */
export async function heldPort(): Promise<{
  readonly port: number
  /** To be called right before that server listens. */
  release(): Promise<void>
}> {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => holder.once('listening', listening))
  return {
    port: (holder.address() as AddressInfo).port,
    release: () => new Promise((closed) => holder.close(() => closed())),
  }
}
