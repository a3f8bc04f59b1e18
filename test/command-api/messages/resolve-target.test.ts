import type { RequestedRecipient } from '@recado/application/sending/send-request'
import type { Found } from '@recado/command-api/messages/find-people'
import { resolveTarget } from '@recado/command-api/messages/resolve-target'
import type { ConnectionEntry } from '@recado/infra/registry-entries'
import { test } from 'tap'

const connection = { id: 'connection', type: 'official' } as ConnectionEntry
const nobody: RequestedRecipient = {
  phone: null,
  contact_id: null,
  business_scoped_user_id: null,
  parent_business_scoped_user_id: null,
  username: null,
}
const ana: Found = {
  via: 'phone',
  contact_id: 'ana',
  phone: '5531987654321',
  wa_id: '553187654321',
  lid: null,
  business_scoped_user_id: null,
  conversation_id: 'talk',
  restricted: false,
  erased: false,
  connection_id: 'connection',
}
const bia = { ...ana, contact_id: 'bia', phone: '5511977776666', wa_id: null }

const startTarget = (
  recipient: RequestedRecipient,
  via: ConnectionEntry,
  people: readonly Found[],
) => resolveTarget({ conversation_id: null, recipient }, via, people)
const replyTarget = (
  recipient: RequestedRecipient | null,
  via: ConnectionEntry | null,
  people: readonly Found[],
) => resolveTarget({ conversation_id: 'talk', recipient }, via, people)

test('a known phone finds its contact, in the stored form', async (t) => {
  t.match(startTarget({ ...nobody, phone: '553187654321' }, connection, [ana]), {
    contact_id: 'ana',
    conversation_id: 'talk',
    phone: '5531987654321',
    wa_id: '553187654321',
  })
})

test('an unknown phone is a new person', async (t) => {
  t.match(startTarget({ ...nobody, phone: '5511900000000' }, connection, []), {
    contact_id: null,
    conversation_id: null,
    phone: '5511900000000',
  })
})

test('other identities need a stored phone', async (t) => {
  const recipient = { ...nobody, username: 'ana' }
  t.match(startTarget(recipient, connection, [{ ...ana, via: 'username' }]), { contact_id: 'ana' })
  const phoneless = { ...ana, via: 'username' as const, phone: null }
  t.match(startTarget(recipient, connection, [phoneless]), { status: 422 })
  t.match(startTarget(recipient, connection, []), { status: 422 })
})

test('a phone sent for a contact without one becomes its phone, another phone is refused', async (t) => {
  const recipient = { ...nobody, business_scoped_user_id: 'BR.1', phone: '5511900000000' }
  const known = { ...ana, via: 'business_scoped_user_id' as const }
  t.match(startTarget(recipient, connection, [{ ...known, phone: null }]), {
    contact_id: null,
    phone: '5511900000000',
  })
  t.match(startTarget(recipient, connection, [known]), { status: 422 })
})

test('identities of two contacts are refused', async (t) => {
  const recipient = { ...nobody, phone: '5531987654321', username: 'bia' }
  const people = [ana, { ...bia, via: 'username' as const }]
  t.match(startTarget(recipient, connection, people), { status: 422 })
})

test('a contact of another account is not found', async (t) => {
  const recipient = { ...nobody, contact_id: 'foreign', phone: '5531987654321' }
  t.match(startTarget(recipient, connection, [ana]), { status: 404 })
  const talk = { ...ana, via: 'conversation_id' as const }
  t.match(replyTarget({ ...nobody, contact_id: 'foreign' }, null, [talk]), { status: 404 })
})

test('a reply goes to the person of the conversation', async (t) => {
  const talk = { ...ana, via: 'conversation_id' as const }
  t.match(replyTarget(null, null, [talk]), { contact_id: 'ana', connection_id: 'connection' })
  t.match(replyTarget({ ...nobody, phone: '553187654321' }, connection, [talk]), {
    contact_id: 'ana',
  })
  t.match(replyTarget(null, { ...connection, id: 'other' }, [talk]), { status: 422 })
  t.match(replyTarget({ ...nobody, phone: '5511977776666' }, null, [talk, bia]), { status: 422 })
  t.match(replyTarget(null, null, []), { status: 404 })
})

test('a reply reaches a person without a phone by the user id', async (t) => {
  const talk = {
    ...ana,
    via: 'conversation_id' as const,
    phone: null,
    business_scoped_user_id: 'BR.1',
  }
  t.match(replyTarget(null, null, [talk]), { phone: null, business_scoped_user_id: 'BR.1' })
})
