import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { AttributionFact } from './attribution-facts.ts'

/** A sale without a conversation whose notice had the buyer's phone. */
export type WaitingSale = { readonly id: string }

export type Attribution = {
  readonly id: string
  readonly account_id: string
  readonly conversation_id: string
  readonly contact_id: string
}

const WAITING = raw(
  's.id from sales s where s.conversation_id is null and s.phone_claim is not null',
)

/**
 * Knows whether any sale waits, so that the many facts about people and conversations that concern none cost no
 * statement. Only a recorded sale begins to wait; its fact comes in the same order as these.
 */
export async function watchWaiting(run: Run) {
  const doesAnyWait = async () => {
    const [row] = await run<{ waits: boolean }>(sql`select exists (select ${WAITING}) as waits`)
    return row?.waits === true
  }
  let waits = await doesAnyWait()
  return {
    areConcernedBy(facts: AttributionFact): facts is AttributionFact & { position: bigint } {
      return facts.position !== null && (waits || facts.sales.length > 0)
    },
    areKnown: () => waits,
    /** Asks again: after sales were recorded, and now and then while some wait. */
    async look() {
      waits = await doesAnyWait()
    },
  }
}

export function allWaiting(afterId: string, count: number): Statement {
  return sql`select ${WAITING} and s.id > ${afterId} order by s.id limit ${count}`
}

export function waitingFor({ sales, phones, contacts }: AttributionFact): Statement {
  return sql`select ${WAITING} and s.id in (
    select unnest(${sales}::uuid[])
    union select w.id from sales w
      where w.phone_claim = any(${phones}::uuid[]) and w.conversation_id is null
    union select w.id from sales w
      where w.assumed_claim = any(${phones}::uuid[]) and w.conversation_id is null
    union select w.id from contacts named join contacts p on p.survivor_id = named.survivor_id
      join contact_identities i on i.contact_id = p.id
      join sales w on (w.phone_claim = i.id or w.assumed_claim = i.id) and w.conversation_id is null
    where named.id = any(${contacts}::uuid[]))`
}

/**
 * The conversations that sales can be attributed to. The claim says whose phone it is: a person may have several
 * lines, and may be several merged contacts. A phone without country code may be that of two people, as it was written
 * and with the account's country code; then nothing is attributed. Among the person's conversations that existed when
 * the sale was recorded the one with the latest message is taken, else the first one that opened later.
 */
export function attributionsOf(waiting: readonly WaitingSale[]): Statement {
  const ids = waiting.map(({ id }) => id)
  return sql`select s.id, s.account_id, talk.conversation_id, talk.contact_id
    from sales s cross join lateral (
      select (array_agg(c.survivor_id))[1] as id
      from contact_identities i join contacts c on c.id = i.contact_id
      where i.id in (s.phone_claim, s.assumed_claim)
      having count(distinct c.survivor_id) = 1) buyer
    cross join lateral (
      select v.id as conversation_id, v.contact_id
      from contacts m join conversations v on v.contact_id = m.id
      where m.survivor_id = buyer.id
      order by v.created_at > s.recorded_at,
        case when v.created_at <= s.recorded_at then v.last_message_at end desc nulls last,
        v.created_at, v.id
      limit 1) talk
    where s.id = any(${ids}::uuid[])`
}
