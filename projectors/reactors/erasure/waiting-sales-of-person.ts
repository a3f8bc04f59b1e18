import { streamOf } from '@recado/application/ids'
import { sale } from '@recado/domain/sale/sale'
import { keysOf } from '@recado/infra/event-store/event-store'
import { sql } from '@recado/infra/postgres/sql'
import type { Held } from './claims-of-person.ts'
import { isStillTheirs } from './holdings.ts'
import type { FoundData } from './portions.ts'
import type { Search } from './search.ts'

/** The sales that name a phone of the person and wait for a conversation: no row says whose they are. */
export async function* waitingSalesOfPerson(
  { account_id, run, store }: Search,
  held: Held,
): AsyncGenerator<FoundData> {
  const claims = [...held].flatMap(([id, { spans }]) => (isStillTheirs(spans) ? [id] : []))
  const rows = await run<{ id: string }>(sql`
    select id from sales where account_id = ${account_id} and conversation_id is null
      and (phone_claim = any(${claims}::uuid[]) or assumed_claim = any(${claims}::uuid[]))
    order by id`)
  for (const { id } of rows)
    for await (const fact of store.readStream(streamOf(sale, id)))
      yield { kind: 'sale', id, keys: keysOf(fact) }
}
