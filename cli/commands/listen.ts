import { Command } from 'commander'
import { chosenConnection } from '../connection.ts'
import { eventLine } from '../event-line.ts'
import { followFrom } from '../follow.ts'
import { forward, type PostResult } from '../forward.ts'
import { type Io, UsageError } from '../io.ts'
import { openSession } from '../session.ts'
import { openStoredCursor } from '../stored-cursor.ts'
import { openSecrets } from '../webhook-secrets.ts'
import { parseCount } from '../when.ts'

type Options = {
  readonly forwardTo?: string
  readonly connection?: string
  readonly events?: string
  readonly since?: string
  readonly from?: string
  readonly resume?: boolean
  readonly printResponse?: boolean
  readonly exitAfter?: number
}

export function listenCommand(io: Io): Command {
  return new Command('listen')
    .description(
      'follow events, redeliveries too, and POST each to a program here, signed as a webhook',
    )
    .option(
      '--forward-to <url>',
      'such as http://127.0.0.1:3000/hook; without it events are only shown',
    )
    .option('--connection <id or number>', 'all by default')
    .option('--events <a,b>', 'all structured events by default')
    .option('--since <when>', 'begin with the events since 10m, 2h or a time')
    .option('--from <cursor>', 'begin after this cursor')
    .option('--resume', 'continue where this command last stopped')
    .option('--print-response', 'show the body of each answer')
    .option('--exit-after <n>', 'exit after this many events', parseCount)
    .action((options: Options, command: Command) => listen(io, options, command))
}

async function listen(io: Io, options: Options, command: Command): Promise<void> {
  const { forwardTo, printResponse = false } = options
  if (forwardTo !== undefined && !/^https?:\/\//.test(forwardTo))
    throw new UsageError('--forward-to is an http or https URL')
  const session = await openSession(io, command)
  const { out, profile } = session
  const recado = session.recado()
  const connection = options.connection && (await chosenConnection(recado, options.connection)).id
  const secrets = await openSecrets(recado, connection)
  const kept = openStoredCursor(io.env, [
    profile.baseUrl,
    profile.apiKey,
    connection,
    options.events,
    forwardTo,
  ])
  const from = options.from ?? (options.resume ? await kept.read() : undefined)
  await followFrom(
    session,
    { ...options, connection, from },
    {
      ready: (cursor) =>
        `ready connection=${connection ?? 'all'} secret=${secrets.told} cursor=${cursor}`,
      async take({ event, text, cursor }) {
        if (forwardTo === undefined) {
          await out.next(event, () => eventLine(event))
          return kept.write(cursor)
        }
        const { id, type, connection_id } = event
        const answered = await forward(forwardTo, { id, type, text }, secrets.of(connection_id))
        // A command that is killed after this does not post the event again on --resume.
        await kept.write(cursor)
        await out.next({ cursor, event: type, id, ...answered }, () =>
          lineOf(eventLine(event), answered),
        )
        if (printResponse && answered.answer !== '') out.tell(answered.answer)
      },
    },
  )
}

function lineOf(event: string, { status, error, took_ms }: PostResult): string {
  return `${event}  ${status ?? `failed: ${error}`}  ${took_ms} ms`
}
