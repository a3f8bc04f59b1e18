import { createServer } from 'node:net'

/**
 * A TCP port that is free at this moment.
 * @param preferred returned when it is free; 0 lets the system choose
 */
export async function freePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  const port = await tryListen(preferred, host)
  return port ?? freePort(0, host)
}

/** The port that could be bound, `undefined` when it is taken. */
function tryListen(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined)
      else reject(error)
    })
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? address?.port : undefined))
    })
  })
}
