import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '@recado/infra/config'
import { NODE_FLAGS } from './node-flags.ts'

/** A process of the product, separate from the test. */
export type ProductProcess = {
  readonly child: ChildProcess
  readonly port: number
  /** Port of its health checks and metrics; for projectors the same as `port`. */
  readonly internal: number
  /** Ends it with SIGKILL, as a crash would. */
  kill(): Promise<void>
}

/** The addresses of the programs; whole texts, which a bundle replaces. */
export const PROGRAMS = {
  'command-api': import.meta.resolve('@recado/command-api/main'),
  'query-api': import.meta.resolve('@recado/query-api/main'),
  projectors: import.meta.resolve('@recado/projectors/main'),
}

type Ports = { readonly port: number; readonly internal_port?: number }

/** Starts a process and resolves when it is ready. @param wanted the port; 0 takes a free one @throws when it ends first */
export async function startProcess(
  name: keyof typeof PROGRAMS,
  environment: Readonly<Record<string, string>>,
  wanted = 0,
): Promise<ProductProcess> {
  const main = fileURLToPath(PROGRAMS[name])
  const child = spawn(process.execPath, [...NODE_FLAGS, main], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH ?? '',
      LOG_LEVEL: 'silent',
      ...environment,
      HOST: '127.0.0.1',
      PORT: String(wanted),
      INTERNAL_PORT: '0',
    },
  })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${name} ended with ${code ?? signal} before it was ready`)
  })
  const ready = once(child, 'message') as Promise<[Ports]>
  const [{ port, internal_port: internal = port }] = await Promise.race([ready, ended])
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return { child, port, internal, kill }
}

/** Turns settings into the environment of a process; lists keep their defaults. */
export function environmentOf(config: Config): Record<string, string> {
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : `${value}`)
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== null && !Array.isArray(value))
      .map(([name, value]) => [name, text(value)]),
  )
}
