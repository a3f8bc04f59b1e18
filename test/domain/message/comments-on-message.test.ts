import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import { test } from 'tap'

test('reactions, edits and revocations comment on another message, and nothing else does', async (t) => {
  for (const type of ['reaction', 'edit', 'revoke']) t.equal(commentsOnMessage(type), true, type)
  for (const type of ['text', 'image', 'button', 'unsupported'])
    t.equal(commentsOnMessage(type), false, type)
})
