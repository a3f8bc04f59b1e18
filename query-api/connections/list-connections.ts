import { connectionsOfAccount } from '@recado/application/read-models/lists/connections'
import { Connection } from '@recado/contract/connection'
import { page, pageQuery } from '@recado/contract/page'
import { z } from 'zod'
import { countedPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const source: ListSource = { ...connectionsOfAccount, doc: 't.doc' }

export const listConnections = queryRoute({
  operationId: 'listConnections',
  url: '/connections',
  summary: 'List connections in order of registration',
  query: z.object(pageQuery()),
  reply: page(Connection),
  answer: ({ account, query }, run) => countedPage(source, account.id, query, run),
})
