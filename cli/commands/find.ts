import { RecadoError } from '@recado/client'
import { Command } from 'commander'
import type { Io } from '../io.ts'
import { table } from '../output.ts'
import { short } from '../plain.ts'
import { openSession } from '../session.ts'

export function findCommand(io: Io): Command {
  return new Command('find')
    .description(
      'find people by name, messages by their words, and anything by an id, a key or a phone',
    )
    .argument('<words...>')
    .action(async (words: string[], _, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const { data } = await recado().GET('/find', { params: { query: { q: words.join(' ') } } })
      const rows = data.data.map(({ kind, id, title, contact_name, created_at }) => [
        ...[kind, id, short(title), short(contact_name ?? ''), created_at ?? ''],
      ])
      const columns = ['kind', 'id', 'title', 'person', 'at']
      await out.show(data, () => (rows.length === 0 ? [] : table(columns, rows)))
      if (rows.length > 0) return
      throw new RecadoError(`nothing found for "${words.join(' ')}"`, {
        status: 404,
        code: 'not_found',
        requestId: null,
      })
    })
}
