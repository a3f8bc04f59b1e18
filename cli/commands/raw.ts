import { Command } from 'commander'
import type { Io } from '../io.ts'
import { table } from '../output.ts'
import { openSession } from '../session.ts'
import { parseCount } from '../when.ts'

type Options = {
  readonly connection?: string
  readonly event?: string
  readonly limit: number
}

export function rawCommand(io: Io): Command {
  const list = new Command('list')
    .description('list them, newest first; --json has their payloads')
    .option('--connection <id or number>')
    .option('--event <name>', "the provider's name, such as messages")
    .option('--limit <n>', 'at most 200', parseCount, 20)
    .action(async ({ connection, event, limit }: Options, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const query = {
        limit,
        ...(connection === undefined ? {} : { connection_id: connection }),
        ...(event === undefined ? {} : { event }),
      }
      const { data } = await recado().GET('/webhook-events', { params: { query } })
      await out.show(data, () =>
        table(
          ['id', 'time', 'source', 'event', 'connection'],
          data.data.map((one) => [
            ...[String(one.id), one.created_at, one.source, one.event, one.connection_id ?? ''],
          ]),
        ),
      )
    })
  return new Command('raw').description('raw events, as providers sent them').addCommand(list)
}
