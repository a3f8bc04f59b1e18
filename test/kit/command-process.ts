import { once } from 'node:events'
import type { Config } from '@recado/infra/config'
import type { ApiClient, Reply } from './api-client.ts'
import { environmentOf, startProcess } from './product-process.ts'

/** command-api as a separate process, beside the one inside the test. */
export type CommandProcess = {
  api(key: string): Pick<ApiClient, 'post' | 'patch'>
  stop(): Promise<void>
}

/** Starts command-api over the servers of a product. */
export async function startCommandProcess(config: Config): Promise<CommandProcess> {
  const { child, port } = await startProcess('command-api', environmentOf(config))
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
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
