import { Uuid } from '@recado/contract/ids'
import { OperatorConnection } from '@recado/contract/operator-connection'
import { partOfList, wholeListQuery } from '@recado/contract/page'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { hooksOf, shownConnection } from '../accounts/shown-connection.ts'
import type { CommandDeps } from '../deps.ts'
import { operatorRoute } from '../routing/route.ts'
import { accountExists, noSuchAccount } from './account-exists.ts'

export const listConnectionsRoute = operatorRoute({
  method: 'GET',
  url: '/accounts/:id/connections',
  summary: "List an account's connections in order of registration",
  params: z.object({ id: Uuid }),
  query: z.object(wholeListQuery()),
  problems: [404],
  reply: { 200: z.object({ data: z.array(OperatorConnection) }) },
  async handle({ params, query, request }, deps) {
    if (!(await accountExists(deps, params.id))) return noSuchAccount()
    const data: OperatorConnection[] = []
    for (const entry of partOfList([...deps.registry.connectionsOf(params.id)], query))
      data.push(await readConnection(deps, request, entry))
    return { status: 200, body: { data }, position: null }
  },
})

async function readConnection(
  deps: CommandDeps,
  request: FastifyRequest,
  entry: ConnectionEntry,
): Promise<OperatorConnection> {
  const [hook = null] = await hooksOf(deps, entry)
  return shownConnection(deps, request, { ...entry, hook })
}
