import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'

/** Opens a server's port and tells the log, and a parent process that started us, which one it is. */
export async function listen(
  app: FastifyInstance,
  { HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>,
): Promise<void> {
  await app.listen({ host: HOST, port: PORT })
  const address = app.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  app.log.info({ port }, 'listening')
  process.send?.({ ready: true, port })
}
