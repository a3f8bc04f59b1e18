import type { components } from '@recado/client'
import { Command } from 'commander'
import { chosenConnection } from '../connection.ts'
import type { Io } from '../io.ts'
import { table } from '../output.ts'
import { openSession } from '../session.ts'
import { parseTime } from '../when.ts'

type Webhook = components['schemas']['Webhook']

export function webhooksCommand(io: Io): Command {
  return new Command('webhooks')
    .description('manage webhooks, the URLs that receive events')
    .addCommand(get(io))
    .addCommand(setCommand(io))
    .addCommand(off(io))
    .addCommand(test(io))
    .addCommand(recover(io))
}

const NUMBER = ['--connection <id or number>', 'by default the only connected one'] as const

function get(io: Io): Command {
  return new Command('get')
    .description('show them; --json has their secrets')
    .action(async (_, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const { data } = await recado().GET('/webhooks')
      await out.show(data, () =>
        table(['connection', 'active', 'events', 'url'], data.data.map(rowOf)),
      )
    })
}

function rowOf({ connection_id, active, events, url }: Webhook): string[] {
  return [connection_id, active ? 'yes' : 'no', events.join(',') || 'all', url]
}

type Named = { readonly connection?: string }

function setCommand(io: Io): Command {
  return new Command('set')
    .description("set the address for a connection's events, and show the secret that signs them")
    .argument('<url>')
    .option(...NUMBER)
    .option('--events <a,b>', 'all structured events by default')
    .action(async (url: string, options: Named & { events?: string }, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const recado = open()
      const { id: connection_id } = await chosenConnection(recado, options.connection)
      const { data } = await recado.PUT('/webhooks', {
        body: { connection_id, url, events: options.events?.split(',') ?? [] },
      })
      await out.show(data, () => [`${data.data.url}  ${data.data.secret ?? ''}`])
    })
}

function off(io: Io): Command {
  return new Command('off')
    .description('pause the deliveries of a connection; pending deliveries wait')
    .option(...NUMBER)
    .action(async (options: Named, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const recado = open()
      const { id: connection_id } = await chosenConnection(recado, options.connection)
      const { data } = await recado.DELETE('/webhooks', { params: { query: { connection_id } } })
      await out.show(data, () => ['paused'])
    })
}

function test(io: Io): Command {
  return new Command('test')
    .description('send a signed sample event')
    .argument('[event]', 'its name', 'whatsapp.message.received')
    .option(...NUMBER)
    .action(async (event: string, options: Named, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const recado = open()
      const { id: connection_id } = await chosenConnection(recado, options.connection)
      const { data } = await recado.POST('/webhooks/test', { body: { connection_id, event } })
      await out.show(data, () => [`${data.data.id}  ${data.data.target_url}`])
      out.tell(`see its outcome: recado deliveries show ${data.data.id}`)
    })
}

function recover(io: Io): Command {
  return new Command('recover')
    .description('deliver the undelivered events since a time')
    .requiredOption('--since <when>', 'such as 10m, 2h or a time')
    .option(...NUMBER)
    .action(async (options: Named & { since: string }, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const recado = open()
      const since = parseTime(options.since)
      const { id: connection_id } = await chosenConnection(recado, options.connection)
      const { data } = await recado.POST('/webhooks/recover', { body: { connection_id, since } })
      await out.show(data, () => [`${data.data.id}  ${data.data.status}`])
    })
}
