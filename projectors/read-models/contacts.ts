import type { ContactEvent } from '@recado/domain/contact/events'
import type { ContactIdentityEvent, IdentityKind } from '@recado/domain/contact-identity/events'
import type { ConversationEvent } from '@recado/domain/conversation/events'
import type { MessageReceived, MessageSent } from '@recado/domain/message/events'
import { isSamePhone } from '@recado/domain/phone-number'
import type { FactMetadata } from '@recado/infra/event-store/event-store'
import { NAMESPACES, uuidOf } from '@recado/infra/uuid-v5'
import { projection, type Rows } from '../projection.ts'
import { table } from '../table.ts'
import { autoKind } from './auto-kind.ts'

export type ContactRow = {
  readonly id: string
  readonly account_id: string
  readonly name: string | null
  readonly name_source: 'api' | 'provider' | null
  readonly phone: string | null
  readonly phone_key: string | null
  readonly wa_id: string | null
  readonly username: string | null
  readonly business_scoped_user_id: string | null
  readonly parent_business_scoped_user_id: string | null
  readonly lid: string | null
  readonly stage_id: string | null
  readonly auto_kind: 'new' | 'engaged' | 'won'
  readonly engaged: boolean
  readonly paid_sales: number
  readonly created_at: string
  readonly account_pos: number
}

type ContactIdentityRow = { readonly id: string; readonly contact_id: string }
type ContactConnectionRow = {
  readonly id: string
  readonly contact_id: string
  readonly connection_id: string
  readonly pos: number
}

/** One row per person. */
export const contacts = table<ContactRow>({
  name: 'contacts',
  lists: [
    {
      name: 'contacts.account',
      key: 'account_id',
      position: 'account_pos',
      kind: 'blocks',
      clamp: 'created_at',
    },
  ],
  docs: { doc: contactDoc },
})

/** Who an identity names. */
export const contactIdentities = table<ContactIdentityRow>({ name: 'contact_identities' })

/** Which contacts are on a connection, newest last. */
export const contactConnections = table<ContactConnectionRow>({
  name: 'contact_connections',
  lists: [{ name: 'contacts.connection', key: 'connection_id', position: 'pos', kind: 'blocks' }],
})

/** The contact as the API shows it; its stage is added by the query. */
function contactDoc(row: ContactRow) {
  const { id, name, phone, username, business_scoped_user_id, created_at } = row
  const { parent_business_scoped_user_id } = row
  return {
    id,
    name,
    phone,
    username,
    business_scoped_user_id,
    parent_business_scoped_user_id,
    created_at,
  }
}

/** People, their identities, and the connections they are on. */
export const contactsProjection = projection<
  ContactEvent | ContactIdentityEvent | ConversationEvent | MessageReceived | MessageSent
>({
  name: 'contacts',
  tables: [contacts, contactIdentities, contactConnections],
  ddl: new URL('./contacts.sql', import.meta.url),
  needs: {
    ContactCreated: ({ data, metadata }) => [
      [contacts, data.contact_id],
      [{ name: 'list_totals' }, `contacts.account:${metadata.account_id}`],
    ],
    ContactRenamed: ({ data }) => [[contacts, data.contact_id]],
    ContactIdentityLinked: ({ data }) => [
      [contacts, data.contact_id],
      ...onConnection(data.contact_id, data.connection_id),
    ],
    IdentityClaimed: ({ stream }) => [[contactIdentities, idOf(stream)]],
    MessageReceived: ({ data }) => [[contacts, data.contact_id]],
    MessageSent: ({ data }) => (data.wa_id === null ? [] : [[contacts, data.contact_id]]),
    ConversationOpened: ({ data }) => onConnection(data.contact_id, data.connection_id),
  },
  on: {
    ContactCreated: async ({ data, metadata }, rows) => {
      if ((await rows.get(contacts, data.contact_id)) !== undefined) return
      rows.put(contacts, newContact(data.contact_id, data.created_at, metadata))
    },
    ContactRenamed: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({ name: data.name, name_source: data.source })),
    ContactIdentityLinked: async ({ data }, rows) => {
      await change(rows, data.contact_id, () => linked(data))
      await joinConnection(rows, data.contact_id, data.connection_id)
    },
    ContactIdentityUnlinked: ({ data }, rows) =>
      change(rows, data.contact_id, (row) =>
        row[data.kind] === data.value ? unlinked(data.kind) : {},
      ),
    ContactMovedToStage: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({ stage_id: data.stage_id })),
    ContactReturnedToAutomaticStage: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({ stage_id: null })),
    ContactIdentityConflict: null,
    ContactMerged: null,
    ContactUnmerged: null,
    ContactSessionRecorded: null,
    ContactMarketingPreferenceChanged: null,
    IdentityClaimed: async ({ data, stream }, rows) => {
      const id = idOf(stream)
      await rows.get(contactIdentities, id)
      rows.put(contactIdentities, { id, contact_id: data.contact_id })
    },
    IdentityReleased: async ({ stream }, rows) => {
      if ((await rows.get(contactIdentities, idOf(stream))) !== undefined)
        rows.remove(contactIdentities, idOf(stream))
    },
    ConversationOpened: ({ data }, rows) =>
      joinConnection(rows, data.contact_id, data.connection_id),
    ConversationStatusChanged: null,
    ConversationTagged: null,
    ConversationAssigned: null,
    InternalNoteChanged: null,
    MessageReceived: ({ data }, rows) =>
      change(rows, data.contact_id, (row) =>
        row.engaged ? {} : { engaged: true, auto_kind: autoKind({ ...row, engaged: true }) },
      ),
    MessageSent: ({ data }, rows) =>
      change(rows, data.contact_id, (row) => learned(row, data.wa_id)),
  },
})

function newContact(id: string, created_at: string, metadata: FactMetadata): ContactRow {
  return {
    id,
    account_id: metadata.account_id as string,
    name: null,
    name_source: null,
    phone: null,
    phone_key: null,
    wa_id: null,
    username: null,
    business_scoped_user_id: null,
    parent_business_scoped_user_id: null,
    lid: null,
    stage_id: null,
    auto_kind: 'new',
    engaged: false,
    paid_sales: 0,
    created_at,
    account_pos: 0,
  }
}

function linked(data: { kind: IdentityKind; value: string; match_key: string }) {
  return data.kind === 'phone'
    ? { phone: data.value, phone_key: data.match_key }
    : { [data.kind]: data.value }
}

// The provider's form of the number, by which it is reached from now on; a second line of the person is another.
function learned({ phone, wa_id: known }: ContactRow, wa_id: string | null) {
  const isNews = wa_id !== null && wa_id !== known && phone !== null && isSamePhone(phone, wa_id)
  return isNews ? { wa_id } : {}
}

function unlinked(kind: IdentityKind) {
  return kind === 'phone' ? { phone: null, phone_key: null } : { [kind]: null }
}

async function change(rows: Rows, id: string, changes: (row: ContactRow) => Partial<ContactRow>) {
  const row = await rows.get(contacts, id)
  if (row === undefined) return
  const changed = changes(row)
  if (Object.keys(changed).length > 0) rows.put(contacts, { ...row, ...changed })
}

async function joinConnection(rows: Rows, contact_id: string, connection_id: string | null) {
  if (connection_id === null) return
  const id = membershipId(contact_id, connection_id)
  if ((await rows.get(contactConnections, id)) !== undefined) return
  rows.put(contactConnections, { id, contact_id, connection_id, pos: 0 })
}

function onConnection(contactId: string, connectionId: string | null) {
  if (connectionId === null) return []
  return [
    [contactConnections, membershipId(contactId, connectionId)],
    [{ name: 'list_totals' }, `contacts.connection:${connectionId}`],
  ] as const
}

/** One membership for a contact on a connection. */
function membershipId(contactId: string, connectionId: string): string {
  return uuidOf(NAMESPACES.conversation, 'member', connectionId, contactId)
}

function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}
