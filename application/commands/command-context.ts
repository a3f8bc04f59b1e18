import type { Fact } from '@recado/domain/decision'
import { FACT_UPCASTING } from '@recado/domain/upcasters'
import type { Actor, FactMetadata, NewEvent } from '@recado/infra/event-store/event-store'
import type { Traceparent } from '@recado/infra/tracing/traceparent'
import { derivedFromPerson } from '../analytics/derived-fields.ts'

/** Who gives a command, for which account, and the sources of time and ids. */
export type CommandContext = {
  readonly account_id: string | null
  readonly actor: Actor
  /** The request or raw provider event that began the chain. */
  readonly correlation_id: string
  readonly causation_id: string
  readonly request_id: string | null
  readonly now: () => Date
  readonly newId: () => string
  /** The id of the nth fact (from 0); set where a repeat must produce the same ids, as in intake. */
  readonly eventId?: (index: number) => string
  /** When the provider said what leads to the facts, by its clock, ISO 8601; intake sets it. */
  readonly said_at?: string
  /** Of a copied event, from its first log. */
  readonly log_id?: number
  /** Set by intake only. */
  readonly translation_version?: number
  /** No webhook reports the facts; set by replays only. */
  readonly quiet?: true
  /** The facts are about a person that was erased: nothing of what they say of it is stored. Set by intake only. */
  readonly erased?: true
  readonly traceparent?: Traceparent | undefined
}

/** The fields that link log lines of one request, raw event or background job. */
export type Chain = Pick<CommandContext, 'account_id' | 'correlation_id' | 'request_id'>

/** The chain of a context, without its other fields. */
export function chainOf({ account_id, correlation_id, request_id }: Chain): Chain {
  return { account_id, correlation_id, request_id }
}

/** Adds ids and metadata to facts. A retried append must reuse the result: another call draws new ids. */
export function newEvents<E extends Fact>(
  facts: readonly E[],
  context: CommandContext,
): readonly NewEvent<E>[] {
  const metadata = commonMetadata(context)
  // Call newId without arguments: randomUUID would take the index for its options.
  return facts.map((fact, index) => ({
    ...fact,
    id: context.eventId ? context.eventId(index) : context.newId(),
    metadata: {
      ...withDerived(metadata, fact),
      schema_version: FACT_UPCASTING.versionOf(fact.type),
      ...(index < facts.length - 1 && { more_follows: true as const }),
    },
  }))
}

/** Few facts have any, and spreading an absent one costs as much as a present one. */
function withDerived<Metadata extends object>(metadata: Metadata, fact: Fact): Metadata {
  const derived = derivedFromPerson(fact)
  return derived === null ? metadata : { ...metadata, derived }
}

/** The metadata of one fact of a type, in its present version. */
export function factMetadata(context: CommandContext, type: string): FactMetadata {
  return { ...commonMetadata(context), schema_version: FACT_UPCASTING.versionOf(type) }
}

function commonMetadata(context: CommandContext): Omit<FactMetadata, 'schema_version'> {
  const { log_id, translation_version, quiet, erased, traceparent } = context
  const common = {
    account_id: context.account_id,
    actor: context.actor,
    $correlationId: context.correlation_id,
    $causationId: context.causation_id,
    recorded_at: context.now().toISOString(),
    request_id: context.request_id,
  }
  // Most facts have none of these, and spreading absent fields costs as much as present ones.
  if ((log_id ?? translation_version ?? quiet ?? erased ?? traceparent) === undefined) return common
  return {
    ...common,
    ...(log_id === undefined ? {} : { log_id }),
    ...(translation_version === undefined ? {} : { translation_version }),
    ...(quiet && { quiet }),
    ...(erased && { erased }),
    ...(traceparent && { traceparent }),
  }
}
