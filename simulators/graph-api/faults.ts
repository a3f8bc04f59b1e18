import type { FastifyReply } from 'fastify'
import { graphError } from './graph-error.ts'
import type { Json } from './json.ts'
import type { Simulator } from './simulator.ts'
import { isBsuid, withoutNinthDigit } from './whatsapp-user.ts'

/**
 * A fault of the next `count` sends, or of the next calls whose `METHOD /path` contains `call`. `accept` says whether
 * WhatsApp accepts the message nevertheless, so that its statuses come; the caller cannot know.
 */
export type Fault = { count: number; to?: string; call?: string } & (
  | { kind: 'error'; code: number; status?: number; details?: string; retry_after?: number }
  | { kind: 'http'; status: number; body?: unknown }
  | { kind: 'timeout' | 'reset'; accept: boolean }
  | { kind: 'slow'; ms: number }
  | { kind: 'failed_status'; code: number }
)

/**
 * Takes one use of a fault for this send; a fault with `to` applies to that recipient only. A phone is meant with and
 * without its ninth digit, because the product sends to the form that WhatsApp told it.
 */
export function takeFault(simulator: Pick<Simulator, 'faults'>, to: string): Fault | undefined {
  const recipient = recipientKey(to)
  return useUp(
    simulator,
    (each) =>
      each.call === undefined && (each.to === undefined || recipientKey(each.to) === recipient),
  )
}

function recipientKey(to: string): string {
  return isBsuid(to) ? to : withoutNinthDigit(to.replace(/\D/g, ''))
}

/** Takes one use of a fault for a call that sends nothing; `call` is its method and path. */
export function takeCallFault(
  simulator: Pick<Simulator, 'faults'>,
  call: string,
): Fault | undefined {
  return useUp(simulator, (each) => each.call !== undefined && call.includes(each.call))
}

function useUp(
  simulator: Pick<Simulator, 'faults'>,
  fits: (fault: Fault) => boolean,
): Fault | undefined {
  const fault = simulator.faults.find(fits)
  if (!fault) return undefined
  fault.count -= 1
  if (fault.count <= 0) simulator.faults.splice(simulator.faults.indexOf(fault), 1)
  return fault
}

/** The error answer of a fault that answers with one. */
export function answerOfFault(fault: Fault): { status: number; body: unknown } | undefined {
  if (fault.kind === 'error') {
    return graphError(fault.code, fault.details ?? 'injected error', fault.status)
  }
  if (fault.kind === 'http') return { status: fault.status, body: fault.body ?? '' }
  return undefined
}

/** Never answers the caller, or resets the connection. */
export function leaveUnanswered(reply: FastifyReply, kind: 'timeout' | 'reset'): void {
  reply.hijack()
  if (kind === 'reset') reply.raw.socket?.resetAndDestroy()
}

/** Reads a fault from a control request. @returns the fault, or as text why it is invalid */
export function readFault(body: Json): Fault | string {
  const { kind, code, status, ms } = body
  const fault = { accept: false, ...body, count: Number(body.count ?? 1) } as Fault
  if (!Number.isInteger(fault.count) || fault.count < 1) return 'count must be 1 or more'
  if ((kind === 'error' || kind === 'failed_status') && typeof code !== 'number') {
    return `${kind} needs a numeric code`
  }
  if (kind === 'http' && typeof status !== 'number') return 'http needs a numeric status'
  if (kind === 'slow' && typeof ms !== 'number') return 'slow needs a number of ms'
  const kinds = ['error', 'http', 'timeout', 'reset', 'slow', 'failed_status']
  return kinds.includes(String(kind)) ? fault : `kind must be one of ${kinds.join(', ')}`
}
