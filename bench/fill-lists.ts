import type pg from 'pg'
import type { Tenant } from './tenant.ts'

/** Rows of one list, made by the database itself as the fold would have left them. */
type Filling = {
  readonly table: string
  /** Statement that inserts `$1` rows of account `$2` on connection `$3`. */
  readonly insert: string
  /** Lists over the table: name, column of the key, column of the place, whether blocks are counted. */
  readonly lists: readonly (readonly [name: string, key: string, place: string, blocks: boolean])[]
}

const AT = `timestamptz '2026-01-01 09:00:00Z' + i * interval '1 second'`
const AT_TEXT = `to_char(${AT}, 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
const PHONE = `'55319' || lpad(i::text, 8, '0')`

const CONTACTS: Filling = {
  table: 'contacts',
  insert: `insert into contacts (id, account_id, name, name_source, phone, phone_key, business_scoped_user_id,
      auto_kind, created_at, account_pos, doc)
    select id, $2::uuid, 'Ana Reis ' || i, 'provider', ${PHONE}, ${PHONE}, 'BR.' || i, 'engaged', ${AT}, i,
      '{"id":"' || id || '","name":"Ana Reis ' || i || '","phone":"' || ${PHONE}
      || '","username":null,"business_scoped_user_id":"BR.' || i
      || '","parent_business_scoped_user_id":null,"created_at":"' || ${AT_TEXT} || '"}'
    from (select i, gen_random_uuid() as id from generate_series(0, $1::int - 1) i) made
    where $3::uuid is not null`,
  lists: [['contacts.account', 'account_id', 'account_pos', true]],
}

/** Places have gaps, as if half of the conversations had moved to the top once. */
const CONVERSATIONS: Filling = {
  table: 'conversations',
  insert: `insert into conversations (id, account_id, connection_id, contact_id, status, last_message_text,
      last_message_at, last_activity, unread_count, last_inbound_at, tags, contact_name, contact_phone, created_at,
      account_pos, connection_pos, doc)
    select id, $2::uuid, $3::uuid, contact, 'open', 'Bom dia!', ${AT}, i, 1, ${AT}, '[]', 'Ana Reis', ${PHONE}, ${AT},
      i * 2 + 1, i * 2 + 1,
      '{"id":"' || id || '","connection_id":"' || $3::uuid || '","contact_id":"' || contact
      || '","status":"open","last_message_text":"Bom dia!","last_message_at":"' || ${AT_TEXT}
      || '","unread_count":1,"contacts":{"name":"Ana Reis","phone":"' || ${PHONE} || '"}}'
    from (select i, gen_random_uuid() as id, gen_random_uuid() as contact
      from generate_series(0, $1::int - 1) i) made`,
  lists: [
    ['conversations.account', 'account_id', 'account_pos', true],
    ['conversations.connection', 'connection_id', 'connection_pos', true],
  ],
}

const MESSAGES: Filling = {
  table: 'messages',
  insert: `insert into messages (id, account_id, connection_id, conversation_id, contact_id, log_id, direction,
      origin, type, text, status, provider_message_id, party_phone, created_at, provider_timestamp, payload,
      account_pos, connection_pos, conversation_pos, doc, history_doc)
    select id, $2::uuid, $3::uuid, conversation, contact, i + 1000, 'inbound', 'external', 'text', 'Bom dia!', 'received',
      'wamid.' || i, ${PHONE}, ${AT}, ${AT}, '{}', i, i, i / 1000,
      '{"id":' || i + 1000 || ',"message_id":"' || id || '","conversation_id":"' || conversation
      || '","connection_id":"' || $3::uuid || '","contact_id":"' || contact
      || '","direction":"inbound","origin":"external","type":"text","text":"Bom dia!","content":null,'
      || '"status":"received","provider_message_id":"wamid.' || i || '","reply_to_message_id":null,'
      || '"sender":{"phone":"' || ${PHONE} || '","business_scoped_user_id":null},"recipient":null,'
      || '"biz_opaque_callback_data":null,"error":null,"created_at":"' || ${AT_TEXT}
      || '","provider_timestamp":"' || ${AT_TEXT}
      || '","sent_at":null,"delivered_at":null,"read_at":null,"failed_at":null}',
      '{"id":"' || id || '","direction":"in","body":"Bom dia!","created_at":"' || ${AT_TEXT}
      || '","log_id":' || i + 1000 || ',"type":"text","status":"received"}'
    from (select i, gen_random_uuid() as id, md5('conversation' || i % 1000)::uuid as conversation,
      md5('contact' || i % 1000)::uuid as contact from generate_series(0, $1::int - 1) i) made`,
  lists: [
    ['messages.account', 'account_id', 'account_pos', false],
    ['messages.connection', 'connection_id', 'connection_pos', false],
    ['messages.conversation', 'conversation_id', 'conversation_pos', false],
  ],
}

/**
 * Fills contacts, conversations and messages of a tenant with `rows` rows each, with their lists' totals and
 * blocks. The fold must not run.
 */
export async function fillLists(
  client: pg.Client,
  rows: number,
  { account_id, connection_id }: Tenant,
  progress: (what: string) => void,
): Promise<void> {
  await client.query("set synchronous_commit = off; set maintenance_work_mem = '256MB'")
  for (const filling of [CONTACTS, CONVERSATIONS, MESSAGES]) {
    progress(`filling ${filling.table} with ${rows.toLocaleString('en')} rows`)
    await withoutIndexes(client, filling.table, () =>
      client.query(filling.insert, [rows, account_id, connection_id]),
    )
    for (const list of filling.lists) await count(client, filling.table, list)
  }
  await client.query('vacuum analyze contacts, conversations, messages, list_totals, list_blocks')
  await client.query('checkpoint')
}

/** Building an index once is cheaper than keeping it for each row. */
async function withoutIndexes(client: pg.Client, table: string, work: () => Promise<unknown>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where schemaname = current_schema() and tablename = $1 and indexname <> tablename || '_pkey'`,
    [table],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await work()
  for (const { definition } of rows) await client.query(definition)
}

async function count(
  client: pg.Client,
  table: string,
  [name, key, place, blocks]: Filling['lists'][number],
): Promise<void> {
  const id = `'${name}:' || ${key}`
  await client.query(`insert into list_totals (id, n, next_pos)
    select ${id}, count(*), max(${place}) + 1 from ${table} group by ${key}`)
  for (const level of blocks ? [6, 12, 18] : [])
    await client.query(`insert into list_blocks (list, lvl, b, n)
      select ${id}, ${level}, ${place} >> ${level}, count(*) from ${table} group by ${key}, ${place} >> ${level}`)
}
