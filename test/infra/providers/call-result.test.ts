import { failedCall } from '@recado/infra/providers/call-result'
import { test } from 'tap'

/** An error in Node's form. */
const broken = (code: string, syscall?: string) => Object.assign(new Error(code), { code, syscall })

test('when no connection was made, nothing was sent', async (t) => {
  for (const code of ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])
    t.match(failedCall(broken(code, 'connect')), { kind: 'not_sent' }, code)
  for (const code of ['ENOTFOUND', 'EAI_AGAIN'])
    t.match(failedCall(broken(code, 'getaddrinfo')), { kind: 'not_sent' }, code)
  t.match(failedCall(broken('UND_ERR_CONNECT_TIMEOUT')), { kind: 'not_sent' })
  const each = [broken('ECONNREFUSED', 'connect'), broken('ENETUNREACH', 'connect')]
  t.match(failedCall(new AggregateError(each)), { kind: 'not_sent' })
})

test('when an established connection broke, the outcome is unknown', async (t) => {
  for (const code of ['EHOSTUNREACH', 'ENETUNREACH', 'ECONNRESET'])
    for (const syscall of ['read', 'write'])
      t.match(failedCall(broken(code, syscall)), { kind: 'unknown' }, `${syscall} ${code}`)
})
