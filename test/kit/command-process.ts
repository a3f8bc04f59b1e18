import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Config } from '@recado/infra/config'
import type { ApiClient, Reply } from './api-client.ts'

/** command-api as a process of its own, beside the one that lives in the test. */
export type CommandProcess = {
  /** Calls with an API key, paths relative to /api/v1. */
  api(key: string): Pick<ApiClient, 'post' | 'patch'>
  stop(): Promise<void>
}

/** Starts it over the servers of a product. */
export async function startCommandProcess(config: Config): Promise<CommandProcess> {
  const main = fileURLToPath(import.meta.resolve('@recado/command-api/main'))
  const child = fork(main, {
    env: { PATH: process.env.PATH ?? '', ...environmentOf(config), HOST: '127.0.0.1', PORT: '0' },
    execArgv: ['--conditions=@recado/source', '--import=tsx'],
  })
  const exit = once(child, 'exit')
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const caller =
    (method: string, key: string) =>
    async <Body>(path: string, body?: unknown): Promise<Reply<Body>> => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const read = (await answer.json()) as Body
      return { status: answer.status, body: read, headers: Object.fromEntries(answer.headers) }
    }
  return {
    api: (key) => ({ post: caller('POST', key), patch: caller('PATCH', key) }),
    async stop() {
      child.kill('SIGTERM')
      await exit
    },
  }
}

/** The settings as the environment of a process; lists are left to their defaults. */
function environmentOf(config: Config): Record<string, string> {
  const text = (value: unknown) => (Buffer.isBuffer(value) ? value.toString('base64') : `${value}`)
  return Object.fromEntries(
    Object.entries(config)
      .filter(([, value]) => value !== null && !Array.isArray(value))
      .map(([name, value]) => [name, text(value)]),
  )
}
