import { Command } from 'commander'
import { eventLine } from '../event-line.ts'
import { followFrom } from '../follow.ts'
import type { Io } from '../io.ts'
import { openSession } from '../session.ts'
import { parseCount, parseTime } from '../when.ts'

export function eventsCommand(io: Io): Command {
  return new Command('events')
    .description('the events that webhooks receive')
    .addCommand(list(io))
    .addCommand(tail(io))
}

type Filters = {
  readonly connection?: string
  readonly events?: string
  readonly since?: string
}
type ListOptions = Filters & { readonly after?: string; readonly limit: number }
type TailOptions = Filters & { readonly from?: string; readonly exitAfter?: number }

function withFilters(command: Command): Command {
  return command
    .option('--connection <id or number>')
    .option('--events <a,b>', 'all structured events by default')
    .option('--since <when>', 'such as 10m, 2h or a time')
}

function list(io: Io): Command {
  return withFilters(new Command('list').description('list them, oldest first'))
    .option('--after <cursor>', 'only events after this cursor')
    .option('--limit <n>', 'at most 200', parseCount, 50)
    .action(async (options: ListOptions, command: Command) => {
      const { connection, events, since, after, limit } = options
      const { out, recado } = await openSession(io, command)
      const query = {
        limit,
        ...(connection === undefined ? {} : { connection_id: connection }),
        ...(events === undefined ? {} : { events }),
        ...(since === undefined ? {} : { since: parseTime(since) }),
        ...(after === undefined ? {} : { after }),
      }
      const { data } = await recado().GET('/events', { params: { query } })
      await out.show(data, () => data.data.map(eventLine))
      if (data.has_more) out.tell(`more events: --after ${data.next_cursor}`)
    })
}

function tail(io: Io): Command {
  return withFilters(new Command('tail').description('follow them as they happen'))
    .option('--from <cursor>', 'only events after this cursor')
    .option('--exit-after <n>', 'exit after this many events', parseCount)
    .action(async (options: TailOptions, command: Command) => {
      const session = await openSession(io, command)
      await followFrom(session, options, {
        ready: (cursor) => `ready cursor=${cursor}`,
        take: ({ event }) => session.out.next(event, () => eventLine(event)),
      })
    })
}
