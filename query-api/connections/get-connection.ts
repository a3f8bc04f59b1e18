import { ListedConnection } from '@recado/contract/connection'
import { ConnectionId } from '@recado/contract/ids'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { documentOf, rowsOf } from '../paging/list-source.ts'
import { queryRoute } from '../routing/query-route.ts'
import { connectionList } from './connection-source.ts'

export const getConnection = queryRoute({
  operationId: 'getConnection',
  url: '/connections/:id',
  summary: 'Get a connection and what it can do',
  params: z.object({ id: ConnectionId }),
  problems: [404],
  reply: z.object({ data: ListedConnection }),
  answer: async ({ account, params }, run) => {
    const [row] = await run<{ doc: string }>(sql`
      select ${documentOf(connectionList)} as doc from ${rowsOf(connectionList)}
      where id = ${params.id} and ${belongsTo(account.id)}`)
    return row === undefined ? null : { raw: `{"data":${row.doc}}` }
  },
})
