import { type components, type Recado, RecadoError } from '@recado/client'
import { Command } from 'commander'
import type { Io } from '../io.ts'
import { short } from '../plain.ts'
import { openSession } from '../session.ts'
import { answerOf, whyText } from '../why.ts'

type Trace = components['schemas']['MessageTrace']
type Step = Trace['steps'][number]

export function traceCommand(io: Io): Command {
  return new Command('trace')
    .description('show everything that happened to a message, and the reason for its state')
    .argument('<ref>', 'its id, log id, wamid or Idempotency-Key, or the id of one of its events')
    .action(async (ref: string, _, command: Command) => {
      const { out, recado: open } = await openSession(io, command)
      const trace = await findTrace(open(), ref)
      await out.show({ data: trace }, () => linesOf(trace))
    })
}

async function findTrace(recado: Recado, ref: string): Promise<Trace> {
  const direct = await fetchTrace(recado, ref)
  if (direct !== null) return direct
  const { data } = await recado.GET('/find', { params: { query: { q: ref } } })
  const message = data.data.find(({ kind, by }) => kind === 'message' && by === 'id')
  const found = message && (await fetchTrace(recado, message.id))
  if (found) return found
  throw new RecadoError(`no message matches "${ref}"`, {
    status: 404,
    code: 'not_found',
    requestId: null,
  })
}

async function fetchTrace(recado: Recado, id: string): Promise<Trace | null> {
  try {
    return (await recado.GET('/trace/messages/{id}', { params: { path: { id } } })).data.data
  } catch (error) {
    if (error instanceof RecadoError && error.status === 404) return null
    throw error
  }
}

function linesOf({ subject, why, steps, is_cut }: Trace): string[] {
  const { id, direction, type, text, status } = subject
  return [
    `${direction} ${type} ${id}  ${status}`,
    ...(text === '' ? [] : [`  “${short(text, 80)}”`]),
    ...(why === null ? [] : [`  why: ${whyText(why)}`]),
    ...steps.map(
      (step, at) => `${at === steps.length - 1 && !is_cut ? '└─' : '├─'} ${lineOf(step)}`,
    ),
    ...(is_cut ? ['└─ …  more steps are not shown'] : []),
  ]
}

const LANES: Readonly<Record<Step['lane'], string>> = {
  you: 'you',
  recado: 'Recado',
  whatsapp: 'WhatsApp',
  your_webhook: 'your webhook',
}

function lineOf(step: Step): string {
  const state = step.state === null ? '' : `  → ${step.state}`
  // The provider's clock is named where it is shown; this column is ours.
  const at = step.kind === 'status' ? step.recorded_at : step.at
  return `${at}  ${LANES[step.lane].padEnd(12)}  ${short(describeStep(step), 160)}${state}`
}

function describeStep(step: Step): string {
  switch (step.kind) {
    case 'request':
      return `requested by ${step.actor.name ?? step.actor.type}, request ${step.request_id ?? 'unknown'}, key ${step.idempotency_key ?? 'none'}`
    case 'fact':
      return `${step.type}  ${step.stream} #${step.revision}`
    case 'provider_call':
      return `call ${step.attempt} ${step.outcome}${step.took_ms === null ? '' : ` in ${step.took_ms} ms`}`
    case 'status':
      return `reported ${step.type} at ${step.at} (the provider's clock)${errorsOf(step.data)}`
    case 'delivery':
      return `${step.event} for ${step.target_url}, ${step.status}`
    case 'attempt':
      return `POST ${step.attempt} of ${step.event}, ${step.outcome} in ${step.took_ms} ms: ${answerOf(step)}`
  }
}

function errorsOf(data: Readonly<Record<string, unknown>>): string {
  const { errors, error } = data
  const found = Array.isArray(errors) && errors.length === 0 ? null : (errors ?? error ?? null)
  return found === null ? '' : ` ${JSON.stringify(found)}`
}
