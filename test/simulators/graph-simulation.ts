import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import type { GraphSimulatorOptions } from '@recado/simulators/graph-api/simulator'
import type { Test } from 'tap'

/** The app secret of every simulation here. */
export const appSecret = 'app-secret-example'

/** A simulated Graph API, and a hook that records its POSTs, both on loopback until the test ends. */
export async function simulation(t: Test, options: Partial<GraphSimulatorOptions> = {}) {
  const hook = await listeningHook(t)
  const behaviour = { status_delay_ms: 5, ...options.behaviour }
  const app = buildGraphSimulator({ appSecret, hookUrl: hook.url, ...options, behaviour })
  t.teardown(() => app.close())
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const api = (path: string, init: RequestInit = {}, token = 'token') =>
    fetch(base + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } })
  return {
    base,
    hook,
    api,
    async send(message: object, token?: string) {
      const init = { method: 'POST', body: JSON.stringify(message), headers: json }
      return answerOf(await api('/v25.0/106/messages', init, token))
    },
    async control(method: string, path: string, body?: object) {
      const init = body ? { method, body: JSON.stringify(body), headers: json } : { method }
      return (await answerOf(await fetch(`${base}/_sim${path}`, init))).body
    },
  }
}

const json = { 'content-type': 'application/json' }

/** Status and parsed body; an empty body is null. */
export async function answerOf(response: Response) {
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text) }
}

async function listeningHook(t: Test) {
  const posts: { body: string; signature: string }[] = []
  const answers: number[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    posts.push({ body, signature: String(request.headers['x-hub-signature-256']) })
    response.writeHead(answers.shift() ?? 200).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const values = () =>
    posts.flatMap(({ body }) =>
      JSON.parse(body).entry.flatMap((entry: { changes: { value: object }[] }) =>
        entry.changes.map(({ value }) => value),
      ),
    )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    posts,
    /** HTTP statuses of the next responses; then 200. */
    answers,
    values,
    statuses: (): Status[] => values().flatMap((value) => value.statuses ?? []),
  }
}

/** A status as the hook received it. */
export type Status = { id: string; status: string; [field: string]: unknown }
