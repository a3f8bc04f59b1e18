import { type IdentityKey, identityKeys } from '@recado/application/intake/identity-keys'
import { intentsOf } from '@recado/application/intake/raw-event'
import { messagesOf, type Task } from '@recado/application/intake/task'
import type { PersonIds } from '@recado/application/person-ids'
import type { Native } from '@recado/domain/native-json'
import { sql } from '@recado/infra/postgres/sql'
import { type Intent, NO_IDENTITIES } from '@recado/translation/intent'
import type { Search } from './search.ts'
import { keepForOthers, type StoredRawEvent } from './stored-raw-event.ts'

/** Whether an identity in an intent means the person; with `isOthers` it was recorded for somebody else. */
export type IsTheirs = (
  key: IdentityKey,
  of: { readonly intent: Intent; readonly isOthers: boolean },
) => boolean

/** What a raw event says of the person; keeps what it holds of others. */
export async function tasksAbout(
  search: Search,
  raw: StoredRawEvent,
  names: (tasks: readonly Task[]) => IsTheirs | Promise<IsTheirs>,
): Promise<readonly Task[]> {
  const { personIds, translate } = search
  const read = (payload: Native, of = raw.whole) =>
    intentsOf(personIds, translate, { ...of, data: { ...of.data, payload } })
  const all = read(raw.whole.data.payload)
  const messages = await messagesAmong(search, all)
  const isTheirs = await names(all)
  const isAbout = (task: Task) => {
    const reported = idsOf(task).flatMap((id) => messages.get(id) ?? [])
    const of = { intent: task.intent, isOthers: reported.includes('others') }
    const isNamed = () => personsOf(personIds, task).some((key) => isTheirs(key, of))
    return reported.includes('theirs') || isNamed()
  }
  const tasks = all.filter(isAbout)
  if (tasks.length > 0 && tasks.length < all.length)
    await keepForOthers(search, raw, {
      intents: (payload) => read(payload).map(({ intent }) => intent),
      isTheirs: (payload) => read(payload).some(isAbout),
    })
  return tasks
}

/** Tasks of statuses have no person: intake joins them by the id of the message. */
export function personsOf(
  personIds: PersonIds,
  { keys, intent, cause }: Task,
): readonly IdentityKey[] {
  if (intent.kind !== 'status') return keys
  return identityKeys(personIds, cause, { ...NO_IDENTITIES, ...intent.status.recipient })
}

function idsOf(task: Task): readonly string[] {
  return [
    ...messagesOf(task),
    ...(task.provider_message_id === null ? [] : [task.provider_message_id]),
  ]
}

/** Whose the messages are that tasks report, as far as they are known. */
async function messagesAmong(
  { run, contactIds }: Search,
  tasks: readonly Task[],
): Promise<ReadonlyMap<string, 'theirs' | 'others'>> {
  const ids = tasks.flatMap(idsOf)
  const rows = await run<{ id: string; is_theirs: boolean }>(sql`
    select asked.id, bool_or(asked.contact_id = any(${contactIds}::uuid[])) as is_theirs from (
      select told.id, m.contact_id from (select id, id as message_id from unnest(${ids}::uuid[]) as id union all
        select id, message_id from provider_messages where id = any(${ids}::uuid[])) as told
      join messages m on m.id = told.message_id
      union all
      select id, contact_id from imported_messages where id = any(${ids}::uuid[]) and contact_id is not null
    ) as asked group by asked.id`)
  return new Map(rows.map(({ id, is_theirs }) => [id, is_theirs ? 'theirs' : 'others']))
}
