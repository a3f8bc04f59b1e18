import type { Fact } from '@recado/domain/decision'
import type { Actor, FactMetadata, NewEvent } from '@recado/infra/event-store/event-store'

/** Raised when the shape of facts changes; upcasters bring older ones up to it. */
const SCHEMA_VERSION = 1

/** Who asks, on whose behalf, and where time and ids come from. */
export type CommandContext = {
  readonly account_id: string | null
  readonly actor: Actor
  /** The request or raw provider event that began the chain. */
  readonly correlation_id: string
  /** The request or event that causes these facts directly. */
  readonly causation_id: string
  readonly request_id: string | null
  readonly now: () => Date
  /** A new random uuid. */
  readonly newId: () => string
  /** Gives the id of the nth fact (from 0) when a repeat must name the same ones, as intake does. */
  readonly eventId?: (index: number) => string
  /** The integer id that a copied event brings along from its first log. */
  readonly log_id?: number
  /** The version of the translation that read the raw event; intake's alone. */
  readonly translation_version?: number
  /** No webhook tells of the facts; a replay's alone. */
  readonly quiet?: true
}

/** Makes facts ready for the log, with new ids. A retried append must reuse what this returned. */
export function newEvents<E extends Fact>(
  facts: readonly E[],
  context: CommandContext,
): readonly NewEvent<E>[] {
  const metadata = factMetadata(context)
  // newId gets no argument: randomUUID would take the index for its options.
  return facts.map((fact, index) => ({
    ...fact,
    id: context.eventId ? context.eventId(index) : context.newId(),
    metadata: index < facts.length - 1 ? { ...metadata, more_follows: true } : metadata,
  }))
}

/** What stands beside every fact of one decision. */
export function factMetadata(context: CommandContext): FactMetadata {
  return {
    account_id: context.account_id,
    actor: context.actor,
    $correlationId: context.correlation_id,
    $causationId: context.causation_id,
    recorded_at: context.now().toISOString(),
    schema_version: SCHEMA_VERSION,
    request_id: context.request_id,
    ...(context.log_id === undefined ? {} : { log_id: context.log_id }),
    ...(context.translation_version === undefined
      ? {}
      : { translation_version: context.translation_version }),
    ...(context.quiet && { quiet: context.quiet }),
  }
}
