import { Writable } from 'node:stream'
import { createLogger } from '@recado/infra/logger'
import { test } from 'tap'

test('secrets and personal data do not reach the log', async (t) => {
  let text = ''
  const log = createLogger(
    'command-api',
    'info',
    new Writable({
      write(chunk, _, done) {
        text += chunk
        done()
      },
    }),
  )
  log.info(
    {
      account_id: 'acc-1',
      token: 'private-1',
      headers: { authorization: 'Bearer private-2' },
      connection: { phone_number: 'private-3', secrets: { app_secret: 'private-4' } },
      message: { text: 'private-5', contact: { name: 'private-6', phone: 'private-7' } },
      err: Object.assign(new Error('it broke'), { config: { token: 'private-8' } }),
    },
    'a line',
  )
  t.notMatch(text, /private/)
  t.match(JSON.parse(text), {
    name: 'command-api',
    account_id: 'acc-1',
    err: { message: 'it broke', stack: /logger\.test/ },
    msg: 'a line',
  })
})
