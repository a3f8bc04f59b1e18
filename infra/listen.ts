import type { Server } from 'node:net'
import type { Config } from './config.ts'

type Listening = {
  readonly server: Pick<Server, 'address'>
  listen(at: { host: string; port: number }): Promise<unknown>
  readonly log: { info(what: object, text: string): void }
}

/** Opens the ports, and reports them to the log and the parent process. @param inside serves health and metrics */
export async function listen(
  app: Listening,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
  inside?: { readonly app: Listening; readonly port: number },
): Promise<void> {
  const internal_port = inside && (await opened(inside.app, HOST, inside.port))
  const port = await opened(app, HOST, PORT)
  app.log.info({ port, internal_port }, 'listening')
  process.send?.({ ready: true, port, internal_port })
}

async function opened(app: Listening, host: string, wanted: number): Promise<number | undefined> {
  await app.listen({ host, port: wanted })
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
