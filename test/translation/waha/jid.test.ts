import { idIn, messageIdentity } from '@recado/translation/waha/jid'
import { test } from 'tap'

test("a message's id is read in the shapes of WAHA's engines, and only as a text", async (t) => {
  const whole = 'false_553187654321@c.us_3EB0AA'
  t.equal(idIn({ id: whole }), whole)
  t.equal(idIn({ id: { _serialized: whole, id: '3EB0AA' } }), whole)
  t.equal(idIn({ id: { id: '3EB0AA' } }), '3EB0AA')
  t.equal(idIn({ key: { id: '3EB0AA' } }), '3EB0AA')
  for (const none of [
    {},
    { id: '' },
    { id: 7 },
    { key: { id: 7 } },
    { key: { id: '' } },
    { key: null },
  ])
    t.equal(idIn(none), null, JSON.stringify(none))
  for (const { _serialized, id } of [
    { _serialized: 7, id: 8 },
    { _serialized: '', id: '' },
  ])
    t.equal(idIn({ id: { _serialized, id } }), null)
})

test('what identifies a message is the last part of its id', async (t) => {
  t.equal(messageIdentity('true_120363@g.us_3EB0AA'), '3EB0AA')
  t.equal(messageIdentity('3EB0AA'), '3EB0AA')
})
