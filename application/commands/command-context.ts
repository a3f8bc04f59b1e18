import type { Fact } from '@recado/domain/decision'
import { FACTS } from '@recado/domain/upcasters'
import type { Actor, FactMetadata, NewEvent } from '@recado/infra/event-store/event-store'
import type { Traceparent } from '@recado/infra/tracing/traceparent'

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
  /** Where in a trace all this happens. */
  readonly traceparent?: Traceparent | undefined
}

/** What the lines of a log name that tell of the same request, raw event or work of a part. */
export type Chain = Pick<CommandContext, 'account_id' | 'correlation_id' | 'request_id'>

/** What a line of a log names of the chain that it tells of. */
export function chainOf({ account_id, correlation_id, request_id }: Chain): Chain {
  return { account_id, correlation_id, request_id }
}

/** Makes facts ready for the log, with new ids. A retried append must reuse what this returned. */
export function newEvents<E extends Fact>(
  facts: readonly E[],
  context: CommandContext,
): readonly NewEvent<E>[] {
  const metadata = commonMetadata(context)
  // newId gets no argument: randomUUID would take the index for its options.
  return facts.map((fact, index) => ({
    ...fact,
    id: context.eventId ? context.eventId(index) : context.newId(),
    metadata:
      index < facts.length - 1
        ? { ...metadata, schema_version: FACTS.versionOf(fact.type), more_follows: true as const }
        : { ...metadata, schema_version: FACTS.versionOf(fact.type) },
  }))
}

/** What stands beside a fact that is journalled. */
export function factMetadata(context: CommandContext, type: string): FactMetadata {
  return { ...commonMetadata(context), schema_version: FACTS.versionOf(type) }
}

/** What stands beside every fact of one decision. */
function commonMetadata(context: CommandContext): Omit<FactMetadata, 'schema_version'> {
  const { log_id, translation_version, quiet, traceparent } = context
  const common = {
    account_id: context.account_id,
    actor: context.actor,
    $correlationId: context.correlation_id,
    $causationId: context.causation_id,
    recorded_at: context.now().toISOString(),
    request_id: context.request_id,
  }
  // Most facts have none of these, and to spread what is not there costs as much as what is.
  if ((log_id ?? translation_version ?? quiet ?? traceparent) === undefined) return common
  return {
    ...common,
    ...(log_id === undefined ? {} : { log_id }),
    ...(translation_version === undefined ? {} : { translation_version }),
    ...(quiet && { quiet }),
    ...(traceparent && { traceparent }),
  }
}
