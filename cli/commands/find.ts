import { RecadoError } from '@recado/client/recado-error'
import { Command } from 'commander'
import type { Io } from '../io.ts'
import { table } from '../output.ts'
import { short } from '../plain.ts'
import { openSession } from '../session.ts'

export function findCommand(io: Io): Command {
  return new Command('find')
    .description('find what has an id, a wamid, an Idempotency-Key or a phone')
    .argument('<name>')
    .action(async (name: string, _, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const { data } = await recado().GET('/find', { params: { query: { q: name } } })
      const rows = data.data.map(({ kind, id, title }) => [kind, id, short(title)])
      await out.show(data, () => (rows.length === 0 ? [] : table(['kind', 'id', 'title'], rows)))
      if (rows.length > 0) return
      throw new RecadoError('nothing of the account has that name', {
        status: 404,
        code: 'not_found',
        requestId: null,
      })
    })
}
