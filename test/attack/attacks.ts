import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { asking, HALF_POST } from './stranger.ts'

/** What an attacker without a key does to the front door. */
export type Attack = {
  readonly name: string
  /** Number of open connections: a closed one is opened again after a second. */
  readonly connections: number
  /** Written to each connection at once. */
  readonly writes: string
  /** Whether responses are read: without reading, the attacker does not notice that a connection was closed. */
  readonly reads: boolean
}

const greedy = asking('/api/v1/openapi.json').repeat(1_300)

export const attacks: readonly Attack[] = [
  { name: '2,000 half bodies', connections: 2_000, writes: HALF_POST, reads: true },
  { name: '1 pipelining connection', connections: 1, writes: greedy, reads: false },
  { name: '16 pipelining connections', connections: 16, writes: greedy, reads: false },
  { name: '2,000 idle connections', connections: 2_000, writes: '', reads: true },
]

/** Attacks a port of this machine until aborted. */
export async function attack(
  { connections, ...each }: Attack,
  target: { port: number; from: string },
  stopped: AbortSignal,
): Promise<void> {
  setMaxListeners(0, stopped)
  const keepOne = async (): Promise<void> => {
    while (!stopped.aborted) {
      await oneConnection(target, each, stopped)
      await delay(1_000, undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: connections }, keepOne))
}

function oneConnection(
  { port, from }: { port: number; from: string },
  { writes, reads }: Pick<Attack, 'writes' | 'reads'>,
  stopped: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    const stop = () => void socket.destroy()
    stopped.addEventListener('abort', stop)
    socket.on('error', () => undefined)
    socket.once('close', () => {
      stopped.removeEventListener('abort', stop)
      resolve()
    })
    if (reads) socket.resume()
    else socket.pause()
    socket.write(writes)
  })
}
