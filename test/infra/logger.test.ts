import { Writable } from 'node:stream'
import { FACT_TYPES, personalFields, rawFields } from '@recado/domain/personal-fields'
import { createLogger } from '@recado/infra/logger'
import { limitRepeats } from '@recado/infra/rate-limited-log'
import { pino } from 'pino'
import { test } from 'tap'

/** A logger, and a function that returns what was logged since its last call. */
function written() {
  let text = ''
  const target = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const told = () => {
    const lines = text
    text = ''
    return lines
  }
  return { log: createLogger('command-api', 'info', target), told }
}

test('the personal and raw fields of all facts are removed from log lines', async (t) => {
  const paths = FACT_TYPES.flatMap((type) => [...personalFields(type), ...rawFields(type)])
  const names = new Set(paths.map((path) => path.split('.').at(-1) ?? ''))
  t.ok(['recipient', 'party', 'url', 'payload'].every((name) => names.has(name)))
  const { log, told } = written()
  for (const name of names) {
    const data = { [name]: 'private' }
    // At the top level `name` is the name of the process.
    log.info({ fact: { data }, contact: data, ...(name !== 'name' && data) }, name)
    t.notMatch(told(), /private/, name)
  }
})

test('secrets and personal data are removed from log lines', async (t) => {
  const { log, told } = written()
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
  const text = told()
  t.notMatch(text, /private/)
  t.match(JSON.parse(text), {
    name: 'command-api',
    account_id: 'acc-1',
    err: { message: 'it broke', stack: /logger\.test/ },
    msg: 'a line',
  })
})

test('a repeated warning is logged ten times a second, then with the number of omitted ones', async (t) => {
  const lines: string[] = []
  let now = 0
  const log = pino(
    { hooks: { logMethod: limitRepeats(() => now) } },
    { write: (line) => void lines.push(JSON.parse(line).msg) },
  )
  for (let i = 0; i < 1_000; i++) log.warn({ i }, 'the log is away')
  log.warn('something else')
  t.equal(lines.length, 11)
  t.equal(lines.at(-1), 'something else')
  now = 1_000
  log.child({}).warn('the log is away')
  t.equal(lines.at(-1), 'the log is away (and 990 times more)')
  log.warn('the log is away')
  t.equal(lines.at(-1), 'the log is away')
})
