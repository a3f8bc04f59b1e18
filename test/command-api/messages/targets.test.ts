import { randomUUID } from 'node:crypto'
import { test } from 'tap'
import { post, sendingWorld, somePhone } from './sending-world.ts'

const world = await sendingWorld()

/** The recipient in the provider's call; or the status, code and message of the answer. */
type Expected =
  | { readonly to: string }
  | { readonly bsuid: string }
  | { readonly status: number; readonly code: string; readonly says?: RegExp }

const incomplete = { status: 422, code: 'validation', says: /target is incomplete/ }
const missing = { status: 404, code: 'not_found' }
const invalid = (says: RegExp) => ({ status: 422, code: 'validation', says })

test('the recipient of a send', async (t) => {
  t.after(() => world.close())
  const { id, key } = await world.account()
  const foreigner = await world.account()
  const foreign = await world.connection(foreigner.id)
  const number = (digits: string) => ({ phone_number: `+${digits}`, phone_number_digits: digits })
  const official = await world.connection(id, number('553187654321'))
  const second = await world.connection(id)
  const twin = await world.connection(id, number('5521987650000'))
  await world.connection(id, number('5521987650000'))
  await world.connection(id, number('5571932654321'))
  await world.connection(id, number('557132659999'))
  for (const digits of ['5551987650000', '555187650000']) await world.connection(id, number(digits))
  const alone = await world.connection(id, number('5541987650000'))
  await world.connection(id, { ...number('5541987650000'), status: 'disconnected' })

  await world.uploaded(official, '9')
  await world.behave({ rewrite_ninth_digit: false })
  // Contacts are shown with a stage, so there must be one.
  for (const each of [key, foreigner.key]) await post(world, each, '/stages', { name: 'New' })
  const contact = async (fields: object, of = key, connection_id = official.id) => {
    const answer = await post(world, of, '/contacts', { connection_id, ...fields })
    t.equal(answer.status, 201, JSON.stringify(answer.body))
    return String(answer.body.data.id)
  }
  const phone = '5531987651111'
  const to = `+${phone}`
  const ana = await contact({
    phone,
    username: 'ana.reis',
    business_scoped_user_id: 'BR.ANA1',
    parent_business_scoped_user_id: 'BR.PARENT1',
  })
  const bia = await contact({ phone: '5511987652222', username: 'bia' })
  const caio = await contact({ username: 'caio', business_scoped_user_id: 'BR.CAIO1' })
  const theirs = await contact({ phone: somePhone() }, foreigner.key, foreign.id)

  const opened = async (contact_id: string, account = id, connection_id = official.id) => {
    const conversation_id = randomUUID()
    const data = { conversation_id, connection_id, contact_id, opened_at: new Date().toISOString() }
    await world.append(account, `conversation-${conversation_id}`, [
      { type: 'ConversationOpened', data },
    ])
    return conversation_id
  }
  const withAna = await opened(ana)
  const onTwin = await opened(ana, id, twin.id)
  const withCaio = await opened(caio)
  const notOurs = await opened(theirs, foreigner.id, foreign.id)

  const connection_id = official.id
  const start = (recipient: object, more: object = {}) => ({ connection_id, recipient, ...more })

  const table: readonly (readonly [name: string, body: object, expected: Expected])[] = [
    ['conversation_id: a reply', { conversation_id: withAna }, { to }],
    ['conversation_id: in capitals', { conversation_id: withAna.toUpperCase() }, { to }],
    ['conversation_id: unknown', { conversation_id: randomUUID() }, missing],
    ['conversation_id: of another account', { conversation_id: notOurs }, missing],
    [
      'conversation_id: of another account, with a number of several',
      { conversation_id: notOurs, from: '5521987650000' },
      missing,
    ],
    [
      'conversation_id: of another account, with connections that differ',
      { conversation_id: notOurs, connection_id: official.id, from: second.id },
      missing,
    ],
    [
      'conversation_id: decides among several with one number',
      { conversation_id: onTwin, from: '5521987650000' },
      { to },
    ],
    [
      'conversation_id: on none of several with one number',
      { conversation_id: withAna, from: '5521987650000' },
      invalid(/another connection/),
    ],
    [
      'conversation_id: with connections that differ',
      { conversation_id: withAna, connection_id: official.id, from: second.id },
      invalid(/from and connection_id/),
    ],
    [
      'conversation_id: with an unknown number',
      { conversation_id: withAna, from: '5511900000000' },
      missing,
    ],
    [
      'conversation_id: of another account, with neither uuid nor number',
      { conversation_id: notOurs, from: 'shop' },
      invalid(/connection_id/),
    ],
    ['conversation_id: no uuid', { conversation_id: 'talk' }, invalid(/conversation_id/)],
    [
      'conversation_id: a person without a phone is answered by user id',
      { conversation_id: withCaio },
      { bsuid: 'BR.CAIO1' },
    ],
    ['connection_id: uuid', start({ phone }), { to }],
    [
      'connection_id: in capitals',
      start({ phone }, { connection_id: official.id.toUpperCase() }),
      { to },
    ],
    [
      'connection_id: number with formatting and the ninth digit (rule 2)',
      start({ phone }, { connection_id: '+55 (31) 98765-4321' }),
      { to },
    ],
    [
      'connection_id: number without it',
      start({ phone }, { connection_id: '553187654321' }),
      { to },
    ],
    [
      'connection_id: number as a link, with slashes, Unicode dashes, spaces and digits',
      start({ phone }, { connection_id: 'tel:+55\u00a0(31)/９８765\u20134321' }),
      { to },
    ],
    ['from: number with dots', { from: '55.31.8765.4321', recipient: { phone } }, { to }],
    ['from: number in Arabic digits', { from: '٥٥٣١٨٧٦٥٤٣٢١', recipient: { phone } }, { to }],
    [
      'connection_id: unknown number',
      start({ phone }, { connection_id: '5511900000000' }),
      missing,
    ],
    ['connection_id: unknown uuid', start({ phone }, { connection_id: randomUUID() }), missing],
    ['connection_id: of another account', start({ phone }, { connection_id: foreign.id }), missing],
    [
      'connection_id: neither uuid nor number',
      start({ phone }, { connection_id: 'shop' }),
      invalid(/connection_id/),
    ],
    [
      'connection_id: number of several, both connected (rule 3)',
      start({ phone }, { connection_id: '5521987650000' }),
      { status: 409, code: 'ambiguous_connection' },
    ],
    [
      'connection_id: number of several, one connected (rule 3)',
      start({ phone }, { connection_id: alone.phone_number }),
      { to },
    ],
    [
      'connection_id: another form of several numbers, one of which is exactly this (rule 2)',
      start({ phone }, { connection_id: '+55 51 8765-0000' }),
      { to },
    ],
    [
      'connection_id: a new mobile without its ninth digit (rule 2)',
      start({ phone }, { connection_id: '557132654321' }),
      { to },
    ],
    [
      'from: a new mobile with the ninth digit that its connection lacks (rule 2)',
      { from: '+55 71 93265-9999', recipient: { phone } },
      { to },
    ],
    ['from: alias', { from: official.id, recipient: { phone } }, { to }],
    ['from: agrees', start({ phone }, { from: '+55 31 98765-4321' }), { to }],
    [
      'from: number of several, of which connection_id names one',
      start({ phone }, { connection_id: twin.id, from: '5521987650000' }),
      { to },
    ],
    [
      'from: number of several, of which connection_id names none',
      start({ phone }, { from: '5521987650000' }),
      invalid(/from and connection_id/),
    ],
    ['from: disagrees', start({ phone }, { from: second.id }), invalid(/from and connection_id/)],
    ['recipient.phone: formatted', start({ phone: '+55 (31) 98765-1111' }), { to }],
    [
      'recipient.phone: full-width digits',
      start({ phone: '＋５５３１９８７６５１１１１' }),
      { to },
    ],
    ['recipient.phone: other form of a known number', start({ phone: '553187651111' }), { to }],
    ['recipient.phone: unknown', start({ phone: '5511987653333' }), { to: '+5511987653333' }],
    ['recipient.phone: no digits', start({ phone: 'mobile' }), invalid(/recipient\.phone/)],
    ['recipient.contact_id', start({ contact_id: ana }), { to }],
    ['recipient.contact_id: unknown', start({ contact_id: randomUUID() }), missing],
    ['recipient.contact_id: of another account', start({ contact_id: theirs }), missing],
    ['recipient.contact_id: no uuid', start({ contact_id: 'ana' }), invalid(/contact_id/)],
    [
      'recipient.contact_id: with a phone that is not the contact’s',
      start({ contact_id: ana, phone: somePhone() }),
      invalid(/recipient\.phone is not a phone of this contact/),
    ],
    ['recipient.business_scoped_user_id', start({ business_scoped_user_id: 'BR.ANA1' }), { to }],
    [
      'recipient.parent_business_scoped_user_id',
      start({ parent_business_scoped_user_id: 'BR.PARENT1' }),
      { to },
    ],
    ['recipient.username: case and @ ignored', start({ username: '@Ana.Reis' }), { to }],
    ['recipient.username: unknown (rule 4)', start({ username: 'nobody' }), invalid(/phone/)],
    [
      'recipient: no phone stored (rule 4)',
      start({ username: 'caio' }),
      invalid(/no phone is stored/),
    ],
    [
      'recipient: no phone stored, by user id (rule 4)',
      start({ business_scoped_user_id: 'BR.CAIO1' }),
      invalid(/no phone is stored/),
    ],
    ['recipient: identities of one person', start({ phone, username: 'ana.reis' }), { to }],
    ['recipient: of two people', start({ phone, username: 'bia' }), invalid(/different contacts/)],
    [
      'recipient: a phone whose contact has another BSUID on this connection',
      start({ phone, business_scoped_user_id: 'BR.NEWCOMER' }),
      invalid(/recipient\.phone belongs to a contact with another business_scoped_user_id/),
    ],
    [
      'recipient: a phone whose contact has another BSUID on another connection',
      start({ phone, business_scoped_user_id: 'BR.ELSEWHERE' }, { connection_id: second.id }),
      { to },
    ],
    ['recipient: nobody', start({}), invalid(/recipient must have at least one identity/)],
    ['to', { connection_id, to: phone }, { to }],
    ['to: agrees with recipient.phone', start({ phone }, { to: '553187651111' }), { to }],
    ['to: disagrees', start({ phone }, { to: somePhone() }), invalid(/to and recipient\.phone/)],
    ['to: beside another identity', start({ username: 'ana.reis' }, { to: phone }), { to }],
    ['rule 1: nothing', {}, incomplete],
    ['rule 1: recipient alone', { recipient: { phone } }, incomplete],
    ['rule 1: connection alone', { connection_id }, incomplete],
    ['both: all agree', start({ phone, contact_id: ana }, { conversation_id: withAna }), { to }],
    [
      'both: another contact',
      { conversation_id: withAna, recipient: { contact_id: bia } },
      invalid(/another contact/),
    ],
    [
      'both: another phone',
      { conversation_id: withAna, to: somePhone() },
      invalid(/another contact/),
    ],
    [
      'both: a stranger',
      { conversation_id: withAna, recipient: { username: 'x' } },
      invalid(/another contact/),
    ],
    [
      'both: another connection',
      { conversation_id: withAna, connection_id: second.id },
      invalid(/another connection/),
    ],
    ['both: unknown connection', { conversation_id: withAna, from: randomUUID() }, missing],
    ['rule 7: text missing', start({ phone }, { text: null }), invalid(/text is required/)],
    [
      'rule 9: media starts a conversation',
      start({ phone: '5511987654444' }, { type: 'image', media: { id: '9' } }),
      { to: '+5511987654444' },
    ],
  ]

  for (const [name, body, expected] of table)
    t.test(name, async (t) => {
      const before = (await world.calls()).length
      const answer = await post(world, key, '/messages', { text: 'a', ...body })
      const [call] = (await world.calls()).slice(before).map((one) => JSON.parse(String(one.body)))
      if ('status' in expected) {
        const { status, code, says = /./ } = expected
        t.match(answer, { status, body: { error: { code, message: says } } })
        t.equal(call, undefined, 'nothing is sent')
        return
      }
      t.equal(answer.status, 202, JSON.stringify(answer.body))
      const addressed = 'to' in expected ? { to: expected.to } : { recipient: expected.bsuid }
      t.match(call, addressed)
      t.same('to' in call && 'recipient' in call, false)
    })

  t.test('a merged contact is reached as its survivor', async (t) => {
    const merged = await contact({ username: 'ana.before' })
    const before = await opened(merged)
    const stream = `contact-${merged}`
    const revision = BigInt((await world.story(stream)).length - 1)
    const data = { contact_id: merged, survivor_id: ana, merged_at: new Date().toISOString() }
    await world.appendTo(id, stream, revision, [{ type: 'ContactMerged', data }])
    for (const body of [start({ contact_id: merged }), { conversation_id: before }]) {
      const past = (await world.calls()).length
      const answer = await post(world, key, '/messages', { ...body, text: 'a' })
      t.equal(answer.status, 202, JSON.stringify(answer.body))
      t.match(JSON.parse(String((await world.calls())[past]?.body)), { to })
    }
  })

  t.test('an ambiguous connection is answered with its candidates', async (t) => {
    const answer = await post(world, key, '/messages', {
      ...start({ phone }, { connection_id: '5521987650000' }),
      text: 'a',
    })
    t.match(answer.body.error.candidates, [
      { type: 'official', status: 'connected', phone_number_digits: '5521987650000' },
      { type: 'official', status: 'connected', phone_number_digits: '5521987650000' },
    ])
    t.same(Object.keys(answer.body.error.candidates[0]), [
      'id',
      'type',
      'status',
      'phone_number',
      'phone_number_digits',
    ])
  })
})
