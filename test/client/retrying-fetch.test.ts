import { RETRY_POLICY, retryingFetch } from '@recado/client/retrying-fetch'
import { test } from 'tap'

test('a send that is still running elsewhere is asked for again', async (t) => {
  const answers = [
    new Response('{}', { status: 409, headers: { 'retry-after': '0' } }),
    new Response('{}', { status: 200 }),
  ]
  const request = new Request('http://recado.example/messages', { method: 'POST', body: '{}' })
  const fetch = async () => answers.shift() ?? Response.error()
  t.equal((await retryingFetch(request, fetch, RETRY_POLICY)).status, 200)
  const refused = async () => new Response('{}', { status: 409 })
  t.equal((await retryingFetch(request, refused, RETRY_POLICY)).status, 409)
})
