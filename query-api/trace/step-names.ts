import type { StepNames } from '@recado/application/trace/message-steps'
import type { MessageFact } from '@recado/application/trace/state-after'
import { isUuid } from '@recado/infra/is-uuid'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

type Named = { readonly id: string; readonly name: string | null }
type Numbered = { readonly id: string; readonly log_id: number }

/** The names of the facts' actors, and the integer ids of the raw events behind them. */
export async function stepNames(
  facts: readonly MessageFact[],
  accountId: string,
  run: Run,
): Promise<StepNames> {
  const actors = new Set(facts.map(({ metadata }) => metadata.actor.id).filter(isUuid))
  const raw = new Set(
    facts.flatMap(({ data }) => ('raw_event_id' in data ? [data.raw_event_id] : [])),
  )
  const names = await run<Named>(sql`
    select id, name from api_keys where id = any(${[...actors]}::uuid[]) and account_id = ${accountId}
    union all
    select id, name from users where id = any(${[...actors]}::uuid[]) and account_id = ${accountId}`)
  const numbers = await run<Numbered>(sql`
    select id, log_id from raw_events where id = any(${[...raw]}::uuid[]) and account_id = ${accountId}`)
  const byActor = new Map(names.map(({ id, name }) => [id, name]))
  const byRaw = new Map(numbers.map(({ id, log_id }) => [id, log_id]))
  return {
    actorName: ({ id }) => byActor.get(id) ?? null,
    rawEvent: (id) => byRaw.get(id) ?? null,
  }
}
