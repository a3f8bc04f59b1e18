import { idOf } from '@recado/application/ids'
import { contactsOfAccount } from '@recado/application/read-models/lists/contacts'
import type { ContactSession } from '@recado/contract/contact'
import type { CallReceived } from '@recado/domain/call/events'
import { identityKey } from '@recado/domain/contact/contact'
import type { ContactEvent, ContactSessionRecorded } from '@recado/domain/contact/events'
import type { ContactIdentityEvent, IdentityKind } from '@recado/domain/contact-identity/events'
import type { ConversationEvent } from '@recado/domain/conversation/events'
import type { MessageReceived, MessageSent } from '@recado/domain/message/events'
import { isSamePhone } from '@recado/domain/phone-number'
import type { FactMetadata } from '@recado/infra/event-store/event-store'
import { projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'
import {
  contactConnections,
  joinConnection,
  leaveConnections,
  needsOfMembership,
} from './contact-connections.ts'
import { contactIdentities } from './contact-identity-row.ts'
import { type ContactRow, contacts, ERASED_CONTACT } from './contact-row.ts'
import { engage } from './engage.ts'
import { firstRowOf, totalOf } from './keep-list.ts'
import { mergeRows, unmergeRows } from './merge-rows.ts'

type ContactSessionRow = {
  readonly id: string
  readonly contact_id: string
  readonly place: number
} & Pick<
  ContactSessionRecorded['data'],
  'channel' | 'utm_source' | 'utm_campaign' | 'ad_id' | 'landing_url'
>

const contactSessions = table<ContactSessionRow>({
  name: 'contact_sessions',
  docs: {
    doc: ({ channel, utm_source, utm_campaign, ad_id, landing_url }): ContactSession => ({
      channel,
      utm_source,
      utm_campaign,
      ad_id,
      landing_url,
    }),
  },
})

const contactCalls = table<{ readonly id: string; readonly contact_id: string }>({
  name: 'contact_calls',
})

const change = rowChanger(contacts)

export const contactsProjection = projection<
  | ContactEvent
  | ContactIdentityEvent
  | ConversationEvent
  | MessageReceived
  | MessageSent
  | CallReceived
>({
  name: 'contacts',
  tables: [contacts, contactIdentities, contactConnections, contactSessions, contactCalls],
  ddl: new URL('./contacts.sql', import.meta.url),
  needs: {
    ContactCreated: (event) => [
      firstRowOf(event, contacts, event.data.contact_id),
      totalOf(contactsOfAccount, event.metadata.account_id),
    ],
    ContactRenamed: ({ data }) => [[contacts, data.contact_id]],
    ContactIdentityLinked: ({ data }) => [[contacts, data.contact_id], ...needsOfMembership(data)],
    IdentityClaimed: (event) => [firstRowOf(event, contactIdentities, idOf(event.stream))],
    MessageReceived: ({ data }) => [[contacts, data.contact_id]],
    CallReceived: (event) => [
      [contacts, event.data.contact_id],
      firstRowOf(event, contactCalls, idOf(event.stream)),
    ],
    MessageSent: ({ data }) => (data.wa_id === null ? [] : [[contacts, data.contact_id]]),
    ConversationOpened: ({ data }) => needsOfMembership(data),
  },
  on: {
    ContactCreated: async ({ data, metadata }, rows) => {
      if ((await rows.get(contacts, data.contact_id)) !== undefined) return
      rows.put(contacts, newContact(data.contact_id, data.created_at, metadata))
    },
    ContactRenamed: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({
        name: data.name,
        name_source: data.source,
      })),
    ContactIdentityLinked: async ({ data }, rows) => {
      await change(rows, data.contact_id, () => linkIdentity(data))
      await joinConnection(rows, data, identityKey(data))
    },
    ContactIdentityUnlinked: async ({ data }, rows) => {
      await change(rows, data.contact_id, (row) =>
        row[data.kind] === data.value ? unlinkIdentity(data.kind) : {},
      )
      await leaveConnections(rows, { contact_id: data.contact_id, reason: identityKey(data) })
    },
    ContactMovedToStage: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({ stage_id: data.stage_id })),
    ContactReturnedToAutomaticStage: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({ stage_id: null })),
    ContactIdentityConflict: null,
    ContactMerged: ({ data }, rows) => mergeRows(rows, data),
    ContactUnmerged: ({ data }, rows) => unmergeRows(rows, data.contact_id),
    ContactSessionRecorded: async ({ data, id, position }, rows) => {
      if ((await rows.get(contactSessions, id)) !== undefined) return
      const { contact_id, channel, utm_source, utm_campaign, ad_id, landing_url } = data
      const shown = { channel, utm_source, utm_campaign, ad_id, landing_url }
      rows.put(contactSessions, { id, contact_id, place: Number(position), ...shown })
    },
    ContactMarketingPreferenceChanged: ({ data }, rows) =>
      change(rows, data.contact_id, ({ opted_out_on }) => {
        const others = opted_out_on.filter((id) => id !== data.connection_id)
        return { opted_out_on: data.opted_out ? [...others, data.connection_id] : others }
      }),
    ContactErased: ({ data }, rows) => eraseContact(rows, data.contact_id),
    ContactRestrictionChanged: ({ data }, rows) =>
      change(rows, data.contact_id, () => ({ restricted: data.restricted })),
    IdentityClaimed: async ({ data, stream }, rows) => {
      const id = idOf(stream)
      await rows.get(contactIdentities, id)
      rows.put(contactIdentities, { id, contact_id: data.contact_id })
    },
    IdentityReleased: async ({ stream }, rows) => {
      if ((await rows.get(contactIdentities, idOf(stream))) !== undefined)
        rows.remove(contactIdentities, idOf(stream))
    },
    // Only late reports need it, and intake reads it from the log.
    IdentityReplaced: null,
    ConversationOpened: ({ data }, rows) => joinConnection(rows, data, 'conversation'),
    ConversationStatusChanged: null,
    ConversationTagged: null,
    ConversationAssigned: null,
    InternalNoteChanged: null,
    MessageReceived: applyEngagement,
    CallReceived: async (event, rows) => {
      const id = idOf(event.stream)
      await rows.get(contactCalls, id)
      rows.put(contactCalls, { id, contact_id: event.data.contact_id })
      await applyEngagement(event, rows)
    },
    MessageSent: ({ data }, rows) =>
      change(rows, data.contact_id, (row) => learnWaId(row, data.wa_id)),
  },
})

/** The person's visits go; that it is on a connection stays, without the identities by which it was known there. */
async function eraseContact(rows: Rows, id: string): Promise<void> {
  await change(rows, id, ERASED_CONTACT)
  for (const visit of await rows.find(contactSessions, 'contact_id', id))
    rows.remove(contactSessions, visit.id)
  for (const on of await rows.find(contactConnections, 'contact_id', id))
    rows.put(contactConnections, { ...on, via: ['erased'] })
}

/** A person who writes or calls is in conversation with the business; a merged contact passes that to its survivor. */
async function applyEngagement(
  { data }: { readonly data: { readonly contact_id: string } },
  rows: Rows,
) {
  const row = await rows.get(contacts, data.contact_id)
  if (row === undefined) return
  if (!row.engaged) await engage(rows, row.id)
  if (row.survivor_id !== row.id) await engage(rows, row.survivor_id)
}

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
    restricted: false,
    erased: false,
    merged_into: null,
    survivor_id: id,
    is_survivor: false,
    listed_in: metadata.account_id,
    opted_out_on: [],
    engaged: false,
    paid_sales: 0,
    created_at,
    account_pos: 0,
  }
}

function linkIdentity(data: { kind: IdentityKind; value: string; match_key: string }) {
  return data.kind === 'phone'
    ? { phone: data.value, phone_key: data.match_key }
    : { [data.kind]: data.value }
}

// The provider's form of the number, by which it is reached from now on; another line of the person is ignored.
function learnWaId({ phone, wa_id: known }: ContactRow, wa_id: string | null) {
  const isNew = wa_id !== null && wa_id !== known && phone !== null && isSamePhone(phone, wa_id)
  return isNew ? { wa_id } : {}
}

function unlinkIdentity(kind: IdentityKind) {
  return kind === 'phone' ? { phone: null, phone_key: null } : { [kind]: null }
}
