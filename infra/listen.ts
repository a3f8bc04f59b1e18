import type { Server } from 'node:net'
import type { Config } from './config.ts'

/** What can listen: an application, or a door in front of several. */
type Listening = {
  readonly server: Pick<Server, 'address'>
  listen(at: { host: string; port: number }): Promise<unknown>
  readonly log: { info(what: object, text: string): void }
}

/** Opens a server's port and tells the log, and a parent process that started us, which one it is. */
export async function listen(
  app: Listening,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
): Promise<void> {
  await app.listen({ host: HOST, port: PORT })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  app.log.info({ port }, 'listening')
  process.send?.({ ready: true, port })
}
