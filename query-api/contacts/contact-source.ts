import type { ListSource } from '../list-source.ts'

/** The stage shown: the one set by hand while it stands, else the one its automatic kind leads to. */
const EFFECTIVE_STAGE = `coalesce(
  (select r.stage_id from stage_resolution r where r.account_id = c.account_id and r.key = c.stage_id::text),
  (select r.stage_id from stage_resolution r where r.account_id = c.account_id and r.key = c.auto_kind))`

/** The stored document with the stage, which depends on the funnel and not on the contact. */
const CONTACT_DOC = `left(c.doc, -1) || ',"stage_id":' || coalesce(to_json(${EFFECTIVE_STAGE})::text, 'null') || '}'`

/** Contacts of an account, newest first. `c` is the contact in every source of contacts. */
export const contactsOfAccount: ListSource = {
  name: 'contacts.account',
  from: 'contacts t join contacts c on c.id = t.id',
  key: 'account_id',
  position: 'account_pos',
  doc: CONTACT_DOC,
  kind: 'blocks',
  order: 'newest_first',
}

/** Contacts on a connection, the one that came last first. */
export const contactsOfConnection: ListSource = {
  ...contactsOfAccount,
  name: 'contacts.connection',
  from: 'contact_connections t join contacts c on c.id = t.contact_id',
  key: 'connection_id',
  position: 'pos',
}

export const contactDocument = CONTACT_DOC
export const effectiveStage = EFFECTIVE_STAGE
