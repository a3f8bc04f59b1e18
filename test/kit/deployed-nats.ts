import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@recado/standalone/servers/free-port'
import { natsServerProgram } from '@recado/standalone/servers/nats-server-program'
import type { Ends } from './ends.ts'
import { eventually } from './eventually.ts'

const DEPLOY = new URL('../../deploy/', import.meta.url)

/** The passwords of the product's processes and of an analyst. */
export const PASSWORDS = { NATS_PASSWORD: 'secret-1', ANALYST_PASSWORD: 'secret-2' }

/** A nats-server that runs with the files in deploy/. */
export type DeployedNats = {
  readonly port: number
  ready(): Promise<unknown>
  kill(): Promise<void>
  /** Starts it again on the same files and ports. @param variables replacements for variables of its file */
  restart(variables?: Readonly<Record<string, string>>): Promise<void>
}

/** Starts three servers with the file for a cluster. @param account whose facts the analyst may read */
export async function deployedCluster(
  ends: Ends,
  account: string,
): Promise<readonly DeployedNats[]> {
  const routes = [await freePort(0), await freePort(0), await freePort(0)]
  const env = { NATS_ROUTE_PASSWORD: 'secret-3' }
  for (const [index, port] of routes.entries())
    Object.assign(env, {
      [`NATS_ROUTE_${index + 1}`]: `nats-route://route:secret-3@127.0.0.1:${port}`,
    })
  const of = (index: number) => ({ ...env, NATS_NAME: `nats-${index + 1}` })
  const servers = await Promise.all(
    routes.map((route, index) =>
      deployedNats(ends, account, 'nats-cluster.conf', of(index), route),
    ),
  )
  await Promise.all(servers.map(({ ready }) => ready()))
  return servers
}

/** Starts one server. Of the deployed files only folder and ports are changed, and the analyst is enabled. */
export async function deployedNats(
  ends: Ends,
  account: string,
  main: string,
  variables: Readonly<Record<string, string>> = {},
  route = 6222,
): Promise<DeployedNats> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-deployed-nats-'))
  const [port, http] = [await freePort(0), await freePort(0)]
  await writeFiles(folder, account, { port, http, route })
  const env = { ...process.env, ...PASSWORDS, ...variables }
  const program = await natsServerProgram(undefined, () => undefined)
  let said = ''
  const start = (others = {}) => {
    const started = spawn(program, ['-c', join(folder, main)], {
      ...{ env: { ...env, ...others }, stdio: ['ignore', 'ignore', 'pipe'] },
    })
    started.stderr?.on('data', (bytes) => {
      said = `${said}${bytes}`.slice(-10_000)
    })
    return started
  }
  let server = start()
  const kill = async () => {
    const isGone = server.exitCode !== null || server.signalCode !== null
    server.kill('SIGKILL')
    if (!isGone) await once(server, 'exit')
  }
  ends.push(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  const ready = () =>
    eventually(async () => {
      if (server.exitCode !== null) throw new Error(said)
      return (await fetch(`http://127.0.0.1:${http}/healthz`)).ok
    })
  return {
    ...{ port, ready, kill },
    async restart(others) {
      server = start(others)
      await ready()
    },
  }
}

type Ports = Readonly<Record<'port' | 'http' | 'route', number>>

async function writeFiles(folder: string, account: string, { port, http, route }: Ports) {
  for (const name of ['nats.conf', 'nats-cluster.conf']) {
    const text = (await readFile(new URL(name, DEPLOY), 'utf8'))
      .replace('/data', folder)
      .replace('port: 4222', `port: ${port}`)
      .replace('8222', String(http))
      .replace('port: 6222', `port: ${route}`)
      .replaceAll('<account>', account)
      .replaceAll('#| ', '')
    await writeFile(join(folder, name), text)
  }
}
