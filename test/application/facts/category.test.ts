import { categoryOf } from '@recado/application/facts/category'
import { test } from 'tap'

test('a category is what a name of a stream has before its first dash, or all of it', async (t) => {
  t.equal(categoryOf('message-1c0e-2'), 'message')
  t.equal(categoryOf('message-'), 'message')
  t.equal(categoryOf('messages'), 'messages')
})
