import { briefFact } from '@recado/application/facts/shown-fact'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

export function factFrame(fact: RecordedEvent): string {
  return `id: ${fact.position}\nevent: fact\ndata: ${JSON.stringify(briefFact(fact))}\n\n`
}

/** Tells the client that facts after `from` up to `to` are left out. */
export function gapFrame(from: bigint, to: bigint): string {
  return `id: ${to}\nevent: gap\ndata: ${JSON.stringify({ from: String(from), to: String(to) })}\n\n`
}
