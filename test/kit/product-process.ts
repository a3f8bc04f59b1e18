import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '@recado/infra/config'
import { NODE_FLAGS } from './node-flags.ts'

/** A process of the product beside the test. */
export type ProductProcess = {
  readonly child: ChildProcess
  readonly port: number
  /** Where it tells of its health; the same for projectors. */
  readonly internal: number
  /** As a crash would end it. */
  kill(): Promise<void>
}

const PROGRAMS = {
  'command-api': import.meta.resolve('@recado/command-api/main'),
  'query-api': import.meta.resolve('@recado/query-api/main'),
  projectors: import.meta.resolve('@recado/projectors/main'),
}

type Ports = { readonly port: number; readonly internal_port?: number }

/** Starts it, on a free port unless told, and resolves when it is ready. */
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
  const [{ port, internal_port: internal = port }] = (await once(child, 'message')) as [Ports]
  const kill = async () => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return { child, port, internal, kill }
}

/** The settings of the servers as the environment of a process; lists are left to their defaults. */
export function environmentOf(config: Config): Record<string, string> {
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : `${value}`)
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== null && !Array.isArray(value))
      .map(([name, value]) => [name, text(value)]),
  )
}
