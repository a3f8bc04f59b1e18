import { ListedConnection } from '@recado/contract/connection'
import { page, pageQuery } from '@recado/contract/page'
import { z } from 'zod'
import { countedPage } from '../paging/list-page.ts'
import { queryRoute } from '../routing/query-route.ts'
import { connectionList } from './connection-source.ts'

export const listConnections = queryRoute({
  operationId: 'listConnections',
  url: '/connections',
  summary: 'List connections in order of registration',
  query: z.object(pageQuery()),
  reply: page(ListedConnection),
  answer: ({ account, query }, run) => countedPage(connectionList, account.id, query, run),
})
