import { expireMessages } from '@recado/domain/retention/expire-messages'
import { retention } from '@recado/domain/retention/retention'
import { test } from 'tap'
import { messagesExpired, retentionApplied } from '../../examples/retention.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(retention, expireMessages)
const { expired_at: at, ...data } = messagesExpired.data
const first = { ...data, after: null, at }
const earlier = '2026-01-01T00:00:00.000Z'

test('what was said before a time expires', async () => {
  given().when(first).appends(messagesExpired)
  given(retentionApplied).when(first).appends(messagesExpired)
})
test('what a history brings later expires too', async () => {
  const before = { ...messagesExpired, data: { ...messagesExpired.data, before: earlier } }
  given(messagesExpired)
    .when({ ...first, before: earlier, after: data.before })
    .appends(before)
  given(messagesExpired, before)
    .when({ ...first, after: earlier })
    .appends(messagesExpired)
})
test('the same time is not named twice in turn', async () => {
  given(messagesExpired)
    .when({ ...first, after: data.before })
    .appends()
})
test('when another runner was first there is nothing to do', async () => {
  given(messagesExpired).when(first).appends()
})
test('the day of the command is kept', async () => {
  const before = `${at.slice(0, 10)}T00:00:00.001Z`
  given()
    .when({ ...first, before })
    .refuses('not_over')
})
