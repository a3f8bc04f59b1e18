import type { Server } from 'node:net'
import type { Config } from './config.ts'
import { coversEveryone } from './http/bounds/covers-everyone.ts'

/** Where to listen, and how many new connections may wait until the process takes them. */
export type ListenAt = { readonly host: string; readonly port: number; readonly backlog?: number }

type Listening = {
  readonly server: Pick<Server, 'address'>
  listen(at: ListenAt): Promise<unknown>
  readonly log: { info(what: object, text: string): void; warn(what: object, text: string): void }
}

type Address = Pick<Config, 'HOST' | 'PORT'> & Partial<Pick<Config, 'TRUSTED_PROXIES'>>

/** Opens the ports, and reports them to the log and the parent process. @param inside serves health and metrics */
export async function listen(
  app: Listening,
  { HOST, PORT, TRUSTED_PROXIES = [] }: Address,
  inside?: { readonly app: Listening; readonly port: number },
): Promise<void> {
  if (coversEveryone(TRUSTED_PROXIES))
    app.log.warn(
      { TRUSTED_PROXIES },
      'TRUSTED_PROXIES covers every address, so no client counts by its own: name only those of your gateway, such as 10.1.2.0/24',
    )
  const internal_port = inside && (await tryToListen(inside.app, HOST, inside.port))
  const port = await tryToListen(app, HOST, PORT)
  app.log.info({ port, internal_port }, 'listening')
  process.send?.({ ready: true, port, internal_port })
}

/**
 * As many as Linux allows by default. With Node's 511 a few thousand clients that connect at once make it drop others, which
 * try again after one second, then three: longer than a gateway waits.
 */
const BACKLOG = 4_096

async function tryToListen(
  app: Listening,
  host: string,
  wanted: number,
): Promise<number | undefined> {
  await app.listen({ host, port: wanted, backlog: BACKLOG })
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
