import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boundedServer } from '@recado/infra/http/bounds/bounded-server'
import { freePort } from '@recado/standalone/servers/free-port'
import { installProgram, searchProgram } from '@recado/standalone/servers/installed-program'
import type { FastifyInstance } from 'fastify'
import { usualBounds } from './bounds.ts'
import { eventually } from './eventually.ts'

const CONFIG = new URL('../../deploy/nginx.conf', import.meta.url)

/** Debian's smallest package of nginx. */
const PACKAGE = 'nginx-light'

/** Characters of the error log that are kept: an attack may cause an error a request. */
const MAX_ERRORS = 20_000

/** The recommended gateway, in front of both APIs. */
export type Gateway = {
  readonly url: string
  /** The bodies that it keeps on disk. */
  spooled(): Promise<number>
  /** What nginx has written to its error log, the last 20,000 characters. */
  errors(): string
  /** Makes nginx read its configuration again. */
  reload(): void
  stop(): Promise<void>
}

/** Starts nginx with `deploy/nginx.conf`, in which only addresses and folders are changed. */
export async function startNginx(apps: {
  readonly command: FastifyInstance
  readonly query: FastifyInstance
}): Promise<Gateway> {
  const [command, query] = await Promise.all([behind(apps.command), behind(apps.query)])
  const gateway = await startNginxBefore({ command: [command.host], query: [query.host] })
  return {
    ...gateway,
    async stop() {
      await gateway.stop()
      for (const { server } of [command, query]) server.close()
    },
  }
}

/** The host and port of every process of each API. */
type Hosts = { readonly command: readonly string[]; readonly query: readonly string[] }

/**
 * Starts nginx in front of processes.
 * @param adapt changes the configuration as an operator would
 */
export async function startNginxBefore(
  hosts: Hosts,
  adapt = (text: string) => text,
): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'recado-nginx-'))
  // The workers of nginx run as another user and must be able to read the folder.
  await chmod(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const text = await readFile(CONFIG, 'utf8')
  await writeFile(file, adapt(pointedAt(text, { folder, port, ...hosts })))
  const nginx = spawn(await installedNginx(), ['-c', file, '-e', 'stderr', '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const url = `http://127.0.0.1:${port}`
  const errors = await serving(nginx, url)
  return {
    url,
    errors,
    spooled: () => filesIn(folder, ['client_body', 'proxy']),
    reload: () => void nginx.kill('SIGHUP'),
    async stop() {
      nginx.kill('SIGTERM')
      await once(nginx, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function filesIn(folder: string, names: readonly string[]): Promise<number> {
  const found = await Promise.all(names.map((name) => readdir(join(folder, name)).catch(() => [])))
  return found.flat().length
}

function pointedAt(
  text: string,
  { folder, port, command, query }: Hosts & { readonly folder: string; readonly port: number },
): string {
  const servers = (of: readonly string[]) => of.map((host) => `server ${host};`).join(' ')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return text
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('server 127.0.0.1:8081;', servers(command))
    .replace('server 127.0.0.1:8082;', servers(query))
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replace('/var/log/nginx/error.log', 'stderr')
    .replace('http {', `http { ${temporary}`)
}

/** Serves an application on an additional listener. */
async function behind(app: FastifyInstance): Promise<{ server: Server; host: string }> {
  await app.ready()
  const bounds = { ...usualBounds, trustedProxies: ['127.0.0.1/32'] }
  const server = boundedServer((request, response) => app.routing(request, response), bounds)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** The path of nginx, installed by apt now when it is missing. */
async function installedNginx(): Promise<string> {
  if (searchProgram('nginx') === undefined) await installProgram('nginx', () => undefined, PACKAGE)
  return searchProgram('nginx') ?? 'nginx'
}

/** Waits until nginx serves. @returns its error output. @throws with that when it ends instead */
async function serving(nginx: ChildProcess, url: string): Promise<() => string> {
  let said = ''
  nginx.stderr?.on('data', (bytes) => {
    said = `${said}${bytes}`.slice(-MAX_ERRORS)
  })
  nginx.once('error', (error) => {
    said += `${error.message}; apt-get install ${PACKAGE} brings it`
  })
  await eventually(async () => {
    if (nginx.exitCode !== null || nginx.pid === undefined) throw new Error(said)
    return (await fetch(`${url}/livez`)).status > 0
  })
  return () => said
}
