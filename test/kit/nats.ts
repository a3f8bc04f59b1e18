import { rm } from 'node:fs/promises'
import { type EmbeddedNats, startNats } from '@recado/standalone/servers/nats'
import { scratchFolder } from './scratch.ts'

/** A separate nats-server for one test file; its address stays the same over restarts. */
export type TestNats = {
  url: string
  /** The folder of its files. */
  readonly folder: string
  /** Process id of the current server. */
  readonly pid: number
  /** Ends it with kill -9, and resolves when it is gone. */
  kill(): Promise<void>
  /** Starts it again on the same files and port, after `kill` or in place of the running server. */
  restart(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

/** Starts an empty nats-server with JetStream on a free port. Stop it in the test's teardown. */
export async function testNats(): Promise<TestNats> {
  const storeDir = await scratchFolder('recado-test-nats-')
  const start = (port: number) => startNats({ storeDir, port, log: () => undefined })
  let server: EmbeddedNats = await start(0)
  const { url, port } = server
  return {
    url,
    folder: storeDir,
    get pid() {
      return server.pid
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.ended
    },
    async restart() {
      await server.stop()
      server = await start(port)
      if (server.port !== port) throw new Error(`port ${port} was taken between kill and restart`)
    },
    async stop() {
      await server.stop()
      await rm(storeDir, { recursive: true, force: true })
    },
  }
}
