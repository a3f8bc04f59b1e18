import type { components } from '@recado/client'
import { Command } from 'commander'
import { forward } from '../forward.ts'
import { type Io, UsageError } from '../io.ts'
import { table } from '../output.ts'
import { short } from '../plain.ts'
import { openSession } from '../session.ts'
import { secretOf } from '../webhook-secrets.ts'
import { parseCount, parseTime } from '../when.ts'
import { answerOf, whyText } from '../why.ts'

type Detail = components['schemas']['WebhookDeliveryDetail']
type Status = Detail['status']

const STATUSES: readonly Status[] = ['pending', 'delivered', 'failed', 'dead']

export function deliveriesCommand(io: Io): Command {
  return new Command('deliveries')
    .description('deliveries to webhooks, sent and pending')
    .addCommand(list(io))
    .addCommand(show(io))
    .addCommand(redeliver(io))
}

type ListOptions = {
  readonly connection?: string
  readonly status?: Status
  readonly event?: string
  readonly since?: string
  readonly limit: number
}

function list(io: Io): Command {
  return new Command('list')
    .description('list them, newest first')
    .option('--connection <id or number>')
    .option('--status <status>', STATUSES.join(', '), statusOf)
    .option('--event <name>')
    .option('--since <when>', 'such as 10m, 2h or a time')
    .option('--limit <n>', 'at most 200', parseCount, 20)
    .action(async ({ connection, status, event, since, limit }: ListOptions, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const query = {
        limit,
        ...(connection === undefined ? {} : { connection_id: connection }),
        ...(status === undefined ? {} : { status }),
        ...(event === undefined ? {} : { event }),
        ...(since === undefined ? {} : { since: parseTime(since) }),
      }
      const { data } = await recado().GET('/webhooks/deliveries', { params: { query } })
      await out.show(data, () =>
        table(
          ['id', 'time', 'event', 'person', 'status', 'attempts', 'answer'],
          data.data.map((one) => [
            ...[
              one.id,
              one.created_at,
              one.event,
              short(one.contact?.name ?? one.contact?.phone ?? ''),
            ],
            ...[one.status, String(one.attempts), String(one.last_status ?? one.last_error ?? '')],
          ]),
        ),
      )
    })
}

function show(io: Io): Command {
  return new Command('show')
    .description('show one with all attempts and the signed request')
    .argument('<id>')
    .action(async (id: string, _, command: Command) => {
      const { out, recado } = await openSession(io, command)
      const { data } = await recado().GET('/webhooks/deliveries/{id}', { params: { path: { id } } })
      await out.show(data, () => linesOf(data.data))
    })
}

function linesOf(delivery: Detail): string[] {
  const { event, status, target_url, event_id, why, attempt_log, request } = delivery
  return [
    `${event} ${event_id}  ${status}  ${target_url}`,
    ...(why === null ? [] : [`  why: ${whyText(why)}`]),
    ...attempt_log.map((one) => `  ${lineOf(one)}`),
    ...Object.entries(request.headers).map(([name, value]) => `  ${name}: ${value}`),
    request.body,
  ]
}

function lineOf(one: Detail['attempt_log'][number]): string {
  const next = one.next_at === null ? '' : `  next ${one.next_at}`
  return `${one.attempt}. ${one.at}  ${answerOf(one)}  ${one.outcome}  ${one.took_ms} ms${next}`
}

function redeliver(io: Io): Command {
  return new Command('redeliver')
    .description('deliver the event of a delivery again, to the webhook or to a URL of yours')
    .argument('<id>')
    .option(
      '--to <url>',
      'POST it to this URL from this machine, newly signed, and show the answer',
    )
    .action(async (id: string, { to }: { to?: string }, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const recado = open()
      const params = { path: { id } }
      if (to === undefined) {
        const { data } = await recado.POST('/webhooks/deliveries/{id}/redeliver', { params })
        return out.show(data, () => [`${data.data.id}  ${data.data.status}`])
      }
      const { data } = await recado.GET('/webhooks/deliveries/{id}', { params })
      const { event, event_id, connection_id, request } = data.data
      const secret = await secretOf(recado, connection_id)
      const answered = await forward(to, { id: event_id, type: event, text: request.body }, secret)
      await out.show(answered, () => [
        `${answered.status ?? answered.error ?? ''}  ${answered.took_ms} ms`,
      ])
    })
}

function statusOf(text: string): Status {
  const status = STATUSES.find((one) => one === text)
  if (status === undefined) throw new UsageError(`--status is one of ${STATUSES.join(', ')}`)
  return status
}
