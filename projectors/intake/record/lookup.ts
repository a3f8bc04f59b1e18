import type pg from 'pg'

export type ContactLookup = {
  readonly contact_id: string
  readonly name: string | null
  readonly name_source: 'api' | 'provider' | null
  readonly phone: string | null
  readonly wa_id: string | null
}

/** Statuses reported of a provider's message, and our message that it is, if the read models know. */
export type KnownProviderMessage = {
  readonly revision: number
  readonly status_keys: readonly string[]
  readonly message_id: string | null
}

/** What a batch asks for: ids of streams, without their categories. */
export type Questions = {
  readonly identities: readonly string[]
  readonly messages: readonly string[]
  readonly providerMessages: readonly string[]
}

/** What the read models know. They may be behind the log, so the log decides about misses and stale hits. */
export type LookupRows = {
  readonly contacts: ReadonlyMap<string, ContactLookup>
  /** Without placeholders, whose content may still come. */
  readonly messages: ReadonlySet<string>
  readonly providerMessages: ReadonlyMap<string, KnownProviderMessage>
  readonly erased: ErasedRows
}

/** The erased contacts, by what names them: ids of claims, of our messages and of the provider's. Mostly empty. */
export type ErasedRows = {
  readonly identities: ReadonlyMap<string, ErasedPerson>
  readonly messages: ReadonlyMap<string, ErasedPerson>
}

/** Somebody who was erased, and since when, ISO 8601. */
export type ErasedPerson = { readonly contact_id: string; readonly since: string }

/** When the provider last reported a person's profile name and username, by its clock; null for never. */
export type LastReport = { readonly named_at: string | null; readonly username_at: string | null }

/** Ids of conversations, and of memberships of contacts on connections. */
export type PlaceIds = {
  readonly conversations: readonly string[]
  readonly memberships: readonly string[]
}

export type KnownPlaces = {
  readonly conversations: readonly string[]
  readonly memberships: ReadonlyMap<string, readonly string[]>
}

export type Lookup = {
  ask(questions: Questions): Promise<LookupRows>
  /** For the few reports that would change a name. */
  told(contactId: string): Promise<LastReport>
  /** Which of these exist, and by which identities contacts are on connections. */
  places(ids: PlaceIds): Promise<KnownPlaces>
}

const KNOWN = `
  select
    (select coalesce(json_agg(json_build_array(i.id, c.id, c.name, c.name_source, c.phone, c.wa_id)), '[]')
     from contact_identities i join contacts c on c.id = i.contact_id and c.merged_into is null and not c.erased
     where i.id = any($1::uuid[])) as contacts,
    (select coalesce(json_agg(id), '[]') from messages
     where id = any($2::uuid[]) and type <> 'unsupported') as messages,
    (select coalesce(json_agg(json_build_array(id, revision, status_keys, message_id)), '[]')
     from provider_messages where id = any($3::uuid[])) as provider_messages,
    (select coalesce(json_agg(json_build_array(i.id, e.id, e.requested_at)), '[]')
     from erased_ids i join erasures e on e.id = i.contact_id
     where i.id = any($1::uuid[])) as erased_ids,
    (select coalesce(json_agg(json_build_array(asked.id, e.id, e.requested_at)), '[]')
     from (select told.id, m.contact_id from (
         select id, id as message_id from unnest($2::uuid[]) as id union all
         select id, message_id from provider_messages where id = any($3::uuid[])) as told
       join messages m on m.id = told.message_id and m.erased
       union all
       select id, contact_id from imported_messages where id = any($2::uuid[]) and erased) as asked
     join contacts c on c.id = asked.contact_id join erasures e on e.id = c.survivor_id) as erased_messages`

const LAST_REPORT = `
  select max(t.named_at) as named_at, max(t.username_at) as username_at
  from contacts asked join contacts person on person.survivor_id = asked.survivor_id
    join conversations t on t.contact_id = person.id
  where asked.id = $1`

const PLACES = `
  select
    (select coalesce(json_agg(id), '[]') from conversations where id = any($1::uuid[])) as conversations,
    (select coalesce(json_agg(json_build_array(id, via)), '[]') from contact_connections
     where id = any($2::uuid[])) as memberships`

export const NO_PLACES: KnownPlaces = { conversations: [], memberships: new Map() }

type ContactCells = [
  string,
  string,
  string | null,
  ContactLookup['name_source'],
  ...(string | null)[],
]
type ProviderMessageCells = [string, number, string[], string | null]

export function openLookup(client: Pick<pg.ClientBase, 'query'>): Lookup {
  return {
    async ask({ identities, messages, providerMessages }) {
      const values = [[...identities], [...messages], [...providerMessages]]
      const { rows } = await client.query({ name: 'intake-known', text: KNOWN, values })
      return {
        contacts: new Map(rows[0].contacts.map(contactEntry)),
        messages: new Set<string>(rows[0].messages),
        providerMessages: new Map(rows[0].provider_messages.map(providerMessageEntry)),
        erased: {
          identities: new Map(rows[0].erased_ids.map(erasedEntry)),
          messages: new Map(rows[0].erased_messages.map(erasedEntry)),
        },
      }
    },
    async told(contactId) {
      const { rows } = await client.query({
        name: 'intake-told',
        text: LAST_REPORT,
        values: [contactId],
      })
      return rows[0]
    },
    async places({ conversations, memberships }) {
      if (conversations.length + memberships.length === 0) return NO_PLACES
      const values = [[...conversations], [...memberships]]
      const { rows } = await client.query({ name: 'intake-places', text: PLACES, values })
      return { conversations: rows[0].conversations, memberships: new Map(rows[0].memberships) }
    },
  }
}

function erasedEntry([id, contact_id, since]: [string, string, string]): [string, ErasedPerson] {
  return [id, { contact_id, since }]
}

function contactEntry(cells: ContactCells): [string, ContactLookup] {
  const [id, contact_id, name, name_source, phone = null, wa_id = null] = cells
  return [id, { contact_id, name, name_source, phone, wa_id }]
}

function providerMessageEntry(cells: ProviderMessageCells): [string, KnownProviderMessage] {
  const [id, revision, status_keys, message_id] = cells
  return [id, { revision, status_keys, message_id }]
}
