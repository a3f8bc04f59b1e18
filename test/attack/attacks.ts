import { setMaxListeners } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { asking, HALF_POST, postHead } from './stranger.ts'

/** What an attacker without a key does to the front door. */
export type Attack = {
  readonly name: string
  /** Number of open connections: a closed one is opened again after a pause. */
  readonly connections: number
  /** The pause, ms; a second by default. */
  readonly pauseMs?: number
  /** Written to each connection at once. */
  readonly writes: string
  /** Bytes of a body that follow. */
  readonly body?: number
  /** Whether responses are read: without reading, the attacker does not notice that a connection was closed. */
  readonly reads: boolean
  /** Addresses that attack together; by default one of another client, and then that of the honest client. */
  readonly from?: readonly string[]
}

const MB = 1024 * 1024
const greedy = asking('/api/v1/openapi.json').repeat(1_300)
const FOUR = ['127.0.0.1', '127.0.0.2', '127.0.0.3', '127.0.0.4']

export const attacks: readonly Attack[] = [
  { name: '2,000 half bodies', connections: 2_000, writes: HALF_POST, reads: true },
  { name: '1 pipelining connection', connections: 1, writes: greedy, reads: false },
  { name: '200 pipelining connections', connections: 200, writes: greedy, reads: true },
  { name: '2,000 idle connections', connections: 2_000, writes: '', reads: true },
  {
    name: 'the whole table, answered once without a key',
    ...{ connections: 5_000, pauseMs: 5, writes: asking('/livez'), reads: true, from: FOUR },
  },
  {
    name: '100 bodies held at unknown routes',
    ...{ connections: 100, writes: postHead('/api/v1/nothing', MB), body: 0.9 * MB, reads: true },
  },
  {
    name: '50 bodies held at hooks',
    ...{
      connections: 50,
      writes: postHead('/hooks/whatsapp', 3 * MB),
      body: 2.9 * MB,
      reads: true,
    },
  },
  {
    name: '300 bodies held at sign-in',
    ...{
      connections: 300,
      writes: postHead('/dashboard/v1/session', 16_000),
      body: 15_000,
      reads: true,
    },
  },
]

/** Attacks a port of this machine until aborted. */
export async function attack(
  { connections, pauseMs = 1_000, ...each }: Attack,
  { port, from }: { port: number; from: readonly string[] },
  stopped: AbortSignal,
): Promise<void> {
  setMaxListeners(0, stopped)
  const keepOne = async (_: unknown, i: number): Promise<void> => {
    const target = { port, from: from[i % from.length] ?? '127.0.0.2' }
    while (!stopped.aborted) {
      await oneConnection(target, each, stopped)
      await delay(pauseMs, undefined, { signal: stopped }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: connections }, keepOne))
}

function oneConnection(
  { port, from }: { port: number; from: string },
  { writes, body = 0, reads }: Pick<Attack, 'writes' | 'body' | 'reads'>,
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
    if (body > 0) socket.write(Buffer.alloc(body, ' '))
  })
}
