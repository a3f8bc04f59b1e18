import { type ChildProcess, execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Ends } from './ends.ts'
import { NODE_FLAGS } from './node-flags.ts'

const BUNDLE = fileURLToPath(import.meta.resolve('@recado/build/bundle'))

/** A process of the product that runs from its bundle, as in production. */
export type BundledProcess = {
  readonly url: string
  /** Address of its health checks and metrics. */
  readonly internal: string
  stop(): Promise<number | null>
}

/** Builds the bundles in a folder from which no node_modules can be found. @returns the folder */
export async function buildBundles(ends: Ends): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-bundles-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  await promisify(execFile)(process.execPath, [...NODE_FLAGS, BUNDLE, '--out', folder])
  return folder
}

/** Starts a bundle on a free port, with only this environment. @throws with its output when it ends before it is ready */
export async function startBundle(
  folder: string,
  name: string,
  env: Readonly<Record<string, string>>,
  ends: Ends,
): Promise<BundledProcess> {
  const own = { ...env, HOST: '127.0.0.1', PORT: '0', INTERNAL_PORT: '0', LOG_LEVEL: 'warn' }
  const child = fork(join(folder, `${name}.mjs`), {
    cwd: folder,
    env: own,
    execArgv: [],
    silent: true,
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const stop = () => {
    child.kill('SIGTERM')
    return exit
  }
  ends.push(stop)
  const { port, internal_port = port } = await portsOf(child, name)
  const [url, internal] = [port, internal_port].map((at) => `http://127.0.0.1:${at}`)
  return { url: url ?? '', internal: internal ?? '', stop }
}

type Ports = { readonly port: number; readonly internal_port?: number }

async function portsOf(child: ChildProcess, name: string): Promise<Ports> {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(child, 'close').then(() => {
    throw new Error(`${name} ended before it was ready: ${output}`)
  })
  const [message] = await Promise.race([once(child, 'message'), ended])
  return message as Ports
}
