import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import type { CommandContext } from '@recado/application/commands/command-context'
import { commandContext } from '@recado/command-api/routing/request-context'
import { createLogger } from '@recado/infra/logger'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { routeOf, smallApp } from '../../infra/http/small-app.ts'
import { keyOwner } from '../../kit/known-registry.ts'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { testDatabase } from '../../kit/postgres.ts'

test('log lines name a request as its client does, and its chain as the log does', async (t) => {
  const database = await testDatabase('request_context')
  const pool = openPool(database.url)
  const lines: Record<string, unknown>[] = []
  const write = (chunk: unknown, _: unknown, done: () => void) => {
    lines.push(JSON.parse(String(chunk)))
    done()
  }
  const caller = keyOwner()
  const contexts: CommandContext[] = []
  const app = await smallApp({
    keyOwners: [caller],
    pool,
    server: { log: createLogger('test', 'info', new Writable({ write })) },
    routes: [
      routeOf({
        url: '/fails',
        handle: async (input) => {
          const clock = { now: () => new Date(), newId: () => randomUUID() }
          contexts.push(commandContext(input, { ...clock, personIds: PERSON_IDS }))
          throw new TypeError('a fault')
        },
      }),
    ],
  })
  t.teardown(async () => {
    await app.close()
    await pool.end()
    await database.drop()
  })
  const headers = { ...caller.headers, 'x-request-id': 'order-of-ana' }
  await app.inject({ url: '/api/v1/fails', headers })
  const [context] = contexts
  t.match(context?.request_id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  t.equal(context?.causation_id, context?.request_id)
  t.match(lines, [
    {
      request_id: 'order-of-ana',
      correlation_id: context?.correlation_id,
      account_id: caller.account.id,
    },
  ])
})
