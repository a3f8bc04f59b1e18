import { attemptFactId, retentionRowId } from '@recado/application/ids'
import type { MediaStore } from '@recado/infra/media-store/media-store'
import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** Where an account's rows are, and who hears how many were removed. */
export type RowsOf = {
  readonly account_id: string
  readonly run: Run
  readonly mediaStore: Pick<MediaStore, 'remove'> | null
  readonly signal: AbortSignal
  readonly removed: (rows: number) => Promise<void>
}

/** Rows removed in one transaction: as many as others do not notice. */
const PORTION = 1_000
/** Rows passed over in one statement, of tables that cannot be searched by account. */
const PASSED = 20_000

/** Tables whose rows name the account in an index, and on which no row of another table hangs any more. */
const BY_ACCOUNT = [
  ...['raw_event_parts', 'raw_events', 'outbound_events', 'delivery_recoveries', 'sales'],
  ...['templates', 'template_news', 'stages', 'stage_resolution', 'activity_counts', 'api_keys'],
  ...['users', 'endpoint_queues', 'parked_events', 'webhooks', 'connections'],
] as const

/**
 * Removes every row of an erased account, in portions, and the copies of its files: rows that hang on others before them,
 * and connections last, because rows are found by them. The projector changes none of them any more (see
 * `engine/erased-accounts.ts`). Every step may be repeated.
 */
export async function removeRows(of: RowsOf): Promise<void> {
  const { account_id, run } = of
  const ofAccount = sql`t.account_id = ${account_id}`
  await passThrough(of, 'media', ofAccount)
  await passThrough(of, 'unmatched_sends', unmatchedOf(account_id))
  await passThrough(
    of,
    'provider_messages',
    sql`t.connection_id in (
    select id from connections where account_id = ${account_id})`,
  )
  await passThrough(of, 'imported_messages', ofAccount)
  const ofErased = sql`t.contact_id in (select id from erasures where account_id = ${account_id})`
  await passThrough(of, 'erased_ids', ofErased)
  await passThrough(of, 'late_facts', ofErased)
  await inPortions(of, () => removeDeliveries(of))
  await inPortions(of, () => removed(run, people(account_id)))
  await inPortions(of, () => removed(run, messages(account_id)))
  await removeLists(of)
  await removeBeside(of)
  for (const table of BY_ACCOUNT)
    await inPortions(of, () => removed(run, byAccount(table, account_id)))
  if (!of.signal.aborted)
    await run(sql`update erased_accounts set removed = true where id = ${account_id}`)
}

async function inPortions({ signal, removed }: RowsOf, portion: () => Promise<number>) {
  for (let rows = 1; rows > 0 && !signal.aborted; ) {
    rows = await portion()
    if (rows > 0) await removed(rows)
  }
}

/** @param statement returns how many rows it has removed as `rows` */
async function removed(run: Run, statement: Statement): Promise<number> {
  const [row] = await run<{ rows: number }>(statement)
  return row?.rows ?? 0
}

function byAccount(table: string, accountId: string): Statement {
  return sql`with gone as (delete from ${raw(table)} where ctid = any(array(
      select ctid from ${raw(table)} where account_id = ${accountId} limit ${PORTION})) returning 1)
    select count(*)::float8 as rows from gone`
}

/** Contacts with what hangs on them. A sequence of deliveries is named after a webhook and a conversation. */
function people(accountId: string): Statement {
  return sql`
    with gone as (delete from contacts where id = any(array(
        select id from contacts where account_id = ${accountId} limit ${PORTION})) returning id),
      talks as (delete from conversations where contact_id in (select id from gone)
        returning id, connection_id),
      c1 as (delete from contact_identities where contact_id in (select id from gone)),
      c2 as (delete from contact_connections where contact_id in (select id from gone)),
      c3 as (delete from contact_calls where contact_id in (select id from gone)),
      c4 as (delete from contact_sessions where contact_id in (select id from gone)),
      t1 as (delete from unanswered where id in (select id from talks)),
      t2 as (delete from list_totals where id in (
        select 'messages.conversation:' || id from talks)),
      t3 as (delete from delivery_sequences where id in (
        select w.id || ':' || talks.id from talks join webhooks w using (connection_id)))
    select count(*)::float8 as rows from gone`
}

function messages(accountId: string): Statement {
  return sql`
    with gone as (delete from messages where id = any(array(
        select id from messages where account_id = ${accountId} limit ${PORTION})) returning id),
      w as (delete from message_words where id in (select id from gone)),
      n as (delete from message_notifications where id in (select id from gone))
    select count(*)::float8 as rows from gone`
}

/** Sends that wait for an echo, whose rows are named after texts. */
function unmatchedOf(accountId: string): Statement {
  return sql`exists (select from messages m where m.account_id = ${accountId}
    and m.id in (select one::uuid from jsonb_array_elements_text(t.message_ids) one))`
}

/** Names of the lists of an account, and of one of its connections. */
const LISTS = [
  ...['connections.account', 'contacts.account', 'contacts.connection', 'conversations.account'],
  ...['deliveries.account', 'messages.account', 'raw_events.account', 'sales.account'],
  'templates.account',
]

/** What counts the rows of lists, and of their facets: it is named after the owner of the list. */
async function removeLists({ run, account_id }: RowsOf): Promise<void> {
  const named = sql`
    select kind || ':' || owner as name from unnest(${LISTS}::text[]) kind, (
      select ${account_id} as owner
      union all select id::text from connections where account_id = ${account_id}) o`
  await run(sql`
    delete from list_totals t using (${named}) l where t.id >= l.name and t.id < l.name || ';'`)
  // The index begins with the level, so each is named.
  await run(sql`
    delete from list_blocks t using (${named}) l, (select distinct lvl from list_blocks) levels
    where t.lvl = levels.lvl and t.list >= l.name and t.list < l.name || ';'`)
}

/** Deliveries with their attempts, whose ids follow from theirs. */
async function removeDeliveries({ run, account_id }: RowsOf): Promise<number> {
  const rows = await run<{ id: string; attempts: number }>(sql`
    select id, attempts from deliveries where account_id = ${account_id} limit ${PORTION}`)
  const attempts = rows.flatMap(({ id: delivery_id, attempts: most }) =>
    Array.from({ length: most }, (_, n) =>
      attemptFactId({ delivery_id, type: 'DeliveryAttempted', attempt: n + 1 }),
    ),
  )
  await run(sql`delete from delivery_attempts where id = any(${attempts}::uuid[])`)
  const ids = rows.map(({ id }) => id)
  await run(sql`delete from deliveries where id = any(${ids}::uuid[])`)
  return rows.length
}

/** Rows of a table that no index leads to: all rows are passed once, in the order of their ids. */
async function passThrough(of: RowsOf, table: string, isTheirs: Statement): Promise<void> {
  const name = raw(table)
  for (let after: string | null = LEAST_ID; after !== null && !of.signal.aborted; ) {
    const passed: { last: string | null } | undefined = (
      await of.run<{ last: string | null }>(sql`
        select max(id::text) as last from (
          select id from ${name} where id > ${after}::uuid order by id limit ${PASSED}) p`)
    )[0]
    const last: string | null = passed?.last ?? null
    if (last !== null) await removeBetween(of, table, { after, last, isTheirs })
    after = last
  }
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'

type Span = { readonly after: string; readonly last: string; readonly isTheirs: Statement }

async function removeBetween(
  { run, removed, mediaStore }: RowsOf,
  table: string,
  { after, last, isTheirs }: Span,
): Promise<void> {
  const span = sql`t.id > ${after}::uuid and t.id <= ${last}::uuid and ${isTheirs}`
  // A copy goes before its row: without the row nobody knows its name but the sweep.
  for (const { file_ref } of table === 'media' ? await copiesIn(run, span) : [])
    await mediaStore?.remove(file_ref)
  const gone = await run(sql`delete from ${raw(table)} t where ${span} returning 1`)
  if (gone.length > 0) await removed(gone.length)
}

function copiesIn(run: Run, span: Statement): Promise<readonly { file_ref: string }[]> {
  return run(sql`select file_ref from media t where ${span} and file_ref is not null`)
}

/** What is kept beside the read models: sessions, attempts to sign in, parked intents, files to copy, turns to send. */
async function removeBeside({ run, account_id }: RowsOf): Promise<void> {
  const statements = {
    'control.dashboard_sessions': sql`delete from control.dashboard_sessions
      where user_id in (select id from users where account_id = ${account_id})`,
    'control.attempts': sql`delete from control.attempts a using users u
      where u.account_id = ${account_id} and u.email is not null
        and starts_with(a.key, 'sign-in:' || encode(sha256(convert_to(u.email, 'UTF8')), 'hex'))`,
    'control.intake_parked': sql`delete from control.intake_parked where account_id = ${account_id}`,
    'control.send_pace': sql`delete from control.send_pace
      where connection_id in (select id from connections where account_id = ${account_id})`,
    'control.media_queue': sql`delete from control.media_queue where account_id = ${account_id}`,
    set_aside_posts: sql`delete from set_aside_posts
      where kept_for = ${retentionRowId('providerEvent', account_id)}`,
  }
  for (const [table, statement] of Object.entries(statements)) {
    const [found] = await run<{ is: boolean }>(sql`select to_regclass(${table}) is not null as is`)
    if (found?.is) await run(statement)
  }
}
