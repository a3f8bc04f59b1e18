import { recipientsOf } from '@recado/application/contacts/recipients'
import { streamsOfPerson } from '@recado/application/contacts/streams-of-person'
import { shownFact } from '@recado/application/facts/shown-fact'
import { ContactExport } from '@recado/contract/contact-export'
import { ContactId } from '@recado/contract/ids'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import type { LogReads } from '../log/log-reads.ts'
import { queryRoute } from '../routing/query-route.ts'

/** GET /contacts/{id}/export: the copy that a person may ask for (GDPR art. 15 and 20, LGPD art. 18, II and V). */
export const exportContact = queryRoute({
  operationId: 'exportContact',
  url: '/contacts/:id/export',
  readsLog: true,
  summary: 'Export everything held on a person',
  description:
    'Extension. Every fact of the log about the person, of the contact and of those merged into it, with its time and ' +
    'its source, and who received webhooks about it. It is read while it is sent: an answer that ends early is no valid ' +
    'JSON. A raw event, which may concern others too, is named by the `cause` of its facts; a file by its id.',
  params: z.object({ id: ContactId }),
  problems: [404],
  reply: ContactExport,
  answer: async (input, run, { logOf }) => {
    const found = await contactsOf(input.account.id, input.params.id, run)
    const [first] = found
    if (first === undefined) return null
    const ids = found.map(({ id }) => id)
    const log = logOf(input)
    return {
      pieces: (later) => exportOf({ ...first, ids, accountId: input.account.id }, log, later),
    }
  },
})

/** A contact, and whether its person was erased. */
type Found = { readonly id: string; readonly erased: boolean }

type Person = Found & {
  readonly accountId: string
  readonly ids: readonly string[]
}

/** The contact that continues, and those that were merged into it; none when the account has no such contact. */
function contactsOf(accountId: string, id: string, run: Run): Promise<readonly Found[]> {
  return run<Found>(sql`
    select m.id, m.erased from contacts asked join contacts m on m.survivor_id = asked.survivor_id
    where asked.id = ${id} and ${belongsTo(accountId, 'asked.account_id')}
    order by m.id <> m.survivor_id, m.created_at, m.id`)
}

async function* exportOf(
  { id, erased, ids, accountId }: Person,
  log: LogReads,
  run: Run,
): AsyncGenerator<string> {
  yield `{"data":{"contact_id":"${id}","merged_contact_ids":${JSON.stringify(ids.slice(1))}`
  yield ',"facts":['
  let isFirst = true
  const rawEvents = new Set<string>()
  for await (const { stream, isAbout } of streamsOfPerson(ids, run))
    for await (const fact of log.readStream(stream)) {
      if (fact.metadata.account_id !== accountId || !isAbout(fact)) continue
      // A process may have a destroyed key for a minute.
      const shown = erased ? { ...fact, erased } : fact
      yield `${isFirst ? '' : ','}${JSON.stringify(shownFact(shown))}`
      isFirst = false
      const { actor, $causationId } = fact.metadata
      if (actor.type === 'provider') rawEvents.add($causationId)
    }
  yield `],"recipients":${JSON.stringify(await recipientsOf(ids, rawEvents, run))}}}`
}
